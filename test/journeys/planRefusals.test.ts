import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import type { ReplyFault } from '../../src/simulator/faults.ts';
import { activatePlan } from '../support/activatePlan.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { readLedger } from '../support/ledger.ts';
import { long } from '../support/long.ts';
import { freePort, useService } from '../support/service.ts';
import { startTcpProxy } from '../support/tcpProxy.ts';
import { createWatcher, type TestWatcher } from '../support/watcher.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const tooMany: ReplyFault = {
  kind: 'status',
  status: 429,
  code: 'rate_limit_exceeded',
  type: 'requests',
  headers: { 'retry-after': '2' },
};
const noCredit: ReplyFault = { kind: 'status', status: 429, code: 'insufficient_quota', type: 'insufficient_quota' };
const flaw: ReplyFault = { kind: 'status', status: 400, code: 'invalid_value', type: 'invalid_request_error' };

onEachDatabase('a round with refused requests', (engine) => {
  const clock = createClock('2026-03-02T05:00:00.000Z');
  const service = useService(engine, {
    replace: { runtime: clock.runtime },
    env: { OPENAI_MODEL: 'gpt-5.5', ACTIVE_RUNS_PER_OWNER: '5', RUNS_PER_DAY_PER_OWNER: '1000' },
  });
  let watcher: TestWatcher;
  let key: string;
  let plans = 0;

  const attention = async (planId: string) =>
    (await service.call('readAttention', {}, { key })).items.filter((item) => item.planId === planId);

  /** Creates a plan with this many questions, and a round that has just started. */
  async function beginRound(
    questions: number,
    more: object = {},
    cadence: InputOf<'createPlan'>['cadence'] = { kind: 'manual' },
  ) {
    plans += 1;
    const queries = Array.from({ length: questions }, (_, at) => `Which CRM suits plan ${plans} (${at})?`);
    const saved = await service.call('createQuestions', { queries }, { key });
    const content = {
      questions: { questionIds: saved.items.map(({ id }) => id) },
      engines: ['openai'],
      repeats: 1,
    };
    const { plan } = await service.call('createPlan', { name: `Plan ${plans}`, ...content, cadence }, { key });
    await activatePlan(service, plan.id, more);
    if (cadence.kind === 'manual') await service.call('startRound', { id: plan.id }, { key, idempotencyKey: plan.id });
    return plan.id;
  }

  const roundOf = async (planId: string, number = 1) =>
    service.call('readRound', { id: planId, round: String(number) }, { key });

  /** Moves the clock, runs the watcher, and answers its purchases. */
  async function after(milliseconds: number): Promise<void> {
    clock.move(milliseconds);
    watcher.move(Math.max(milliseconds, minute));
    await watcher.pass();
    const active = await service.db.selectFrom('runs').select('id').where('active', '=', 1).execute();
    for (const { id } of active) await service.finish(key, id);
  }

  async function untilEnded(planId: string, stepMs: number, steps = 60): Promise<any> {
    for (let step = 0; step < steps; step += 1) {
      const read = await roundOf(planId);
      if (read.round.state !== 'open') return read;
      await after(stepMs);
    }
    throw new Error('the round did not end in time');
  }

  async function expectSameLedger(): Promise<void> {
    const ledger = await readLedger(service.db);
    expect(ledger.saved).toEqual(ledger.replayed);
  }

  beforeAll(async () => {
    watcher = createWatcher(service);
    key = await service.makeKey(['evaluate', 'manage']);
  });

  long('retries after the vendor’s delay, one request first, and buys each answer once', async () => {
    const planId = await beginRound(3);
    service.simulator.script({ at: 'create', reply: tooMany, times: 2 });
    await after(0);
    expect(service.sent()).toBe(1);
    await after(second);
    expect([service.sent(), (await roundOf(planId)).round.counts]).toMatchObject([1, { waiting: 3, failed: 0 }]);
    await after(3 * second);
    expect(service.sent()).toBe(2);
    const { round, items } = await untilEnded(planId, 3 * second);
    expect(round).toMatchObject({ state: 'ended', reason: null, counts: { answered: 3, failed: 0, not_asked: 0 } });
    expect([service.sent(), service.creates()]).toEqual([5, 3]);
    const keys = await service.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', 'like', `plan:${planId}:%`)
      .execute();
    const again = items[0].caseId;
    expect(keys.map((row) => row.key).filter((name) => name.includes(again))).toEqual(
      expect.arrayContaining([
        `plan:${planId}:1:${again}:1`,
        `plan:${planId}:1:${again}:1.2`,
        `plan:${planId}:1:${again}:1.3`,
      ]),
    );
    await expectSameLedger();
    expect(await attention(planId)).toEqual([]);
  });

  long('survives seconds of refused connections at its due time', async () => {
    const port = await freePort();
    const { pathname, port: real } = new URL(service.simulator.openAiUrl);
    await service.restart({ OPENAI_BASE_URL: `http://127.0.0.1:${port}${pathname}` });
    watcher = createWatcher(service);
    const before = service.creates();
    const planId = await beginRound(2);
    await after(0);
    await after(second);
    const { round: waiting } = await roundOf(planId);
    const back = await startTcpProxy({ host: '127.0.0.1', port: Number(real) }, port);
    try {
      expect(waiting).toMatchObject({ state: 'open', counts: { waiting: 2, failed: 0 } });
      const { round } = await untilEnded(planId, 15 * second);
      expect(round).toMatchObject({ reason: null, counts: { answered: 2, failed: 0 } });
      expect(service.creates() - before).toBe(2);
      await expectSameLedger();
    } finally {
      await back.close();
      await service.restart();
      watcher = createWatcher(service);
    }
  });

  long('reports missing credit while it lasts, continues once there is some, and sends little meanwhile', async () => {
    const before = service.sent();
    const planId = await beginRound(4);
    service.simulator.script({ at: 'create', reply: noCredit, times: 8 });
    for (let step = 0; step < 12; step += 1) await after(10 * minute);
    expect(service.sent() - before).toBeLessThanOrEqual(5);
    const [item, ...others] = await attention(planId);
    expect(others).toEqual([]);
    expect(item).toMatchObject({ kind: 'round_stopped', round: 1 });
    expect(item?.what).toContain('4 of 4 requests left. The engine openai refused');
    expect(item?.what).toContain('insufficient_quota');
    const { round } = await untilEnded(planId, 31 * minute);
    expect(round).toMatchObject({ reason: null, note: null, counts: { answered: 4 } });
    expect(await attention(planId)).toEqual([]);
  });

  long('ends with its reason if the engine never accepts, and if the question itself is refused', async () => {
    const lasting = await beginRound(2);
    service.simulator.script({ at: 'create', reply: noCredit, times: 1_000 });
    const { round } = await untilEnded(lasting, 2 * hour);
    service.simulator.clearScript();
    expect(round).toMatchObject({ state: 'ended', reason: 'engine_refused', counts: { not_asked: 2, failed: 0 } });
    expect(round.note).toContain('insufficient_quota');
    const flawed = await beginRound(2);
    service.simulator.script({ at: 'create', reply: flaw });
    const { round: other } = await untilEnded(flawed, minute);
    expect(other).toMatchObject({ state: 'ended', reason: 'engine_refused', counts: { answered: 1, failed: 1 } });
    for (const [planId, words] of [
      [lasting, 'insufficient_quota'],
      [flawed, 'invalid_value'],
    ] as const) {
      const [item] = await attention(planId);
      expect(item).toMatchObject({ kind: 'round_incomplete', round: 1 });
      expect(item?.what).toContain('an engine refused it, and nothing was bought');
      expect(item?.what).toContain(words);
    }
    await expectSameLedger();
  });

  it('is missed for lack of budget in its state, in attention and in the alert, which name the budget', async () => {
    const made = await service.call('createAlertRule', { name: 'Gaps', kind: 'round_missed', destinationIds: [] });
    expect(made.rule.kind).toBe('round_missed');
    const at = new Date(clock.now() + hour).toISOString().slice(11, 16);
    const cadence = { kind: 'daily', at, timeZone: 'UTC' } as const;
    const planId = await beginRound(1, { budgetUsdPerMonth: 0.1 }, cadence);
    await after(hour + minute);
    const [stopped] = await attention(planId);
    expect(stopped).toMatchObject({ kind: 'round_stopped' });
    expect(stopped?.what).toContain('The budget of this plan for 2026-03 has $0.1 left');
    await after(2 * hour);
    expect((await roundOf(planId)).round).toMatchObject({ state: 'missed', reason: 'no_budget' });
    const items = await attention(planId);
    const missed = items.find(({ kind }) => kind === 'round_missed');
    expect(missed?.what).toContain(
      'was missed: a budget was used up. The budget of this plan for 2026-03 has $0.1 left',
    );
    expect(missed?.remedy).not.toContain('sightline watch');
    const { items: facts } = await service.call('listAlerts', {}, { key });
    const told = facts.find(({ figures }) => figures?.planId === planId);
    expect(told?.figures.reason).toBe('no_budget');
    expect(JSON.stringify(told)).toContain('The budget of this plan for 2026-03 has $0.1 left');
    await service.call('pausePlan', { id: planId }, { key });
  });

  long(
    'names the setting that stops it when the runs of the day are used up, and continues the day after',
    async () => {
      await service.restart({ RUNS_PER_DAY_PER_OWNER: '2' });
      watcher = createWatcher(service);
      clock.move(Date.parse('2026-03-20T12:00:00.000Z') - clock.now());
      const planId = await beginRound(3);
      for (let step = 0; step < 4; step += 1) await after(minute);
      const [item] = await attention(planId);
      expect(item).toMatchObject({ kind: 'round_stopped', round: 1 });
      expect(item?.what).toContain('1 of 3 requests left. RUNS_PER_DAY_PER_OWNER allows 2 runs in a UTC day');
      expect((await roundOf(planId)).round).toMatchObject({ state: 'open', wait: 'day' });
      const { round } = await untilEnded(planId, 6 * hour);
      expect(round).toMatchObject({ reason: null, counts: { answered: 3 } });
      const longer = await beginRound(5);
      const ended = await untilEnded(longer, 4 * hour);
      expect(ended.round).toMatchObject({ reason: 'day_limit', counts: { answered: 3, not_asked: 2 } });
      await service.restart();
      watcher = createWatcher(service);
    },
  );

  long('can be repeated manually too, while its requester may still wait for it', async () => {
    const { id } = await service.makeCase();
    const asked = { caseIds: [id], maxAgeSeconds: 0, maxUsd: null };
    service.simulator.script({ at: 'create', reply: tooMany, times: 2 });
    const { ask } = await service.call('startAsk', asked, { idempotencyKey: 'asked-by-hand-1' });
    const { round } = await untilEnded(ask.planId, 5 * second);
    expect(round).toMatchObject({ reason: null, counts: { answered: 1, failed: 0 } });
    service.simulator.script({ at: 'create', reply: tooMany, times: 1_000 });
    await service.call('startAsk', asked, { idempotencyKey: 'asked-by-hand-2' });
    for (let step = 0; step < 30; step += 1) await after(minute);
    service.simulator.clearScript();
    const last = (await roundOf(ask.planId, 2)).round;
    expect(last).toMatchObject({ state: 'ended', reason: 'engine_refused', counts: { failed: 1 } });
    await expectSameLedger();
  });
});
