import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { onEachDatabase } from '../support/databases.ts';
import { readLedger } from '../support/ledger.ts';
import { long } from '../support/long.ts';
import { required } from '../support/required.ts';
import { useService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { createWatcher, type TestWatcher } from '../support/watcher.ts';

onEachDatabase('manual requests, as the web app sends them', (engine) => {
  const service = useService(engine, { env: { OPENAI_MODEL: 'gpt-5.5', ACTIVE_RUNS_PER_OWNER: '2' } });
  let watcher: TestWatcher;
  let key: string;
  let asked = 0;

  beforeAll(async () => {
    watcher = createWatcher(service);
    key = await service.makeKey(['evaluate', 'manage']);
  });

  type Wish = Omit<InputOf<'startAsk'>, 'maxUsd'> & { maxUsd?: number };
  type Ask = { planId: string; round: { number: number } };
  const start = async (wish: Wish, idempotencyKey = `ask-by-hand-${++asked}`) =>
    (await service.call('startAsk', { maxUsd: null, ...wish }, { idempotencyKey })).ask;
  const refuse = (wish: Wish, code: string, idempotencyKey = `ask-by-hand-${++asked}`) =>
    service.refuse('startAsk', { maxUsd: null, ...wish }, code, { idempotencyKey });
  const roundOf = ({ planId, round }: Ask) => service.call('readRound', { id: planId, round: String(round.number) });

  /** Runs the watcher until a round sends nothing more. */
  async function pass(ask: Ask) {
    watcher.move(60_000);
    await watcher.pass();
    return roundOf(ask);
  }
  const untilOver = (ask: Ask) =>
    until(
      () => pass(ask),
      ({ round }) => round.state !== 'open',
    );

  /** Acts as the open page: requests the work, and sends it. */
  async function sendFromPage(planId: string): Promise<void> {
    const { requests } = await service.call('takePlanWork', { id: planId });
    await Promise.all(
      requests.map(({ caseId, maxAgeSeconds, useSeoTools, idempotencyKey }) => {
        const target = { kind: 'keyword' as const, caseId, maxAgeSeconds, useSeoTools };
        return service.call('ensureObservation', target, { idempotencyKey });
      }),
    );
  }

  it('are one round that buys nothing, and the same round for its key however often it is sent', async () => {
    const caseIds = await service.makeCases(3);
    const wish = { caseIds, maxAgeSeconds: 0, maxUsd: 50 };
    const both = await Promise.all([start(wish, 'double-click'), start(wish, 'double-click')]);
    const again = await start(wish, 'double-click');
    expect([...both, again].map(({ planId, round }) => [planId, round.number])).toEqual(
      Array(3).fill([again.planId, 1]),
    );
    await refuse({ ...wish, caseIds: caseIds.slice(1) }, 'idempotency_conflict', 'double-click');
    expect(service.sent()).toBe(0);
    const { items } = await service.call('listAsks', {});
    expect(items).toEqual([expect.objectContaining({ yours: true, watched: true })]);
    expect(items[0]?.round.counts).toMatchObject({ requests: 3, waiting: 3 });
  });

  long(
    'continue with the watcher alone, within the limit of active runs, and each question is bought once',
    async () => {
      const { items } = await service.call('listAsks', {});
      const { round, items: requests } = await untilOver(required(items[0]));
      expect(round).toMatchObject({ kind: 'manual', state: 'ended', counts: { answered: 3, reused: 0 } });
      expect([service.creates(), service.sent()]).toEqual([3, 3]);
      const runs = await service.db.selectFrom('runs').select(['id', 'key_id', 'plan_id']).execute();
      expect(runs.map(({ key_id, plan_id }) => [key_id, plan_id])).toEqual(Array(3).fill([null, null]));
      expect(requests.map(({ runId }) => runId).sort()).toEqual(runs.map(({ id }) => id).sort());
      const ledger = await readLedger(service.db);
      expect(ledger.saved).toEqual(ledger.replayed);
      expect(round.money.totalUsd).toBeGreaterThan(0);
      expect((await service.call('listPlans', {})).items).toEqual([]);
      const { rows } = await service.call('readSpending', { by: 'plan' });
      expect(rows.map(({ totalUsd }) => totalUsd)).toEqual([round.money.totalUsd]);
      const [listed] = (await service.call('listKeys', {})).items;
      expect(listed).toMatchObject({ name: 'Asked by owner@example.com', revokedAt: null });
    },
  );

  long('are sent by two pages and a watcher concurrently, and nothing is bought twice', async () => {
    const before = service.sent();
    const ask = await start({ caseIds: await service.makeCases(2), repeats: 2, maxAgeSeconds: 0 });
    for (;;) {
      watcher.move(60_000);
      await Promise.all([sendFromPage(ask.planId), sendFromPage(ask.planId), watcher.pass()]);
      const { round, items } = await roundOf(ask);
      if (round.counts.waiting + round.counts.running > 0) continue;
      expect(round.counts).toMatchObject({ requests: 4, answered: 4, reused: 0, not_asked: 0 });
      expect(new Set(items.map(({ runId }) => runId)).size).toBe(4);
      break;
    }
    expect(service.sent() - before).toBe(4);
  });

  long('reuse a recent answer if allowed, for free', async () => {
    const [caseId = ''] = await service.makeCases(1);
    await untilOver(await start({ caseIds: [caseId], maxAgeSeconds: 0 }));
    const before = service.sent();
    const { round } = await untilOver(await start({ caseIds: [caseId], maxAgeSeconds: 86_400, maxUsd: 0 }));
    expect(round).toMatchObject({ counts: { answered: 1, reused: 1 }, money: { totalUsd: 0 } });
    expect(service.sent()).toBe(before);
  });

  it('hold no more than the confirmed amount, and list the requests left out', async () => {
    const caseIds = await service.makeCases(2);
    const quote = await service.call('quoteAnswers', { caseIds, maxAgeSeconds: 0 });
    const { heldUsd } = quote.total;
    const { round, items } = await untilOver(await start({ caseIds, maxAgeSeconds: 0, maxUsd: heldUsd / 2 - 0.001 }));
    expect(round.counts).toMatchObject({ answered: 0, not_asked: 2 });
    expect(items[0]?.denial).toMatch(/what was confirmed may spend/);
    const enough = await untilOver(await start({ caseIds, maxAgeSeconds: 0, maxUsd: heldUsd }));
    expect(enough.round.counts).toMatchObject({ answered: 2 });
  });

  it('end with a reason if they cannot be asked, without affecting the others', async () => {
    const [gone = '', there = ''] = await service.makeCases(2);
    const ask = await start({ caseIds: [gone, there], maxAgeSeconds: 0 });
    await service.call('archiveBenchmarkCase', { id: gone });
    const { round, items } = await untilOver(ask);
    expect(round).toMatchObject({ state: 'ended', reason: null, counts: { answered: 1, not_asked: 1 } });
    expect(items.map(({ state, denial }) => [state, denial === null])).toEqual([
      ['not_asked', false],
      ['answered', true],
    ]);
    await refuse({ caseIds: [gone], maxAgeSeconds: 0 }, 'not_found');
  });

  it('stop on one cancel: queued ones are not sent, and active ones continue', async () => {
    const before = service.sent();
    const ask = await start({ caseIds: await service.makeCases(4), maxAgeSeconds: 0 });
    await sendFromPage(ask.planId);
    const stopped = await service.call('stopRound', { id: ask.planId, round: String(ask.round.number) });
    expect(stopped.round).toMatchObject({ state: 'ended', reason: 'round_stopped' });
    await pass(ask);
    const left = await until(
      () => roundOf(ask),
      ({ round }) => round.counts.running === 0,
    );
    expect(left.round.counts).toMatchObject({ answered: 2, not_asked: 2 });
    expect(service.sent() - before).toBe(2);
  });

  it('need the permission to evaluate, and are not listed as a plan', async () => {
    const caseIds = await service.makeCases(1);
    const reader = await service.makeKey(['read', 'manage']);
    const keyed = { key: reader, idempotencyKey: 'by-a-key-alone' };
    const { details } = await service.refuse('startAsk', { caseIds, maxUsd: null }, 'insufficient_permission', keyed);
    expect(details).toEqual({ permission: 'evaluate' });
    const { items } = await service.call('listAsks', {});
    const id = items[0]?.planId ?? '';
    await service.refuse('readPlan', { id }, 'not_found', { key });
    await service.call('listRounds', { id }, { key });
    const tooMany = { caseIds: await service.makeCases(1), useSeoTools: true, repeats: 2 };
    expect((await refuse(tooMany, 'invalid_request')).details).toEqual({ field: 'useSeoTools' });
  });

  it('continue after their key was revoked only when a person asks again', async () => {
    const keys = (await service.call('listKeys', {})).items.filter((one) => one.name.startsWith('Asked by'));
    expect(keys).toHaveLength(1);
    await service.call('revokeKey', { id: keys[0]?.id ?? '' });
    const { round } = await untilOver(await start({ caseIds: await service.makeCases(1), maxAgeSeconds: 0 }));
    expect(round.counts).toMatchObject({ answered: 1 });
  });

  long('end today if today’s runs are used up, naming the limit', async () => {
    await service.restart({ RUNS_PER_DAY_PER_OWNER: String(service.sent() + 1) });
    watcher = createWatcher(service);
    const { round, items } = await untilOver(await start({ caseIds: await service.makeCases(3), maxAgeSeconds: 0 }));
    expect(round).toMatchObject({ state: 'ended', counts: { answered: 1, not_asked: 2 } });
    expect(items.filter((item) => /RUNS_PER_DAY_PER_OWNER allows/.test(item.denial ?? ''))).toHaveLength(2);
  });
});
