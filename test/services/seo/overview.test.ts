import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRuntime } from '../../../src/app/systemRuntime.ts';
import type { Runtime } from '../../../src/ports/runtime.ts';
import { replaySpill } from '../../../src/services/operator/replaySpill.ts';
import { resumeSeoReport } from '../../../src/services/seo/resumeSeoReport.ts';
import type { DatabaseKind } from '../../../src/store/database/open.ts';
import { findReport, moveCall } from '../../../src/store/seo/reports.ts';
import { onEachDatabase } from '../../support/databases.ts';
import { long } from '../../support/long.ts';
import { paidSeoCalls } from '../../support/mcp.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let key: string;
/** Offset of the service's clock in milliseconds. */
let ahead = 0;
/** Offset of its date alone, as by a clock that steps. */
let stepped = 0;
const steady = () => systemRuntime.now() + ahead;
const runtime: Runtime = {
  ...systemRuntime,
  now: () => steady() + stepped,
  steady,
  hasPassed: (deadline) => steady() >= deadline,
};

/** Starts a service with a stopped worker: whatever a request leaves undone stays so until a test resumes it. */
async function startResting(engine: DatabaseKind, env: Record<string, string> = {}): Promise<void> {
  service = await startTestService(engine, { env, replace: { runtime } });
  await service.running.service.worker.stop();
  key = await service.makeKey();
}

afterEach(async () => {
  ahead = 0;
  stepped = 0;
  await service.close();
});

const buy = (domain: string, idempotencyKey: string) =>
  service.reply('requestSeoOverview', { domain, confirmSpend: true }, { key, idempotencyKey });

const read = async (reportId: string) => (await service.call('readSeoReports', { reportId }, { key })).report;

/** Resumes a report as the worker does. */
async function resume(reportId: string): Promise<void> {
  const row = await service.api.db
    .selectFrom('seo_reports')
    .select('workspace_id')
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow();
  const report = await findReport(service.api.db, row.workspace_id, reportId);
  if (report === null) throw new Error('no report');
  await resumeSeoReport(service.api, report);
}

