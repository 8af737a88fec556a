import fc from 'fast-check';
import { expect, it } from 'vitest';
import { activatePlan } from '../support/activatePlan.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { createClock } from '../support/clock.ts';
import { readLedger } from '../support/ledger.ts';
import { startServiceForTest, type TestService } from '../support/service.ts';
import { createWatcher, type TestWatcher } from '../support/watcher.ts';

/**
 * Months of two plans, with two watchers that are killed at any point and a server that is down for hours.
 * CAMPAIGN_DAYS sets the length: 120 for the whole campaign, 11 by default. Vienna moves its clocks forward on 29
 * March, over the plan's time there; Santiago moves its clocks back on 4 April, so the plan's time there occurs twice.
 */
const days = Number(process.env.CAMPAIGN_DAYS ?? 11);
const kills = Math.max(8, Math.round(days / 3));
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.parse('2026-03-26T12:00:00.000Z');
const end = start + days * day;

const outages = [
  { from: start + 1.3 * day, until: start + 1.3 * day + hour },
  { from: Date.parse('2026-04-01T00:00:00.000Z'), until: Date.parse('2026-04-01T05:00:00.000Z') },
  { from: Date.parse('2026-04-03T20:00:00.000Z'), until: Date.parse('2026-04-05T01:00:00.000Z') },
];

/** Computed without the code under test, from the legal offsets of the two zones. */
function dueTimes(plan: 'Vienna' | 'Santiago'): string[] {
  const times: number[] = [];
  for (let date = Date.parse('2026-03-26T00:00:00.000Z'); date <= end; date += day) {
    if (plan === 'Vienna') {
      // 02:30: in winter 01:30 UTC, in summer 00:30; on the day without it, an hour later on the clock, 03:30.
      times.push(date + (date <= Date.parse('2026-03-29T00:00:00.000Z') ? 1.5 : 0.5) * hour);
    } else {
      // 23:30: in summer 02:30 UTC of the next day, in winter 03:30; on 4 April the first of the two.
      times.push(date + day + (date <= Date.parse('2026-04-04T00:00:00.000Z') ? 2.5 : 3.5) * hour);
    }
  }
  return times.filter((time) => time > start && time <= end - 3 * hour).map((time) => new Date(time).toISOString());
}

/**
 * Creates a watcher that can be killed: from some request on, nothing it sends arrives, or no reply to the last one
 * arrives.
 */
function createMortal(service: TestService, isAway: () => boolean, livesFor: number, isReplyLost: boolean) {
  let requests = 0;
  const mortal = { isDead: false };
  const fetchOrDie: typeof fetch = async (input, init) => {
    if (mortal.isDead || isAway()) throw new TypeError('fetch failed');
    requests += 1;
    if (requests < livesFor) return fetch(input, init);
    mortal.isDead = true;
    if (isReplyLost) await fetch(input, init);
    throw new TypeError('fetch failed');
  };
  return Object.assign(mortal, { watcher: createWatcher(service, fetchOrDie) });
}

