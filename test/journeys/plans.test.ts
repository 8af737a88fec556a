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

  const call = async (method: string, path: string, body?: unknown, more = {}) =>
    (await service.ask(`/api/v2${path}`, { method, key, ...(body === undefined ? {} : { body }), ...more }))
      .body as any;
  const asOwner = async (method: string, path: string, body?: unknown) =>
    (await service.ask(`/api/v2${path}`, { method, cookie: service.cookie, ...(body === undefined ? {} : { body }) }))
      .body as any;
  const rounds = async () => (await call('GET', `/plans/${planId}/rounds`)).items;

  /** Lets everything that is due be asked and answered. */
  async function ask(): Promise<void> {
    for (let passes = 0; passes < 40; passes += 1) {
      watcher.move(60_000);
      await watcher.pass();
      const runs = await call('GET', '/runs?kind=keyword');
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
    const saved = await call('POST', '/questions', { queries: ['Which CRM suits us?', 'Which CRM is cheapest?'] });
    cases = saved.items.map((item: any) => ({ id: item.engines[0].cases[0].id, questionId: item.id }));
  });

  it('is saved with its price, and buys nothing before somebody activates it', async () => {
    const content = {
      questions: { questionIds: cases.map(({ questionId }) => questionId) },
      engines: ['openai'],
      repeats: 2,
      cadence: { kind: 'daily', at: '07:00', timeZone: 'Europe/Vienna' },
    };
    const { quote } = await call('POST', '/plan-quotes', content);
    expect(quote).toMatchObject({ requests: 4, roundsInMonth: 30 });
    expect(quote.month.typicalUsd).toBeCloseTo(30 * quote.round.total.typicalUsd, 6);
    const { plan } = await call('POST', '/plans', { name: 'Daily CRM', ...content });
    planId = plan.id;
    expect(plan).toMatchObject({ state: 'draft', nextDueAt: null, revision: 1 });
    clock.move(2 * hour);
    await ask();
    expect([service.sent(), await rounds()]).toEqual([0, []]);
    const refused = await call('POST', `/plans/${planId}/rounds`, {}, { idempotencyKey: 'run-a-draft' });
    expect(refused.error.code).toBe('invalid_request');
  });

  it('takes the password of a person, and gets a key for its rounds alone', async () => {
    const keyed = await call('POST', `/plans/${planId}/activation`, {
      password: owner.password,
      revision: 1,
      worstCaseUsd: 9,
    });
    expect(keyed.error.code).toBe('insufficient_permission');
    const wrong = (await activatePlan(service, planId, { password: 'not the password' })).body as any;
    expect(wrong.error).toMatchObject({ code: 'insufficient_permission', details: { field: 'password' } });
    const made = (await activatePlan(service, planId, { budgetUsdPerMonth: 20, maxUsdPerRound: 4 })).body as any;
    expect(made.plan).toMatchObject({ state: 'active', nextDueAt: '2026-03-03T06:00:00.000Z', budgetUsdPerMonth: 20 });
    const listed = await asOwner('GET', '/keys');
    expect(listed.items[0]).toMatchObject({ name: 'Plan: Daily CRM', planId, permissions: ['read', 'evaluate'] });
    const as = { key: made.secret };
    const [first] = cases;
    const alone = await service.ensure(made.secret, first?.id ?? '', 'a-key-of-my-own', { maxAgeSeconds: 0 });
    expect([alone.status, alone.body.error.code]).toEqual([403, 'insufficient_permission']);
    expect((await service.ask('/api/v2/runs/keyword/run_x/cancel', { ...as, method: 'POST', body: {} })).status).toBe(
      403,
    );
    expect((await service.ask('/api/v2/plans', as)).status).toBe(200);
    expect(service.sent()).toBe(0);
  });

  long('asks each request once when it is due, repeats after each other, and shows what it cost', async () => {
    clock.move(23 * hour);
    await ask();
    const [round] = await rounds();
    expect(round).toMatchObject({ number: 1, kind: 'scheduled', dueAt: '2026-03-03T06:00:00.000Z', state: 'ended' });
    expect(round.counts).toMatchObject({ requests: 4, answered: 4, waiting: 0, reused: 0 });
    expect(service.creates()).toBe(4);
    const ledger = await readLedger(service.running.service.api.db);
    expect(ledger.saved).toEqual(ledger.replayed);
    expect(round.money.totalUsd).toBeGreaterThan(0);
    const byPlan = await call('GET', '/spending?by=plan');
    expect(byPlan.rows).toEqual([
      expect.objectContaining({ id: planId, label: 'Daily CRM', totalUsd: round.money.totalUsd }),
    ]);
    const detail = await call('GET', `/plans/${planId}/rounds/1`);
    expect(detail.items.map((item: any) => [item.repeat, item.state])).toEqual([
      [1, 'answered'],
      [1, 'answered'],
      [2, 'answered'],
      [2, 'answered'],
    ]);
    expect(watcher.said.filter((line) => line.includes('started'))).toHaveLength(4);
  });

  long('records a round as missed that nobody began in time, and never buys it later', async () => {
    clock.move(27 * hour);
    await ask();
    const [missed] = await rounds();
    expect(missed).toMatchObject({ number: 2, state: 'missed', reason: 'not_started', counts: { requests: 0 } });
    const waiting = (await call('GET', '/attention')).items;
    expect(waiting).toEqual([expect.objectContaining({ kind: 'round_missed', planId, round: 2 })]);
    clock.move(21 * hour);
    await ask();
    expect((await rounds()).map(({ number, state }: any) => [number, state])).toEqual([
      [3, 'ended'],
      [2, 'missed'],
      [1, 'ended'],
    ]);
    expect(service.creates()).toBe(8);
  });

  long('runs now when it is told to, once for a key', async () => {
    const started = await call('POST', `/plans/${planId}/rounds`, {}, { idempotencyKey: 'by-hand-1' });
    const again = await call('POST', `/plans/${planId}/rounds`, {}, { idempotencyKey: 'by-hand-1' });
    expect([started.round.number, again.round.number, started.round.kind]).toEqual([4, 4, 'manual']);
    await ask();
    expect((await rounds())[0]).toMatchObject({ number: 4, state: 'ended', counts: { answered: 4 } });
    expect(service.creates()).toBe(12);
  });

  long('keeps a round within what it may spend, and says what was left unasked', async () => {
    await activatePlan(service, planId, { budgetUsdPerMonth: 20, maxUsdPerRound: 0.7 });
    await call('POST', `/plans/${planId}/rounds`, {}, { idempotencyKey: 'by-hand-2' });
    watcher.move(60_000);
    await watcher.pass();
    const [open] = await rounds();
    expect(open.counts).toMatchObject({ running: 1, waiting: 3 });
    expect(open.money.heldUsd).toBeLessThanOrEqual(0.7);
    const { items } = await call('GET', `/plans/${planId}/rounds/5`);
    const { caseId, repeat } = items.find(({ state }: any) => state === 'waiting');
    const next = { kind: 'keyword', caseId, maxAgeSeconds: 0 };
    const idempotencyKey = requestKey(planId, 5, { caseId, repeat, denials: 0 });
    const denied = await call('POST', '/observations/ensure', next, { idempotencyKey });
    expect(denied.error).toMatchObject({ code: 'run_limit', message: expect.stringContaining('is held for requests') });
    expect(denied.error.details).toMatchObject({ newKeyNeeded: true, waitsFor: 'holds', heldUsd: 0.66, spentUsd: 0 });
    clock.move(25 * hour);
    await ask();
    const all = await rounds();
    const byHand = all.find(({ number }: any) => number === 5);
    expect(byHand).toMatchObject({ state: 'ended', reason: 'no_budget', counts: { not_asked: 3 } });
    expect(byHand.money.totalUsd).toBeLessThanOrEqual(0.7);
  });

  it('pauses, changes by revision, resumes and ends with its key', async () => {
    const paused = await call('POST', `/plans/${planId}/pause`, {});
    expect(paused.plan).toMatchObject({ state: 'paused', nextDueAt: null });
    const before = (await rounds()).length;
    clock.move(72 * hour);
    await ask();
    expect(await rounds()).toHaveLength(before);
    const changed = await call('PATCH', `/plans/${planId}`, {
      repeats: 1,
      cadence: { kind: 'weekly', weekday: 'monday', at: '06:00', timeZone: 'UTC' },
    });
    expect(changed.plan).toMatchObject({ revision: 2, repeats: 1 });
    const resumed = await call('POST', `/plans/${planId}/resume`, await readSeenPlan(service, planId));
    expect(new Date(resumed.plan.nextDueAt).getUTCDay()).toBe(1);
    expect((await service.ask(`/api/v2/plans/${planId}`, { key, method: 'DELETE' })).status).toBe(204);
    const listed = await asOwner('GET', '/keys');
    expect(listed.items.find((one: any) => one.planId === planId).revokedAt).not.toBeNull();
    expect((await call('GET', `/plans/${planId}`)).error.code).toBe('not_found');
  });
});