onEachDatabase('an SEO overview', (engine) => {
  beforeEach(async () => {
    await startResting(engine);
  });

  it('is two calls with their costs, and a replay is the same report without a call', async () => {
    const first = await buy('Example-Shop.com', 'two-calls-1');
    expect(first.status).toBe(200);
    const { report } = first.body;
    expect(report).toMatchObject({
      domain: 'example-shop.com',
      state: 'complete',
      source: { provider: 'dataforseo', sandbox: false },
    });
    expect(report.calls.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    const cost = report.calls.reduce((sum, call) => sum + (call.costUsd ?? Number.NaN), 0);
    expect(report.costUsd).toBeCloseTo(cost, 10);
    const again = await buy('example-shop.com', 'two-calls-1');
    expect(again.body.report).toEqual(report);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await buy('other-shop.com', 'two-calls-1')).body.error.code).toBe('idempotency_conflict');
    expect(paidSeoCalls(service)).toBe(2);
  });

  it('50 equal concurrent requests buy one', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy('at-once.com', 'at-once-1')));
    expect(new Set(answers.map(({ body }) => body.report.reportId)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(paidSeoCalls(service)).toBe(2);
  });

  it('is complete with one half if the provider refused the other, and says so', async () => {
    service.simulator.script({ at: 'seo_call', when: 'ranked_keywords', seo: { taskStatus: 40501 } });
    const { report } = (await buy('half-refused.com', 'half-refused-1')).body;
    expect(report).toMatchObject({ state: 'complete', rankedKeywords: null });
    expect(report.overview).not.toBeNull();
    expect(report.limitations[0]).toMatch(/^call_failed: ranked_keywords/);
  });

  it('stays pending while the outcome of a call is unknown, finds it by its tag, and never sends it again', async () => {
    service.simulator.script({ at: 'seo_call', when: 'domain_rank_overview', reply: { kind: 'lost' } });
    const { report } = (await buy('lost-answer.com', 'lost-answer-1')).body;
    expect(report.state).toBe('pending');
    expect(report.calls.map(({ state }) => state)).toEqual(['unknown', 'succeeded']);
    expect(report.costUsd).toBeNull();
    expect(report.limitations[0]).toMatch(/^outcome_unknown: /);
    await resume(report.reportId);
    const settled = await read(report.reportId);
    expect(settled).toMatchObject({ state: 'complete', overview: null });
    expect(settled.calls[0]).toMatchObject({ state: 'failed', error: expect.stringMatching(/^result_lost: /) });
    expect(settled.costUsd).toBeGreaterThan(0);
    expect(paidSeoCalls(service)).toBe(2);
    expect((await buy('lost-answer.com', 'lost-answer-1')).body.report.reportId).toBe(report.reportId);
  });

  it('buys no second report of a domain while a call of the first may have run, and does so once that is known', async () => {
    service.simulator.script({ at: 'seo_call', when: 'domain_rank_overview', reply: { kind: 'lost' } });
    const { report } = (await buy('unresolved.com', 'unresolved-1')).body;
    const limits = async () => (await service.call('authStatus', {}, { key })).limits.seoLookupsRemaining;
    const left = await limits();
    const refused = await buy('Unresolved.com', 'unresolved-2');
    expect([refused.status, refused.body.error.code, refused.body.error.retry]).toEqual([
      409,
      'creation_unresolved',
      'inspect_run',
    ]);
    expect(refused.body.recovery).toEqual({ runId: report.reportId, sessionId: null });
    expect(refused.body.error.details).toEqual({ reportId: report.reportId });
    expect([await limits(), paidSeoCalls(service)]).toEqual([left, 2]);
    // The first request is only repeated, and other domains are not blocked.
    expect((await buy('unresolved.com', 'unresolved-1')).body.report.reportId).toBe(report.reportId);
    expect((await buy('other-domain.com', 'unresolved-3')).status).toBe(200);
    await resume(report.reportId);
    const bought = await buy('unresolved.com', 'unresolved-2');
    expect([bought.status, bought.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(bought.body.report.reportId).not.toBe(report.reportId);
  });

  it('counts a call that was interrupted as unresolved, but not one in progress', async () => {
    const { report } = (await buy('died-sent.com', 'died-sent-1')).body;
    const at = (dueAt: number) => new Date(systemRuntime.now() + dueAt).toISOString();
    await service.setRows('seo_calls', { state: 'sent', data: null }, { report_id: report.reportId });
    await service.setRows('seo_reports', { state: 'pending', due_at: at(60_000) });
    expect((await buy('died-sent.com', 'died-sent-2')).status).toBe(200);
    await service.setRows('seo_reports', { due_at: at(-1_000) }, { id: report.reportId });
    expect((await buy('died-sent.com', 'died-sent-3')).body.error.code).toBe('creation_unresolved');
  });

  it('gives up an unseen call after a day, with unknown cost', async () => {
    service.simulator.script({ at: 'seo_call', when: 'domain_rank_overview', reply: { kind: 'dropped' } });
    const { report } = (await buy('never-seen.com', 'never-seen-1')).body;
    await resume(report.reportId);
    expect((await read(report.reportId)).state).toBe('pending');
    ahead = 25 * 3_600_000;
    await resume(report.reportId);
    const settled = await read(report.reportId);
    expect(settled).toMatchObject({ state: 'complete', costUsd: null });
    expect(settled.calls[0]).toMatchObject({ state: 'failed', error: expect.stringMatching(/^outcome_unknown: /) });
    expect(paidSeoCalls(service)).toBe(2);
  });

  it('keeps figures that were spilled, even if their call was given up before', async () => {
    const { report } = (await buy('came-late.com', 'came-late-1')).body;
    const figures = await service.db
      .selectFrom('seo_calls')
      .selectAll()
      .where('ordinal', '=', 0)
      .executeTakeFirstOrThrow();
    await service.setRows(
      'seo_calls',
      {
        state: 'failed',
        data: null,
        cost_usd: null,
        error: 'outcome_unknown: the provider never showed this call',
      },
      { ordinal: 0 },
    );
    const kept = {
      reportId: report.reportId,
      workspaceId: figures.workspace_id,
      name: figures.name,
      end: {
        state: 'succeeded' as const,
        endedAt: figures.ended_at,
        costUsd: figures.cost_usd,
        error: null,
        data: JSON.parse(figures.data ?? 'null'),
      },
    };
    await service.api.seoSpill.write(kept);
    await replaySpill(service.api);
    expect((await read(report.reportId)).overview).toEqual(report.overview);
    // Imported again, as after a kill between save and removal, it changes nothing; a different end of the call is set
    // aside.
    await service.api.seoSpill.write(kept);
    await service.api.seoSpill.write({
      ...kept,
      name: 'ranked_keywords',
      end: { ...kept.end, endedAt: '2026-01-01T00:00:00.000Z' },
    });
    await replaySpill(service.api);
    expect(await read(report.reportId)).toEqual(await read(report.reportId));
    const folder = join(service.database.dataDir, 'spill', 'seo');
    expect(readdirSync(folder)).toEqual([`${report.reportId}.ranked_keywords.json.unmatched`]);
  });

  it('gives up no call because the clock stepped, and checks it as often as before', async () => {
    service.simulator.script({ at: 'seo_call', when: 'domain_rank_overview', reply: { kind: 'dropped' } });
    const { report } = (await buy('stepped.com', 'stepped-1')).body;
    stepped = 25 * 3_600_000;
    await resume(report.reportId);
    expect((await read(report.reportId)).state).toBe('pending');
    const row = await service.db.selectFrom('seo_reports').select('due_at').executeTakeFirstOrThrow();
    expect(Date.parse(row.due_at ?? '') - steady()).toBeLessThanOrEqual(30_000);
  });

  it('gives up no call because a search for it failed', async () => {
    service.simulator.script({ at: 'seo_call', when: 'domain_rank_overview', reply: { kind: 'lost' } });
    service.simulator.script({ at: 'seo_lookup', reply: { kind: 'status', status: 500 }, times: 1_000 });
    const { report } = (await buy('never-asked.com', 'never-asked-1')).body;
    ahead = 25 * 3_600_000;
    await resume(report.reportId);
    expect((await read(report.reportId)).state).toBe('pending');
    service.simulator.clearScript();
    await resume(report.reportId);
    const settled = await read(report.reportId);
    expect(settled.calls[0]).toMatchObject({ state: 'failed', error: expect.stringMatching(/^result_lost: /) });
    expect(settled.costUsd).toBeGreaterThan(0);
    expect(paidSeoCalls(service)).toBe(2);
  });

  it('resumes after a crash between the calls: sends the unsent one, and not the one that was sent', async () => {
    const { report } = (await buy('crash-between.com', 'crash-between-1')).body;
    await service.setRows('seo_calls', { state: 'not_sent', data: null }, { name: 'ranked_keywords' });
    await service.setRows('seo_calls', { state: 'sent', data: null }, { name: 'domain_rank_overview' });
    await service.setRows('seo_reports', { state: 'pending' });
    await resume(report.reportId);
    const after = await read(report.reportId);
    expect(after.calls.map(({ state }) => state)).toEqual(['failed', 'succeeded']);
    const sent = service.simulator.ledger.filter((entry) => entry.operation === 'seo_call').map(({ path }) => path);
    expect(sent.filter((path) => path.includes('domain_rank_overview'))).toHaveLength(1);
    expect(sent.filter((path) => path.includes('ranked_keywords'))).toHaveLength(2);
  });

  it('accepts an answer that comes after its call was given up', async () => {
    const { report } = (await buy('late-answer.com', 'late-answer-1')).body;
    const { workspace_id: workspaceId } = await service.api.db
      .selectFrom('seo_reports')
      .select('workspace_id')
      .executeTakeFirstOrThrow();
    const saved = await service.api.db
      .selectFrom('seo_calls')
      .select('data')
      .where('name', '=', 'ranked_keywords')
      .executeTakeFirstOrThrow();
    const at = { id: report.reportId, workspaceId };
    await moveCall(service.api.db, at, 'ranked_keywords', 'succeeded', { state: 'unknown', data: null });
    const end = {
      state: 'succeeded' as const,
      endedAt: null,
      costUsd: 0.01,
      error: null,
      data: JSON.parse(saved.data ?? 'null'),
    };
    await service.api.seoSpill.write({ reportId: report.reportId, workspaceId, name: 'ranked_keywords', end });
    expect(await replaySpill(service.api)).toBe(1);
    expect((await read(report.reportId)).rankedKeywords).toEqual(report.rankedKeywords);
    expect(await service.api.seoSpill.list()).toEqual([]);
  });
});

