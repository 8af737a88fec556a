import { afterEach, beforeEach, expect, it } from 'vitest';
import { callsAs } from '../support/calls.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { eras, messageOf, paidSeoCalls, rpc, tool } from '../support/mcp.ts';
import { askAt, type HttpRequest, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const overview = 'request_seo_overview';

onEachDatabase('paid work through several interfaces', (engine) => {
  let service: TestService;
  let key: string;
  beforeEach(async () => {
    service = await startTestService(engine);
    key = await service.makeKey();
  });
  afterEach(() => service.close());

  const overRest = (domain: string, idempotencyKey: string) =>
    service.reply('requestSeoOverview', { domain, confirmSpend: true }, { key, idempotencyKey });
  const overBrowser = (domain: string, idempotencyKey: string) =>
    service.reply('requestSeoOverview', { domain, confirmSpend: true }, { cookie: service.cookie, idempotencyKey });
  const overMcp = (domain: string, idempotencyKey: string, held = key) =>
    tool(service, held, overview, { domain, confirmSpend: true, idempotencyKey });

  it('one key over REST, then MCP with another API key, then the browser, buys one overview', async () => {
    const rest = await overRest('one-purchase.com', 'same-everywhere');
    const rotated = await service.makeKey(['seo']);
    const mcp = await overMcp('one-purchase.com', 'same-everywhere', rotated);
    const browser = await overBrowser('one-purchase.com', 'same-everywhere');
    const ids = [rest.body.report.reportId, mcp.structuredContent.report.reportId, browser.body.report.reportId];
    expect(new Set(ids).size).toBe(1);
    expect(paidSeoCalls(service)).toBe(2);
    expect(browser.headers.get('idempotency-replayed')).toBe('true');
  });

  it('an idempotency key keeps its purchase after its API key is revoked, but only for keys with the permission', async () => {
    const made = await service.call('createKey', { name: 'to be rotated', permissions: ['seo'] });
    const body = { domain: 'rotated-away.com', confirmSpend: true as const };
    const ask = (held: string) =>
      service.reply('requestSeoOverview', body, { key: held, idempotencyKey: 'rotated-away' });
    const bought = await ask(made.secret);
    await service.call('revokeKey', { id: made.key.id });
    expect((await ask(made.secret)).status).toBe(401);
    // A replay needs the permission to buy: without it, even a saved purchase is refused.
    const reader = await service.makeKey(['evaluate']);
    expect((await ask(reader)).body.error.code).toBe('insufficient_permission');
    const hidden = await rpc(service, reader, 'tools/call', {
      name: overview,
      arguments: { ...body, idempotencyKey: 'rotated-away' },
    });
    expect(hidden.message.error.code).toBe(-32602);
    const again = await overMcp('rotated-away.com', 'rotated-away', await service.makeKey(['seo']));
    expect(again.structuredContent.report).toEqual(bought.body.report);
    const browser = await overBrowser('rotated-away.com', 'rotated-away');
    expect([browser.body.report, browser.headers.get('idempotency-replayed')]).toEqual([bought.body.report, 'true']);
    expect(paidSeoCalls(service)).toBe(2);
  });

  long('of 30 lookups exactly 20 are bought across a restart, and across two API processes if supported', async () => {
    const second = engine === 'postgres' ? await service.another({ ROLE: 'api' }) : null;
    const at = (turn: number) => (turn % 2 === 0 || second === null ? service.url : second.url);
    const ask = async (turn: number): Promise<string> => {
      const [domain, idempotencyKey] = [`shared-${turn}.com`, `shared-key-${turn}`];
      const over = {
        ask: (path: string, asked?: HttpRequest) => askAt(at(turn), path, asked),
        ...callsAs(
          () => at(turn),
          () => service.cookie,
        ),
      };
      const body = { domain, confirmSpend: true as const };
      if (turn % 3 === 1) {
        const { structuredContent } = await tool(over, key, overview, { ...body, idempotencyKey });
        return structuredContent.error?.code ?? 'bought';
      }
      const caller = { idempotencyKey, ...(turn % 3 === 0 ? { key } : {}) };
      return (await over.reply('requestSeoOverview', body, caller)).body.error?.code ?? 'bought';
    };
    const turns = Array.from({ length: 30 }, (_value, turn) => turn);
    const early = await Promise.all(turns.slice(0, 12).map(ask));
    expect(early).toEqual(early.map(() => 'bought'));
    await service.restart();
    const late = await Promise.all(turns.slice(12).map(ask));
    await second?.close();
    expect(late.filter((code) => code === 'bought')).toHaveLength(8);
    expect(late.filter((code) => code === 'seo_limit')).toHaveLength(10);
    const replays = await Promise.all(
      turns.slice(0, 12).map((turn) => overRest(`shared-${turn}.com`, `shared-key-${turn}`)),
    );
    expect(replays.map(({ status }) => status)).toEqual(replays.map(() => 200));
    expect(paidSeoCalls(service)).toBe(40);
  });

  it('one key over REST, then MCP with another API key, then the browser, starts one run', async () => {
    const saved = await service.makeCase();
    const body = { kind: 'keyword' as const, caseId: saved.id };
    const rest = await service.call('ensureObservation', body, { key, idempotencyKey: 'same-everywhere' });
    const rotated = await service.makeKey(['evaluate']);
    const args = { caseId: saved.id, idempotencyKey: 'same-everywhere' };
    const mcp = await tool(service, rotated, 'ensure_keyword_observation', args);
    const browser = await service.call('ensureObservation', body, { idempotencyKey: 'same-everywhere' });
    const ids = [rest.run.id, mcp.structuredContent.run.id, browser.run.id];
    expect(new Set(ids).size).toBe(1);
    expect(service.creates()).toBe(1);
  });

  it('of 30 concurrent lookups over all interfaces exactly 20 are bought in an hour, and repeating them costs nothing', async () => {
    const ask = async (turn: number): Promise<string> => {
      const [domain, name] = [`mixed-${turn}.com`, `mixed-key-${turn}`];
      if (turn % 3 === 0) return (await overRest(domain, name)).body.error?.code ?? 'bought';
      if (turn % 3 === 1) return (await overMcp(domain, name)).structuredContent.error?.code ?? 'bought';
      return (await overBrowser(domain, name)).body.error?.code ?? 'bought';
    };
    const turns = Array.from({ length: 30 }, (_value, turn) => turn);
    const first = await Promise.all(turns.map(ask));
    expect(first.filter((outcome) => outcome === 'bought')).toHaveLength(20);
    expect(first.filter((outcome) => outcome === 'seo_limit')).toHaveLength(10);
    expect(paidSeoCalls(service)).toBe(40);
    expect(await Promise.all(turns.map(ask))).toEqual(first);
    expect(paidSeoCalls(service)).toBe(40);
    const status = await service.call('authStatus', {}, { key });
    expect(status.limits.seoLookupsRemaining).toBe(0);
  });

  it.each(eras)('a stream that is cut while a tool buys loses no receipt (%s)', async (era) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    service.simulator.script({ at: 'seo_call', times: 2, reply: { kind: 'stalled', until: promise } });
    const args = { domain: 'cut-stream.com', confirmSpend: true, idempotencyKey: 'cut-stream-1' };
    const { body, headers } = messageOf(era, 'tools/call', { name: overview, arguments: args });
    const cut = new AbortController();
    const answer = fetch(`${service.url}/api/mcp`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: cut.signal,
    }).then((response) => response.text());
    await until(() => paidSeoCalls(service), Boolean);
    cut.abort();
    await expect(answer).rejects.toThrow();
    resolve();
    const newest = async () => (await service.call('readSeoReports', {}, { key })).reports[0]?.state;
    await expect.poll(newest).toBe('complete');
    const again = await overMcp('cut-stream.com', 'cut-stream-1');
    expect(again.structuredContent.report).toMatchObject({ state: 'complete', domain: 'cut-stream.com' });
    expect(again.structuredContent.report.overview).not.toBeNull();
    expect(paidSeoCalls(service)).toBe(2);
  });

  it('a stop waits for a purchase whose caller has disconnected', async () => {
    service.simulator.script({ at: 'seo_call', times: 2, reply: { kind: 'stalled', afterMs: 200 } });
    const args = { domain: 'left-early.com', confirmSpend: true, idempotencyKey: 'left-early-1' };
    const { body, headers } = messageOf('2026-07-28', 'tools/call', { name: overview, arguments: args });
    const cut = new AbortController();
    fetch(`${service.url}/api/mcp`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: cut.signal,
    }).catch(() => {});
    await until(() => paidSeoCalls(service), Boolean);
    cut.abort();
    await service.restart();
    const { reports } = await service.call('readSeoReports', {}, { key });
    expect(reports[0]).toMatchObject({ state: 'complete', limitations: [] });
    expect(paidSeoCalls(service)).toBe(2);
  });
});
