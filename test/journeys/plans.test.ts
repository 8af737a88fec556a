import { beforeAll, expect, it } from 'vitest';
import { requestKey } from '../../src/domain/plans/round.ts';
import { activatePlan, readSeenPlan } from '../support/activatePlan.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { readLedger } from '../support/ledger.ts';
import { long } from '../support/long.ts';
import { owner, useService } from '../support/service.ts';
import { createWatcher, type TestWatcher } from '../support/watcher.ts';

const hour = 3_600_000;

onEachDatabase('a plan', (engine) => {
  const clock = createClock('2026-03-02T05:00:00.000Z');
  const service = useService(engine, {
    replace: { runtime: clock.runtime },
    env: { OPENAI_MODEL: 'gpt-5.5', ACTIVE_RUNS_PER_OWNER: '2' },
  });
  let watcher: TestWatcher;
  let key: string;
  let cases: { id: string; questionId: string }[];
  let planId: string;

  const rounds = async () => (await service.call('listRounds', { id: planId }, { key })).items;

  /** Asks and answers everything that is due. */
  async function ask(): Promise<void> {
    for (let passes = 0; passes < 40; passes += 1) {
      watcher.move(60_000);
      await watcher.pass();
      const runs = await service.call('listRuns', { kind: 'keyword' }, { key });
      for (const { id, status } of runs.items) if (status !== 'completed') await service.finish(key, id);
      const [last] = await rounds();
      if (last === undefined || last.counts.waiting + last.counts.running === 0) break;
    }
    watcher.move(60_000);
    await watcher.pass();
  }

  beforeAll(async () => {
    watcher = createWatcher(service);
    key = await service.makeKey(['evaluate', 'manage']);
    const queries = ['Which CRM suits us?', 'Which CRM is cheapest?'];
    const saved = await service.call('createQuestions', { queries }, { key });
    cases = saved.items.map(({ id, engines }) => ({ id: engines[0]?.cases[0]?.id ?? '', questionId: id }));
  });

  it('is saved with its price, and buys nothing before a person activates it', async () => {
    const content = {
      questions: { questionIds: cases.map(({ questionId }) => questionId) },
      engines: ['openai'],
      repeats: 2,
      cadence: { kind: 'daily' as const, at: '07:00', timeZone: 'Europe/Vienna' },
    };
    const { quote } = await service.call('quotePlan', content, { key });
    expect(quote).toMatchObject({ requests: 4, roundsInMonth: 30 });
    expect(quote.month.typicalUsd).toBeCloseTo(30 * quote.round.total.typicalUsd, 6);
    const { plan } = await service.call('createPlan', { name: 'Daily CRM', ...content }, { key });
    planId = plan.id;
    expect(plan).toMatchObject({ state: 'draft', nextDueAt: null, revision: 1 });
    clock.move(2 * hour);
    await ask();
    expect([service.sent(), await rounds()]).toEqual([0, []]);
    await service.refuse('startRound', { id: planId }, 'invalid_request', { key, idempotencyKey: 'run-a-draft' });
  });

  it('needs a person’s password, and gets a key that can only request its rounds', async () => {
    const activation = { id: planId, password: owner.password, revision: 1, worstCaseUsd: 9 };
    await service.refuse('activatePlan', activation, 'insufficient_permission', { key });
    const wrong = (await activatePlan(service, planId, { password: 'not the password' })).body;
    expect(wrong.error).toMatchObject({ code: 'insufficient_permission', details: { field: 'password' } });
    const made = (await activatePlan(service, planId, { budgetUsdPerMonth: 20, maxUsdPerRound: 4 })).body;
    expect(made.plan).toMatchObject({ state: 'active', nextDueAt: '2026-03-03T06:00:00.000Z', budgetUsdPerMonth: 20 });
    const listed = await service.call('listKeys', {});
    expect(listed.items[0]).toMatchObject({ name: 'Plan: Daily CRM', planId, permissions: ['read', 'evaluate'] });
    const as = { key: made.secret };
    const [first] = cases;
    const alone = await service.ensure(made.secret, first?.id ?? '', 'a-key-of-my-own', { maxAgeSeconds: 0 });
    expect([alone.status, alone.body.error.code]).toEqual([403, 'insufficient_permission']);
    const run = { kind: 'keyword', id: 'run_x' };
    await service.refuse('cancelRun', run, 'insufficient_permission', { ...as, under: 'v2' });
    await service.call('listPlans', {}, as);
    expect(service.sent()).toBe(0);
  });

  long('sends each request once when it is due, one repetition after the other, and shows the cost', async () => {
    clock.move(23 * hour);
    await ask();
    const [round] = await rounds();
    expect(round).toMatchObject({ number: 1, kind: 'scheduled', dueAt: '2026-03-03T06:00:00.000Z', state: 'ended' });
    expect(round?.counts).toMatchObject({ requests: 4, answered: 4, waiting: 0, reused: 0 });
    expect(service.creates()).toBe(4);
    const ledger = await readLedger(service.db);
    expect(ledger.saved).toEqual(ledger.replayed);
    expect(round?.money.totalUsd).toBeGreaterThan(0);
    const byPlan = await service.call('readSpending', { by: 'plan' }, { key });
    expect(byPlan.rows).toEqual([
      expect.objectContaining({ id: planId, label: 'Daily CRM', totalUsd: round?.money.totalUsd }),
    ]);
    const detail = await service.call('readRound', { id: planId, round: '1' }, { key });
    expect(detail.items.map((item) => [item.repeat, item.state])).toEqual([
      [1, 'answered'],
      [1, 'answered'],
      [2, 'answered'],
      [2, 'answered'],
    ]);
    expect(watcher.said.filter((line) => line.includes('started'))).toHaveLength(4);
  });

  long('records a round as missed that was not started in time, and never buys it later', async () => {
    clock.move(27 * hour);
    await ask();
    const [missed] = await rounds();
    expect(missed).toMatchObject({ number: 2, state: 'missed', reason: 'not_started', counts: { requests: 0 } });
    const waiting = (await service.call('readAttention', {}, { key })).items;
    expect(waiting).toEqual([expect.objectContaining({ kind: 'round_missed', planId, round: 2 })]);
    clock.move(21 * hour);
    await ask();
    expect((await rounds()).map(({ number, state }) => [number, state])).toEqual([
      [3, 'ended'],
      [2, 'missed'],
      [1, 'ended'],
    ]);
    expect(service.creates()).toBe(8);
  });

  long('runs now on request, once for a key', async () => {
    const started = await service.call('startRound', { id: planId }, { key, idempotencyKey: 'by-hand-1' });
    const again = await service.call('startRound', { id: planId }, { key, idempotencyKey: 'by-hand-1' });
    expect([started.round.number, again.round.number, started.round.kind]).toEqual([4, 4, 'manual']);
    await ask();
    expect((await rounds())[0]).toMatchObject({ number: 4, state: 'ended', counts: { answered: 4 } });
    expect(service.creates()).toBe(12);
  });

  long('keeps a round within its spending limit, and lists unsent requests', async () => {
    await activatePlan(service, planId, { budgetUsdPerMonth: 20, maxUsdPerRound: 0.7 });
    await service.call('startRound', { id: planId }, { key, idempotencyKey: 'by-hand-2' });
    watcher.move(60_000);
    await watcher.pass();
    const [open] = await rounds();
    expect(open?.counts).toMatchObject({ running: 1, waiting: 3 });
    expect(open?.money.heldUsd).toBeLessThanOrEqual(0.7);
    const { items } = await service.call('readRound', { id: planId, round: '5' }, { key });
    const { caseId = '', repeat = 0 } = items.find(({ state }) => state === 'waiting') ?? {};
    const next = { kind: 'keyword', caseId, maxAgeSeconds: 0 };
    const idempotencyKey = requestKey(planId, 5, { caseId, repeat, denials: 0 });
    const denied = await service.refuse('ensureObservation', next, 'run_limit', { key, idempotencyKey });
    expect(denied).toMatchObject({ code: 'run_limit', message: expect.stringContaining('is held for requests') });
    expect(denied.details).toMatchObject({ newKeyNeeded: true, waitsFor: 'holds', heldUsd: 0.66, spentUsd: 0 });
    clock.move(25 * hour);
    await ask();
    const all = await rounds();
    const byHand = all.find(({ number }) => number === 5);
    expect(byHand).toMatchObject({ state: 'ended', reason: 'no_budget', counts: { not_asked: 3 } });
    expect(byHand?.money.totalUsd).toBeLessThanOrEqual(0.7);
  });

  it('pauses, changes by revision, resumes and ends with its key', async () => {
    const paused = await service.call('pausePlan', { id: planId }, { key });
    expect(paused.plan).toMatchObject({ state: 'paused', nextDueAt: null });
    const before = (await rounds()).length;
    clock.move(72 * hour);
    await ask();
    expect(await rounds()).toHaveLength(before);
    const changed = await service.call(
      'changePlan',
      { id: planId, repeats: 1, cadence: { kind: 'weekly', weekday: 'monday', at: '06:00', timeZone: 'UTC' } },
      { key },
    );
    expect(changed.plan).toMatchObject({ revision: 2, repeats: 1 });
    const resumed = await service.call('resumePlan', { id: planId, ...(await readSeenPlan(service, planId)) }, { key });
    expect(new Date(resumed.plan.nextDueAt).getUTCDay()).toBe(1);
    await service.call('archivePlan', { id: planId }, { key });
    const listed = await service.call('listKeys', {});
    expect(listed.items.find((one) => one.planId === planId)?.revokedAt).toEqual(expect.any(String));
    await service.refuse('readPlan', { id: planId }, 'not_found', { key });
  });
});
