import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { authenticateBearer } from '../../src/api/apiContext.ts';
import type { SimulatorOptions } from '../../src/engines/startSimulator.ts';
import { createSecret, hashSecret } from '../../src/services/access/apiKeySecret.ts';
import { callRemoteTool } from '../../src/simulator/callRemoteTool.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { messageOf, paidSeoCalls, rpc, tool, toolNames } from '../support/mcp.ts';
import { startTestService, type TestOptions, type TestService } from '../support/service.ts';
import { inQuick } from '../support/suites.ts';

type ToolCall = Parameters<NonNullable<SimulatorOptions['callTool']>>[0];

const toolName = 'request_seo_overview';
const domain = 'lookup-target.com';

let service: TestService;
afterEach(() => service.close());

type Enhanced = { key: string; runId: string; call: ToolCall };

/**
 * Starts a run whose agent has a capability; `use` is what the agent does with it. The run stays active until polled.
 */
async function startEnhanced(
  engine: 'sqlite' | 'postgres',
  use: (call: ToolCall) => Promise<string>,
  env: Record<string, string> = {},
  pace = { by: 'looks' as const, queued: 1, working: 1 },
  replace: TestOptions['replace'] = {},
): Promise<Enhanced> {
  let call: ToolCall | null = null;
  service = await startTestService(engine, {
    env: { ALLOW_PRIVATE_TARGETS: '1', ...env },
    replace,
    simulator: {
      pace,
      callTool: (made) => {
        call = made;
        return use(made);
      },
    },
  });
  const key = await service.makeKey();
  const site = await service.makeSite({ url: `https://www.${domain}/`, name: 'Lookup Target' });
  const saved = await service.makeCase({ websiteId: site.id });
  const body = { kind: 'keyword' as const, caseId: saved.id, useSeoTools: true };
  const asked = await service.reply('ensureObservation', body, { key, idempotencyKey: 'enhanced-1' });
  if (call === null) throw new Error(`the agent was given no tool: ${asked.status} ${asked.text}`);
  return { key, runId: asked.body.run.id, call };
}

/** Long enough to stay active during a test. */
const slowly = { by: 'looks' as const, queued: 100_000, working: 100_000 };