it('a database that refuses to save a paid result returns the report to inspect; the figures are spilled to disk and imported, and nothing is bought twice', async () => {
  await startResting('sqlite');
  // Refuses the one save after the provider's answer, like a full or failing disk.
  await service.db.executeQuery(
    sql`CREATE TRIGGER no_save BEFORE UPDATE ON seo_calls WHEN NEW.state = 'succeeded'
        BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`.compile(service.db),
  );
  const refused = await buy('unsaved.com', 'unsaved-1');
  expect([refused.status, refused.body.error.code]).toEqual([503, 'persistence_unconfirmed']);
  const { runId: reportId } = refused.body.recovery;
  expect(reportId).toMatch(/^seo_/);
  expect(readdirSync(join(service.database.dataDir, 'spill', 'seo'))).toEqual([
    `${reportId}.domain_rank_overview.json`,
  ]);
  expect(paidSeoCalls(service)).toBe(1);

  await service.db.executeQuery(sql`DROP TRIGGER no_save`.compile(service.db));
  const pending = await buy('unsaved.com', 'unsaved-1');
  expect(pending.body.report).toMatchObject({ reportId, state: 'pending' });
  expect(await replaySpill(service.api)).toBe(1);
  expect((await read(reportId)).overview).not.toBeNull();
  await resume(reportId);
  expect(await read(reportId)).toMatchObject({ state: 'complete', limitations: [] });
  expect(paidSeoCalls(service)).toBe(2);
});

