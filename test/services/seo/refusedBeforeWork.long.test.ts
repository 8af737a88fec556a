import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../src/engines/startSimulator.ts';
import { onEachDatabase } from '../../support/databases.ts';
import { type ServerProcess, startServerProcess } from '../../support/serverProcess.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** Counts paid calls that reached the provider: all, and those that did work there. */
function paid(simulator: Simulator): { sent: number; worked: number; tags: string[] } {
  const calls = simulator.ledger.filter(({ operation }) => operation === 'seo_call');
  const tags = calls.map(({ body }) => String((body as [{ tag: string }])[0].tag.replace(/^seo_\w+?:/, '')));
  return { sent: calls.length, worked: calls.filter(({ created }) => created !== null).length, tags };
}

onEachDatabase('a call that the provider refuses before any work', (engine) => {
  let service: TestService;
  let key: string;
  beforeEach(async () => {
    service = await startTestService(engine, { replace: { seoRefusalPausesMs: [10, 20] } });
    key = await service.makeKey();
  });
  afterEach(() => service.close());
  const buy = async (domain: string) =>
    (await service.call('requestSeoOverview', { domain, confirmSpend: true }, { key, idempotencyKey: domain })).report;

  it.each([40202, 40209])('(%i) is sent again, bought once, and the refusals are in the report', async (code) => {
    service.simulator.script({ at: 'seo_call', seo: { taskStatus: code }, times: 2 });
    const report = await buy(`busy-${code}.com`);
    expect(report.state).toBe('complete');
    expect(report.costUsd).toBeCloseTo((report.calls[0]?.costUsd ?? 0) + (report.calls[1]?.costUsd ?? 0), 10);
    expect(report.calls[0]?.costUsd).toBe(0.0101);
    expect(report.overview).not.toBeNull();
    expect(report.calls.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    expect(report.limitations).toEqual([
      `call_repeated: domain_rank_overview was refused before any work (${code}, ${code}) and sent again. A refusal costs nothing.`,
    ]);
    expect(paid(service.simulator)).toMatchObject({
      sent: 4,
      worked: 2,
      tags: ['domain_rank_overview', 'domain_rank_overview:2', 'domain_rank_overview:3', 'ranked_keywords'],
    });
  });

  it('three times is failed, at no cost, and the other call is still made', async () => {
    service.simulator.script({ at: 'seo_call', when: 'overview', seo: { taskStatus: 40202 }, times: 10 });
    const report = await buy('always-busy.com');
    expect(report).toMatchObject({ state: 'complete', overview: null });
    expect(report.calls[0]).toMatchObject({ state: 'failed', costUsd: 0 });
    expect(report.calls[0]?.error).toMatch(/^40202: .* \(refused 3 times, each before any work\)$/);
    expect(paid(service.simulator)).toMatchObject({ sent: 4, worked: 1 });
  });

  it.each([
    ['another refusal', { seo: { taskStatus: 40210 } }],
    ['a refusal that states a cost', { seo: { taskStatus: 40202, costUsd: 0.01 } }],
    ['a failure that may be billed', { seo: { taskStatus: 50000 } }],
    ['a reply that was lost', { reply: { kind: 'lost' } }],
  ] as const)('is the only outcome that is retried: not %s', async (_what, fault) => {
    service.simulator.script({ at: 'seo_call', when: 'overview', ...fault });
    await buy('never-again.com');
    expect(paid(service.simulator).tags).toEqual(['domain_rank_overview', 'ranked_keywords']);
  });

  it('and whose retry is lost is searched for by the retry’s tag, and not sent a third time', async () => {
    service.simulator.script({ at: 'seo_call', seo: { taskStatus: 40209 } });
    service.simulator.script({ at: 'seo_call', reply: { kind: 'lost' } });
    const report = await buy('busy-then-lost.com');
    expect([report.state, report.calls[0]?.state]).toEqual(['pending', 'unknown']);
    await service.setRows('seo_reports', { due_at: '2000-01-01T00:00:00.000Z' });
    const read = async () => (await service.call('readSeoReports', { reportId: report.reportId }, { key })).report;
    const ended = await until(read, ({ state }) => state !== 'pending');
    expect(ended.calls[0]?.error).toMatch(/^result_lost: /);
    expect(paid(service.simulator)).toMatchObject({ sent: 3, worked: 2 });
  });
});

describe('a server killed during an overview', () => {
  let server: ServerProcess;
  let simulator: Simulator;
  beforeEach(async () => {
    server = await startServerProcess('sqlite');
    ({ simulator } = server);
  });

  /** Returns true if a refusal of the provider is saved. */
  function hasSavedRefusal(): boolean {
    const file = new DatabaseSync(join(server.database.dataDir, 'sightline.sqlite'), { readOnly: true });
    try {
      return file.prepare("select 1 from seo_calls where refusals <> '[]'").get() !== undefined;
    } finally {
      file.close();
    }
  }

  /** Buys from the server, kills it at `moment`, restarts it, and follows the report. */
  async function buyAndKill(moment: () => boolean, changed: Record<string, string> = {}) {
    const buy = () =>
      server.call(
        'requestSeoOverview',
        { domain: 'killed.com', confirmSpend: true },
        { idempotencyKey: 'killed-between' },
      );
    const cut = buy().catch(() => null);
    await until(moment, Boolean);
    await server.kill();
    expect(await cut).toBeNull();
    await server.start(changed);
    return until(
      async () => (await buy()).report,
      ({ state }) => state === 'complete',
    );
  }

  it('between two attempts resumes where nothing was done: one work for each call', async () => {
    simulator.script({ at: 'seo_call', seo: { taskStatus: 40202 } });
    const report = await buyAndKill(hasSavedRefusal);
    expect(report.calls.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    expect(paid(simulator)).toMatchObject({ sent: 3, worked: 2 });
  });

  it('makes the second call of its claim, although the setting has changed at the next start', async () => {
    simulator.script({ at: 'seo_call', reply: { kind: 'stalled', afterMs: 60_000 } });
    const report = await buyAndKill(() => paid(simulator).sent === 1, { SEO_SECOND_CALL: 'backlinks_summary' });
    expect(report.calls.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'domain_rank_overview failed',
      'ranked_keywords succeeded',
    ]);
    expect(paid(simulator).tags).toEqual(['domain_rank_overview', 'ranked_keywords']);
  });

  it('searches for the interrupted attempt, and does not send it again', async () => {
    simulator.script({ at: 'seo_call', seo: { taskStatus: 40202 } });
    simulator.script({ at: 'seo_call', reply: { kind: 'stalled', afterMs: 60_000 } });
    const report = await buyAndKill(() => paid(simulator).sent === 2);
    expect(report.calls[0]).toMatchObject({ state: 'failed', error: expect.stringMatching(/^result_lost: /) });
    expect(report.calls[0]?.costUsd).toBeGreaterThan(0);
    expect(paid(simulator)).toMatchObject({ sent: 3, worked: 2 });
  });
});