/** Returns everything this service stores: every row of every table, and every file of its data directory. */
async function everythingKept(): Promise<string> {
  const rows: string[] = [];
  for (const { name } of await service.db.introspection.getTables()) {
    rows.push(
      JSON.stringify(
        await service.db
          .selectFrom(name as 'runs')
          .selectAll()
          .execute(),
      ),
    );
  }
  const files = readdirSync(service.database.dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(service.database.dataDir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'));
  return [...rows, ...files].join('\n');
}

onEachDatabase('an enhanced run', (engine) => {
  long('looks its domain up once, through our own endpoint, and records it on the run', async () => {
    const logged: string[] = [];
    const said: string[] = [];
    let secret = '';
    const given = await startEnhanced(engine, async (call) => {
      secret = call.authorization;
      for (const level of ['info', 'warn', 'error'] as const) {
        vi.spyOn(service.api.log, level).mockImplementation((...line) => void logged.push(JSON.stringify(line)));
      }
      const first = await callRemoteTool(call);
      said.push(first);
      return first + (await callRemoteTool(call));
    });
    const run = await service.follow(given.key, given.runId);
    expect(run.status).toBe('completed');
    expect(run.provenance.harnessVersion).toMatch(/\+seo$/);
    const { reports } = await service.call('readSeoReports', {}, { key: given.key });
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ domain, state: 'complete' });
    expect(run.result.limitations).toContainEqual(
      `seo_lookup_used: The answering agent was given the SEO overview ${reports[0]?.reportId} of ${domain}.`,
    );
    expect(paidSeoCalls(service)).toBe(2);

    const create = service.simulator.ledger.find((entry) => entry.operation === 'create');
    const { tools, ...rest } = (create?.body ?? { tools: [] }) as { tools: { type: string }[] };
    const mcp = tools.find(({ type }) => type === 'mcp');
    expect(mcp).toMatchObject({ allowed_tools: [toolName], require_approval: 'never', authorization: secret });
    expect(JSON.stringify([rest, { ...mcp, authorization: '' }])).not.toContain(secret);
    const read = await service.reply('readRun', { kind: 'keyword', id: given.runId }, { key: given.key });
    expect(secret).toMatch(/^slc_/);
    expect(said.join()).toContain(`domain: ${domain}`);
    // Collects what the agent sees of the endpoint, what the owner reads, exports and is refused, and replies to wrong
    // use.
    for (const method of ['tools/list', 'initialize', 'resources/list', 'no/such/method']) {
      said.push(JSON.stringify(await rpc(service, secret, method)));
    }
    for (const id of ['readSeoReports', 'authStatus', 'listSites'] as const)
      for (const by of [given.key, secret]) said.push((await service.reply(id, {}, { key: by })).text);
    for (const id of ['exportRuns', 'listRuns'] as const) said.push((await service.reply(id, {})).text);
    const kept = await everythingKept();
    expect(kept).toContain(hashSecret(secret));
    for (const part of [secret, secret.slice(4, 40)]) {
      expect(`${kept}${logged.join()}${said.join()}${read.text}`).not.toContain(part);
    }
  });

  long('50 concurrent uses of one capability make one paid lookup', async () => {
    const { call, key } = await startEnhanced(engine, async () => 'not used', {}, slowly);
    const results = await Promise.all(
      Array.from({ length: 50 }, (_value, turn) =>
        tool(
          service,
          call.authorization,
          toolName,
          turn % 2 === 0 ? { domain } : { domain, confirmSpend: true, idempotencyKey: `agent-key-${turn}` },
        ),
      ),
    );
    const ids = new Set(results.map((result) => result.structuredContent.report.reportId));
    expect(ids.size).toBe(1);
    expect(paidSeoCalls(service)).toBe(2);
    const status = await service.call('authStatus', {}, { key });
    expect(status.limits.seoLookupsRemaining).toBe(19);
  });

  it('a capability shows one tool, opens nothing else, and ends with its run', async () => {
    const { call, key, runId } = await startEnhanced(engine, async () => 'not used', {}, slowly);
    const secret = call.authorization;
    expect(await toolNames(service, secret)).toEqual([toolName]);
    expect((await rpc(service, secret, 'tools/call', { name: 'list_sites', arguments: {} })).message.error.code).toBe(
      -32602,
    );
    expect((await rpc(service, secret, 'resources/list')).message.error).toBeTypeOf('object');
    for (const id of ['listSites', 'readSeoReports'] as const)
      expect((await service.reply(id, {}, { key: secret })).status).toBe(403);
    expect((await service.reply('readRun', { kind: 'keyword', id: runId }, { key: secret })).status).toBe(403);
    const other = await tool(service, secret, toolName, { domain: 'other-target.com' });
    expect(other.structuredContent.error).toMatchObject({ code: 'invalid_request', details: { field: 'domain' } });
    expect(paidSeoCalls(service)).toBe(0);

    await service.call('cancelRun', { kind: 'keyword', id: runId }, { key });
    await service.follow(key, runId);
    expect((await rpc(service, secret, 'tools/call', { name: toolName, arguments: { domain } })).status).toBe(401);
    expect(paidSeoCalls(service)).toBe(0);
  });

  long('counts against the owner’s hourly limit, and says when that is used up', async () => {
    const { call, key } = await startEnhanced(engine, async () => 'not used', { SEO_LOOKUPS_PER_HOUR: '1' }, slowly);
    const body = { domain: 'first-come.com', confirmSpend: true as const };
    await service.call('requestSeoOverview', body, { key, idempotencyKey: 'hour-used-1' });
    const refused = await tool(service, call.authorization, toolName, { domain });
    expect(refused.structuredContent.error.code).toBe('seo_limit');
    expect(paidSeoCalls(service)).toBe(2);
  });

  long('is still answered if its lookup was refused, and says that none was made', async () => {
    const { key, runId } = await startEnhanced(engine, callRemoteTool, { SEO_LOOKUPS_PER_HOUR: '0' });
    const run = await service.follow(key, runId);
    expect(run.status).toBe('completed');
    expect(run.result.limitations).toContainEqual(
      `seo_lookup_unused: The answering agent was allowed one SEO lookup of ${domain}; none was made.`,
    );
    expect(paidSeoCalls(service)).toBe(0);
  });
});