onEachDatabase('the lease of a report', (engine) => {
  long('is short, so that a crash is soon known, and renewed during a slow call', async () => {
    const seoLeaseMs = 1_500;
    service = await startTestService(engine, { replace: { seoLeaseMs } });
    key = await service.makeKey();
    const { db, runtime } = service.api;
    service.simulator.script({ at: 'seo_call', reply: { kind: 'stalled', afterMs: 3_000 } });
    const asked = buy('slow-call.com', 'slow-call-1');
    const leases = new Set<string>();
    // The call takes as long as two leases, so its lease is renewed at least once.
    while (leases.size < 2) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const row = await db.selectFrom('seo_reports').select('due_at').executeTakeFirst();
      if (row === undefined) continue;
      expect(row.due_at).not.toBeNull();
      expect(Date.parse(row.due_at ?? '') - runtime.steady()).toBeLessThanOrEqual(seoLeaseMs);
      leases.add(row.due_at ?? '');
    }
    expect((await asked).body.report).toMatchObject({ state: 'complete', limitations: [] });
    expect(service.simulator.ledger.map(({ operation }) => operation)).toEqual(['seo_call', 'seo_call']);
  });
});

it('a stopped process leaves a report that the next one resumes at once', async () => {
  await startResting('sqlite');
  const { report } = (await buy('left-behind.com', 'left-behind-1')).body;
  await service.setRows('seo_calls', { state: 'not_sent', data: null }, { name: 'ranked_keywords' });
  await service.setRows('seo_reports', { state: 'pending', completed_at: null, due_at: '2099-01-01T00:00:00.000Z' });
  await service.restart();
  await expect.poll(async () => (await read(report.reportId)).state).toBe('complete');
  expect(await read(report.reportId)).toMatchObject({ state: 'complete', limitations: [] });
  expect(paidSeoCalls(service)).toBe(3);
});

describe('permitted lookups', () => {
  beforeEach(async () => {
    await startResting('sqlite', { ALLOWED_ACCOUNTS: 'somebody.else@example.com' });
  });

  it.each([
    ['https://example.com', /without scheme, port or path/],
    ['example.com/shop', /without scheme, port or path/],
    ['example.com:8080', /without scheme, port or path/],
    ['192.0.2.1', /not an address/],
    ['[2001:db8::1]', /without scheme, port or path/],
    ['localhost', /such as example.com/],
    ['co.uk', /public suffix/],
    ['exa mple.com', /without scheme/],
  ])('%s is refused with an explanation', async (domain, words) => {
    const refused = await buy(domain, 'refused-domain-1');
    expect([refused.status, refused.body.error.code, refused.body.error.details?.field]).toEqual([
      400,
      'invalid_request',
      'domain',
    ]);
    expect(refused.body.error.message).toMatch(words);
  });

  it('an account that is not on the list buys nothing, and its key stays free', async () => {
    const refused = await buy('bücher-example.com', 'not-listed-1');
    expect([refused.status, refused.body.error.code]).toEqual([403, 'account_not_allowed']);
    await service.restart({ ALLOWED_ACCOUNTS: '' });
    const bought = await buy('bücher-example.com', 'not-listed-1');
    expect(bought.body.report.domain).toBe('xn--bcher-example-wob.com');
    expect(bought.headers.get('idempotency-replayed')).toBeNull();
  });

  it('without consent nothing is bought', async () => {
    for (const body of [{ domain: 'example.com' }, { domain: 'example.com', confirmSpend: false }]) {
      const refused = await service.reply('requestSeoOverview', body, { key, idempotencyKey: 'no-consent-1' });
      expect([refused.status, refused.body.error.details?.field]).toEqual([400, 'confirmSpend']);
    }
    expect(paidSeoCalls(service)).toBe(0);
  });
});

onEachDatabase('a process that serves without a worker of its own', (engine) => {
  it('imports what it spilled to its disk, at its next start', async () => {
    await startResting(engine);
    const { report } = (await buy('api-process.com', 'api-process-1')).body;
    const { workspace_id: workspaceId, data } = await service.api.db
      .selectFrom('seo_calls')
      .selectAll()
      .where('name', '=', 'ranked_keywords')
      .executeTakeFirstOrThrow();
    const at = { id: report.reportId, workspaceId };
    await moveCall(service.api.db, at, 'ranked_keywords', 'succeeded', { state: 'unknown', data: null });
    const end = {
      state: 'succeeded' as const,
      endedAt: null,
      costUsd: 0.01,
      error: null,
      data: JSON.parse(data ?? 'null'),
    };
    await service.api.seoSpill.write({ reportId: report.reportId, workspaceId, name: 'ranked_keywords', end });
    await service.restart(engine === 'postgres' ? { ROLE: 'api' } : {});
    await expect.poll(() => service.api.seoSpill.list()).toEqual([]);
    expect((await read(report.reportId)).rankedKeywords).toEqual(report.rankedKeywords);
  });
});