it(`buys every due round once or records it as missed, over ${days} days`, { timeout: 1_200_000 }, async () => {
  const clock = createClock(new Date(start).toISOString());
  const service = await startServiceForTest('sqlite', {
    replace: { runtime: clock.runtime },
    simulator: { pace: { by: 'looks', queued: 0, working: 0 } },
    env: { OPENAI_MODEL: 'gpt-5.5', ACTIVE_RUNS_PER_OWNER: '3', RUNS_PER_DAY_PER_OWNER: '100000' },
  });
  const key = await service.makeKey(['evaluate', 'manage']);
  const saved = await service.call(
    'createQuestions',
    { queries: ['Which CRM suits us?', 'Which is cheapest?', 'Which is best?'] },
    { key },
  );
  const ids: string[] = saved.items.map(({ id }) => id);
  const cadences = {
    Vienna: { kind: 'daily', at: '02:30', timeZone: 'Europe/Vienna' },
    Santiago: { kind: 'daily', at: '23:30', timeZone: 'America/Santiago' },
  } as const;
  const plans = { Vienna: '', Santiago: '' };
  for (const name of ['Vienna', 'Santiago'] as const) {
    const questionIds = name === 'Vienna' ? ids.slice(0, 2) : ids.slice(2);
    const repeats = name === 'Vienna' ? 2 : 1;
    const content = { questions: { questionIds }, engines: ['openai'], repeats, cadence: cadences[name] };
    plans[name] = (await service.call('createPlan', { name, ...content }, { key })).plan.id;
    await activatePlan(service, plans[name]);
  }

  const chance = fc.sample(fc.record({ lives: fc.integer({ min: 1, max: 60 }), lost: fc.boolean() }), {
    numRuns: kills + 2,
  });
  let born = 0;
  const isAway = () => outages.some(({ from, until }) => clock.now() >= from && clock.now() < until);
  const next = () => {
    const { lives, lost } = chance[born] ?? { lives: Number.POSITIVE_INFINITY, lost: false };
    born += 1;
    return createMortal(service, isAway, born > kills ? Number.POSITIVE_INFINITY : lives, lost);
  };
  const watchers = [next(), next()];
  while (clock.now() < end) {
    // Passes follow each other during a round; between rounds the clock moves faster.
    for (let passes = 0; passes < 12; passes += 1) {
      for (const [at, { isDead }] of watchers.entries()) if (isDead) watchers[at] = next();
      for (const { watcher } of watchers) watcher.move(10 * minute);
      await Promise.all(watchers.map(({ watcher }: { watcher: TestWatcher }) => watcher.pass()));
      const active = await service.db.selectFrom('runs').select('id').where('active', '=', 1).execute();
      for (const { id } of active) await service.finish(key, id);
      const open = await service.db.selectFrom('plan_rounds').select('number').where('state', '=', 'open').execute();
      if (open.length === 0) break;
    }
    clock.move(30 * minute);
  }

  let bought = 0;
  const states = { ended: 0, missed: 0 };
  for (const name of ['Vienna', 'Santiago'] as const) {
    const rounds = await service.db
      .selectFrom('plan_rounds')
      .selectAll()
      .where('plan_id', '=', plans[name])
      .where('due_at', '<=', new Date(end - 3 * hour).toISOString())
      .orderBy('due_at')
      .execute();
    expect(rounds.map(({ due_at }) => due_at)).toEqual(dueTimes(name));
    for (const round of rounds) {
      const due = Date.parse(round.due_at);
      const wasShut = outages.some(({ from, until }) => from <= due && due + 2 * hour <= until);
      expect([round.due_at, round.state]).toEqual([round.due_at, wasShut ? 'missed' : 'ended']);
      const runs = await service.db
        .selectFrom('plan_round_items as item')
        .leftJoin('runs', 'runs.id', 'item.run_id')
        .select(['item.met', 'runs.id', 'runs.created_at', 'runs.target_id', 'item.case_id'])
        .where('item.plan_id', '=', round.plan_id)
        .where('item.round', '=', round.number)
        .execute();
      expect(runs.length).toBe(wasShut ? 0 : name === 'Vienna' ? 4 : 1);
      for (const run of runs) {
        expect(run).toMatchObject({ met: 'started', target_id: run.case_id });
        // No answer has another day's date.
        expect(Date.parse(run.created_at ?? '') - due).toBeLessThanOrEqual(day);
      }
      expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
      bought += runs.length;
      states[wasShut ? 'missed' : 'ended'] += 1;
    }
  }
  expect(born).toBeGreaterThanOrEqual(kills + 2);
  expect([service.creates(), service.sent()]).toEqual([bought, bought]);
  reportFigure(
    `${days} days, ${born - 2} kills of watchers: ${states.ended} rounds asked, ${states.missed} recorded as missed, ` +
      `${bought} answers bought, ${service.sent()} creates`,
  );
  const ledger = await readLedger(service.db);
  expect(ledger.saved).toEqual(ledger.replayed);
  expect(ledger.standings.size).toBe(bought);
});