describe('an invalid capability', () => {
  const random = () => crypto.getRandomValues(new Uint8Array(32));

  /** Near misses of the live capability, or values built from what the database stores of it. */
  function nearly(secret: string): string[] {
    const body = secret.slice(4);
    const other = body.startsWith('0') ? '1' : '0';
    return [
      secret.slice(0, -1),
      `${secret}0`,
      `slc_${other}${body.slice(1)}`,
      `slc_${body.toLowerCase()}`,
      `SLC_${body}`,
      `sl_${body}`,
      body,
      hashSecret(secret),
      `slc_${hashSecret(secret)}`,
      `slc_'OR'1'='1`,
      ...Array.from({ length: 100 }, () => createSecret('slc_', random())),
      ...Array.from({ length: 20 }, () => createSecret('sl_', random())),
    ];
  }

  long('gets the same response however close it is, which reveals nothing', async () => {
    const { call } = await startEnhanced('sqlite', async () => 'not used', {}, slowly);
    const asked = messageOf('2026-07-28', 'tools/call', { name: toolName, arguments: { domain } });
    const told = new Set<string>();
    for (const key of nearly(call.authorization)) {
      const { status, headers, text } = await service.ask('/api/mcp', { ...asked, key });
      const said = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      told.add(JSON.stringify([status, said, text]));
    }
    expect(told.size).toBe(1);
    expect([...told][0]).toMatch(/^\[401,/);
    expect(paidSeoCalls(service)).toBe(0);
  });

  const guesses = inQuick(500, 50_000);
  it(`is not found by ${guesses} guesses, which block nobody`, async () => {
    const { call } = await startEnhanced('sqlite', async () => 'not used', {}, slowly);
    let letIn = 0;
    for (let turn = 0; turn < guesses; turn += 1) {
      await authenticateBearer(service.api, `Bearer ${createSecret('slc_', random())}`, 'mcp').then(
        () => {
          letIn += 1;
        },
        () => {},
      );
    }
    expect(letIn).toBe(0);
    // A capability is 256 random bits: a lock-out would only hurt its holder.
    expect(await toolNames(service, call.authorization)).toEqual([toolName]);
  });
});

it('a capability has its own rate limit', async () => {
  const env = { REQUESTS_PER_MINUTE: '5' };
  const { call, key } = await startEnhanced('sqlite', async () => 'not used', env, slowly);
  const statuses: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    statuses.push(
      (await rpc(service, call.authorization, 'tools/call', { name: toolName, arguments: { domain } })).status,
    );
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  await service.call('listSites', {}, { key });
  expect(paidSeoCalls(service)).toBe(2);
});

it('a capability ends at the deadline of its run, although the run continues', async () => {
  const clock = createClock();
  const { call, key, runId } = await startEnhanced(
    'sqlite',
    async () => 'not used',
    { RUN_DEADLINE_SECONDS: '100' },
    slowly,
    { runtime: clock.runtime },
  );
  await service.running.service.worker.stop();
  clock.move(99_999);
  expect((await rpc(service, call.authorization, 'tools/list')).status).toBe(200);
  clock.move(1);
  expect((await rpc(service, call.authorization, 'tools/list')).status).toBe(401);
  await service.refuse('listSites', {}, 'unauthorized', { key: call.authorization });
  const { run } = await service.call('readRun', { kind: 'keyword', id: runId }, { key });
  expect(['queued', 'running']).toContain(run.status);
  expect(paidSeoCalls(service)).toBe(0);
});

it('a caller’s key cannot replace a run’s capability', async () => {
  const { call, key, runId } = await startEnhanced('sqlite', async () => 'not used', {}, slowly);
  const body = { domain, confirmSpend: true as const };
  for (const idempotencyKey of [`capability:${runId}`, `run:${runId}`]) {
    await service.call('requestSeoOverview', body, { key, idempotencyKey });
  }
  const before = paidSeoCalls(service);
  await tool(service, call.authorization, toolName, { domain });
  expect(paidSeoCalls(service) - before).toBe(2);
});

long('without any provider key the bundled simulator’s agent makes the lookup too, labelled as simulated', async () => {
  const none = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD', 'DATAFORSEO_BASE_URL'];
  const env = { ALLOW_PRIVATE_TARGETS: '1', ...Object.fromEntries(none.map((name) => [name, ''])) };
  service = await startTestService('sqlite', { env });
  const key = await service.makeKey();
  const site = await service.makeSite({ url: `https://www.${domain}/`, name: 'Lookup Target' });
  const saved = await service.makeCase({ websiteId: site.id });
  const body = { kind: 'keyword' as const, caseId: saved.id, useSeoTools: true };
  const asked = await service.call('ensureObservation', body, { key, idempotencyKey: 'house-trip-1' });
  const run = await service.follow(key, asked.run.id);
  expect(run).toMatchObject({ status: 'completed', surface: 'simulator' });
  const { reports } = await service.call('readSeoReports', {}, { key });
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({ domain, state: 'complete', source: { sandbox: true } });
  expect(run.result.limitations.map((text) => text.split(':')[0])).toEqual(
    expect.arrayContaining(['simulated', 'seo_lookup_used']),
  );
});
