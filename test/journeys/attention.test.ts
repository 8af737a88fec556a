import { beforeAll, expect, it } from 'vitest';
import { startCli } from '../support/cli.ts';
import { createRunningClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { useService } from '../support/service.ts';
import { useStarted } from '../support/useStarted.ts';
import { startWebsite } from '../support/website.ts';

onEachDatabase('items that need attention', (engine) => {
  const clock = createRunningClock();
  let key: string;
  let asked = 0;
  const closed = '<title>Closed</title><meta name="robots" content="noindex"><h1>Closed to engines</h1>';

  const service = useService(engine, {
    env: { ALLOW_PRIVATE_TARGETS: '1', OPENAI_MODEL: 'gpt-5.5' },
    replace: { runtime: clock.runtime, captureLimits: { minIntervalMs: 0, renderedPages: 0 } },
  });
  const website = useStarted(() => startWebsite({ pages: { '/': { body: closed } } }));
  beforeAll(async () => {
    key = await service.makeKey(['evaluate', 'manage', 'seo']);
  });

  const read = async () => (await service.call('readAttention', {}, { key })).items;
  const kinds = async () => (await read()).map(({ kind }) => kind);
  async function askOnce(marker: string): Promise<string> {
    asked += 1;
    const made = await service.makeCase({ query: `Which CRM suits us (${asked})? ${marker}` });
    const { body } = await service.ensure(key, made.id, `attention-${asked}`);
    return (await service.follow(key, body.run.id)).id;
  }

  long('are empty at first, and the command line says so and exits with 0', async () => {
    expect(await read()).toEqual([]);
    const told = await startCli(['attention'], { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key }).ended;
    expect([told.code, told.stdout.trim()]).toEqual([0, 'nothing needs attention']);
  });

  it('include an engine whose last three runs failed, and not after two', async () => {
    await askOnce('[simulate:failed]');
    await askOnce('[simulate:failed]');
    expect(await kinds()).toEqual([]);
    const last = await askOnce('[simulate:failed]');
    expect(await read()).toEqual([expect.objectContaining({ kind: 'engine_failing', runId: last })]);
  });

  long('include an engine without credit, at once, until a purchase succeeds', async () => {
    await askOnce('[simulate:quota]');
    const [item, ...others] = await read();
    expect(others).toEqual([]);
    expect(item).toMatchObject({ id: 'credit:openai', kind: 'credit_used_up' });
    expect(item?.what).toContain('Nothing was bought.');
    const told = await startCli(['attention'], { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key }).ended;
    expect([told.code, told.stdout]).toEqual([1, expect.stringContaining('no credit left')]);
    await askOnce('');
    expect(await kinds()).toEqual([]);
  });

  long('include the credit for SEO lookups, by the last of them', async () => {
    const lookUp = async (domain: string) => {
      const idempotencyKey = `attention-${domain}`;
      await service.call('requestSeoOverview', { domain, confirmSpend: true }, { key, idempotencyKey });
    };
    service.simulator.script({ at: 'seo_call', seo: { taskStatus: 40210 }, times: 2 });
    await lookUp('first.example');
    expect(await read()).toEqual([expect.objectContaining({ id: 'credit:seo', kind: 'credit_used_up' })]);
    await lookUp('second.example');
    expect(await kinds()).toEqual([]);
  });

  long('include a website that fails a gate, by its newest verdict', async () => {
    const site = await service.makeSite({ url: website.url, name: 'Closed shop' });
    const capture = async (name: string) => {
      const body = { kind: 'website' as const, websiteId: site.id, maxAgeSeconds: 0 };
      const started = await service.call('ensureObservation', body, { key, idempotencyKey: name });
      const { id } = started.run;
      await expect.poll(async () => (await service.readRun(key, id, 'website')).status).toBe('completed');
    };
    await capture('attention-gate-1');
    const [item] = await read();
    expect(item).toMatchObject({ kind: 'gate_failed', websiteId: site.id });
    expect(item?.what).toContain('“Closed shop” fails');
    await service.call('archiveSite', { id: site.id });
    expect(await kinds()).toEqual([]);
  });

  long('include a budget from 80 % on, and differently once it is used up', async () => {
    const { used } = await usedOfWorkspace();
    const limit = (part: number) => Math.round((used / part) * 1e6) / 1e6;
    const set = (limitUsd: number | null) => service.call('changeBudget', { kind: 'workspace', limitUsd });
    await set(limit(0.5));
    expect(await kinds()).toEqual([]);
    await set(limit(0.85));
    const [nearly] = await read();
    expect(nearly).toMatchObject({ kind: 'budget_nearly_used_up', planId: null });
    expect(nearly?.what).toMatch(/is 8\d % used/);
    await set(limit(1));
    expect(await kinds()).toEqual(['budget_used_up']);
    await set(null);
    expect(await kinds()).toEqual([]);
  });

  long('include manual requests that nobody sends', async () => {
    const made = await service.makeCase();
    const input = { caseIds: [made.id], maxUsd: null };
    const { planId, round } = (await service.call('startAsk', input, { idempotencyKey: 'attention-asks' })).ask;
    expect(await kinds()).toEqual([]);
    clock.move(11 * 60_000);
    expect(await read()).toEqual([
      expect.objectContaining({ kind: 'plan_unwatched', planId, round: round.number, runId: null }),
    ]);
    await service.call('stopRound', { id: planId, round: String(round.number) }, { key });
    expect(await kinds()).toEqual([]);
  });

  async function usedOfWorkspace(): Promise<{ used: number }> {
    const body = await service.call('listBudgets', {}, { key });
    const own = (body as any).budgets.find((one: any) => one.kind === 'workspace');
    return { used: own.usedUsd };
  }
});
