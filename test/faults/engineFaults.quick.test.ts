import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Course, ReplyFault, ScriptEntry } from '../../src/simulator/faults.ts';
import { createRunningClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import type { EngineRow } from '../support/engineRow.ts';
import { engineRows } from '../support/engineRows.ts';
import { readLedger } from '../support/ledger.ts';
import { long } from '../support/long.ts';
import { refuseReceipts } from '../support/refusals.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { firstInQuick, inQuick } from '../support/suites.ts';
import { until } from '../support/until.ts';
import type { WireRun } from '../support/wire.ts';

/** State of a run after a fault: before its engine's deadline, and for waiting runs, after it. */
type End =
  | 'completed'
  | 'failed'
  /** Completed if a lost create can be found, otherwise unresolved. */
  | 'looked for'
  | 'unresolved'
  | 'ambiguous'
  /** Reports that polls fail, and completes once one succeeds. */
  | 'told'
  /** Followed indefinitely. */
  | 'working'
  /** Followed although the vendor no longer knows it. */
  | 'gone'
  /** Stopped if the vendor stops work, otherwise followed indefinitely. */
  | 'stopped';

type Fault = {
  name: string;
  /** Scripted replies about this question; `when` is added. */
  script: (row: EngineRow) => Omit<ScriptEntry, 'when'>[];
  end: End;
  /** Number of works at the vendor; default 1. */
  made?: number;
  /** Start of the error, if it is the same for every engine. */
  error?: RegExp;
  /** State after the deadline, if the run still waits. */
  late?: { status: WireRun['status']; error: RegExp | null };
};

const onCreate = (reply: ReplyFault) => () => [{ at: 'create' as const, reply }];
const onCourse = (course: Course) => () => [{ at: 'create' as const, course }];
const onPoll = (reply: ReplyFault) => () => [{ at: 'retrieve' as const, reply, times: 2 }];
const refusal = (which: keyof EngineRow['refusals']) => (row: EngineRow) => [
  { at: 'create' as const, ...row.refusals[which].spoilt },
];
const unfound = { status: 'failed' as const, error: /^creation_unconfirmed: .*what it cost, is unknown\.$/ };
const failing: ReplyFault = { kind: 'status', status: 500 };

/** Faults of a create or a poll, with the expected result: for every engine one create, never a second. */
const faults: readonly Fault[] = [
  { name: 'a good reply', script: () => [], end: 'completed' },
  { name: 'an answer in odd characters', script: onCourse('odd_text'), end: 'completed' },
  { name: 'a refusal of the question', script: refusal('flaw'), end: 'failed', made: 0 },
  { name: 'too many requests', script: refusal('tooMany'), end: 'failed', made: 0 },
  { name: 'an account without credit', script: refusal('noCredit'), end: 'failed', made: 0 },
  {
    name: 'a connection cut before the task was created',
    script: onCreate({ kind: 'dropped' }),
    end: 'unresolved',
    made: 0,
  },
  { name: 'no work and no reply', script: onCreate({ kind: 'held' }), end: 'unresolved', made: 0 },
  { name: 'a lost reply', script: onCreate({ kind: 'lost' }), end: 'looked for' },
  { name: 'half a reply', script: onCreate({ kind: 'half' }), end: 'looked for' },
  { name: 'a reply after our patience', script: onCreate({ kind: 'stalled', afterMs: 60_000 }), end: 'looked for' },
  { name: 'a reply without an id', script: onCreate({ kind: 'nameless' }), end: 'looked for' },
  { name: 'a reply that is not JSON', script: onCreate({ kind: 'garbled' }), end: 'looked for' },
  { name: '500 before the task was created', script: onCreate(failing), end: 'unresolved', made: 0 },
  {
    name: '503 after the task was created',
    script: onCreate({ kind: 'status', status: 503, done: true }),
    end: 'looked for',
  },
  {
    name: '502 page after the task was created',
    script: onCreate({ kind: 'status', status: 502, body: 'page', done: true }),
    end: 'looked for',
  },
  {
    name: "a proxy's page that says 429",
    script: onCreate({ kind: 'status', status: 429, body: 'page' }),
    end: 'unresolved',
    made: 0,
  },
  {
    name: 'an order to send it elsewhere',
    script: onCreate({ kind: 'status', status: 307, body: 'nothing', headers: { location: '/elsewhere' } }),
    end: 'unresolved',
    made: 0,
  },
  {
    name: 'a lost reply whose search fails at first',
    script: () => [
      { at: 'create', reply: { kind: 'lost' } },
      { at: 'items', reply: failing, times: 2 },
    ],
    end: 'looked for',
  },
  {
    name: 'two pieces of work with our mark',
    script: () => [{ at: 'create', course: 'doubled', reply: { kind: 'lost' } }],
    end: 'ambiguous',
    made: 2,
    error: /^creation_ambiguous: /,
    late: unfound,
  },
  { name: 'a poll that fails', script: onPoll(failing), end: 'completed' },
  { name: 'a poll whose reply is cut off', script: onPoll({ kind: 'half' }), end: 'completed' },
  { name: 'a poll whose reply is not JSON', script: onPoll({ kind: 'garbled' }), end: 'completed' },
  {
    name: 'polls that fail for a while',
    script: () => [{ at: 'retrieve', reply: { kind: 'half' }, times: 4 }],
    end: 'told',
  },
  { name: 'a failure at the vendor', script: onCourse('failed'), end: 'failed' },
  { name: 'an unknown status', script: onCourse('unknown_status'), end: 'completed' },
  {
    name: 'work that never ends',
    script: onCourse('slow'),
    end: 'working',
    late: { status: 'requires_action', error: /^deadline_passed: / },
  },
  {
    name: 'work that is gone',
    script: onCourse('slow'),
    end: 'gone',
    late: { status: 'failed', error: /^remote_task_gone: / },
  },
  { name: 'a cancel', script: onCourse('slow'), end: 'stopped', late: { status: 'cancelled', error: null } },
];

/** Held if no price is known. */
const money = { MAX_USD_PER_ANSWER: '0.5' };

const ends: readonly WireRun['status'][] = ['completed', 'failed', 'cancelled'];

onEachDatabase('the table of faults', (database) => {
  describe.each(firstInQuick(2, engineRows))('at $id', (row) => {
    const clock = createRunningClock();
    const possible = faults.filter(({ name }) => row.cannot[name] === undefined);
    const stated = row.costUsd === 'stated' ? expect.any(Number) : row.costUsd;
    const stories = new Map<string, Promise<WireRun>>();
    let service: TestService;
    let key: string;
    let url = '';

    beforeAll(async () => {
      const { env, replace, simulator } = row.options(() => url);
      // If lost creates cannot be found, a reply delayed by a busy machine must not count as lost.
      const limits = { ACTIVE_RUNS_PER_OWNER: '1000', SUBMIT_TIMEOUT_MS: inQuick('6000', '30000') };
      service = await startTestService(database, {
        env: { ENGINES: row.id, ...limits, ...money, ...env },
        replace: { runtime: clock.runtime, ...replace },
        simulator: { now: clock.now, ...simulator },
      });
      url = service.simulator.url;
      key = await service.makeKey();
      for (const fault of possible) {
        const story = play(fault);
        story.catch(() => {});
        stories.set(fault.name, story);
      }
    });
    afterAll(() => service.close());

    const engine = () => service.api.engines.declared;
    const questionOf = (name: string): string => `What does ${row.id} say when there is ${name}?`;
    const idempotencyKeyOf = (name: string): string => `fault-${row.id}-${name.replace(/\W+/g, '-')}`;
    const creates = (query: string) =>
      service.simulator.ledger.filter(
        ({ operation, body }) => operation === 'create' && JSON.stringify(body).includes(query),
      );

    async function start(name: string): Promise<WireRun> {
      const { id } = await service.makeCase({ query: questionOf(name), ...row.asked });
      // Thirty at once may be too many for a database; the same key makes a repetition safe.
      const ensure = () => service.ensure(key, id, idempotencyKeyOf(name));
      return (await until(ensure, ({ status }) => status !== 503)).body.run;
    }

    /** Follows a run until it is in the state that the fault should cause. */
    async function play({ name, script, end }: Fault): Promise<WireRun> {
      for (const entry of script(row)) {
        service.simulator.script(entry.at === 'items' ? entry : { ...entry, when: questionOf(name) });
      }
      const run = await start(name);
      if (end === 'unresolved' || (end === 'looked for' && !row.findsLost))
        return service.follow(key, run.id, 'requires_action');
      if (end === 'ambiguous')
        return until(
          () => service.readRun(key, run.id),
          ({ error }) => error?.startsWith('creation_ambiguous') === true,
        );
      if (end === 'told') {
        const told = await until(
          () => service.readRun(key, run.id),
          ({ error }) => error?.startsWith('look_failed: ') === true,
        );
        expect(told.status).toMatch(/^(queued|running)$/);
      }
      if (end === 'completed' || end === 'failed' || end === 'looked for' || end === 'told')
        return service.follow(key, run.id);
      const followed = await service.follow(key, run.id, 'running');
      if (end === 'working') return followed;
      if (end === 'gone') {
        expect(service.simulator.forget(await taskIdOf(run.id))).toBe(true);
        return followed;
      }
      await service.call('cancelRun', { kind: 'keyword', id: run.id }, { key });
      return engine().canCancel ? service.follow(key, run.id) : followed;
    }

    async function taskIdOf(id: string): Promise<string> {
      return String(
        (await service.db.selectFrom('runs').select('task_id').where('id', '=', id).executeTakeFirst())?.task_id,
      );
    }

    it.each(possible)('$name: one create, found where it was created, never repeated', async (fault) => {
      const { name, end, made = 1, error } = fault;
      const run = await (stories.get(name) as Promise<WireRun>);
      const found = end === 'completed' || end === 'told' || (end === 'looked for' && row.findsLost);
      if (found) {
        expect([run.status, run.error, run.usage?.costUsd]).toEqual(['completed', null, stated]);
        expect(run.result.mentions.length).toBeGreaterThan(0);
      }
      if (end === 'failed') expect(run.status).toBe('failed');
      if (end === 'failed' && made === 0) expect(run.error).toMatch(/^\w+: .*Nothing was bought\.$/s);
      if (end === 'unresolved' || (end === 'looked for' && !found)) {
        expect(run.error).toMatch(/^creation_unresolved: .*never sends it again\.$/s);
      }
      if (error !== undefined) expect(run.error).toMatch(error);
      const sent = creates(questionOf(name));
      expect(sent.map(({ body }) => row.markOf?.(body) ?? run.id)).toEqual([run.id]);
      expect(sent.reduce((sum, { created }) => sum + (created?.split(' ').length ?? 0), 0)).toBe(made);
    });

    it('states the reason of each refusal', async () => {
      const named = {
        flaw: 'a refusal of the question',
        tooMany: 'too many requests',
        noCredit: 'an account without credit',
      };
      for (const [which, name] of Object.entries(named)) {
        const { code } = row.refusals[which as keyof typeof named];
        expect((await stories.get(name))?.error).toMatch(new RegExp(`^${code}: `));
      }
    });

    long('a receipt that the database refuses is imported after a restart', async () => {
      await Promise.allSettled(stories.values());
      const name = 'a receipt that is refused';
      const accept = await refuseReceipts(service);
      const { id } = await service.makeCase({ query: questionOf(name), ...row.asked });
      await service.ensure(key, id, idempotencyKeyOf(name));
      const folder = join(service.database.dataDir, 'spill');
      await expect.poll(() => readdirSync(folder).filter((file) => file.startsWith('run_'))).toHaveLength(1);
      await accept();
      await service.restart();
      const replayed = await service.ensure(key, id, idempotencyKeyOf(name));
      const run = await service.follow(key, replayed.body.run.id);
      expect([run.status, run.usage?.costUsd]).toEqual(['completed', stated]);
      expect(creates(questionOf(name))).toHaveLength(1);
      expect(readdirSync(folder).filter((file) => file.startsWith('run_'))).toEqual([]);
    });

    if (row.notice !== null)
      it('a forged notice is refused, and a repeated one changes nothing', async () => {
        service.simulator.script({ at: 'create', course: 'slow', when: questionOf('a notice') });
        const run = await start('a notice');
        await service.follow(key, run.id, 'running');
        const work = { runId: run.id, taskId: await taskIdOf(run.id) };
        const send = async (genuine: boolean) => (await row.notice?.(service, work, genuine))?.status;
        expect([await send(false), await send(true), await send(true)]).toEqual([401, 200, 200]);
        const looked = await service.readRun(key, run.id);
        expect([looked.status, creates(questionOf('a notice')).length]).toEqual(['running', 1]);
      });

    it('after a restart and past the deadline every run has ended or tells its owner what to do', async () => {
      const left = await Promise.all(
        possible.map(async (fault) => ({ fault, run: await (stories.get(fault.name) as Promise<WireRun>) })),
      );
      const waiting = left.filter(({ run }) => !ends.includes(run.status));
      const sentBefore = service.sent();
      clock.move(engine().deadlineMs + 1_000);
      await service.restart();
      for (const { fault, run } of waiting) {
        const stopped = engine().canCancel && fault.end === 'working';
        const late = stopped ? { status: 'cancelled' as const, error: null } : (fault.late ?? unfound);
        // Its next poll may be a day away, so the owner requests one.
        await service.call('reconcileRun', { kind: 'keyword', id: run.id }, { key });
        const ended = await until(
          () => service.readRun(key, run.id),
          ({ status, error }) => status === late.status && (late.error?.test(error ?? '') ?? true),
        );
        // Prices stated with the answer are missing without one.
        const known = late.status === 'cancelled' || row.costUsd === 'stated' ? row.stoppedCostUsd : row.costUsd;
        const isKnown = ['working', 'gone', 'stopped'].includes(fault.end);
        expect([fault.name, ended.usage?.costUsd ?? null]).toEqual([fault.name, isKnown ? known : null]);
      }
      expect(service.sent()).toBe(sentBefore);
    });

    it('the ledger contains exactly the cost of every run', async () => {
      const { standings, saved, replayed } = await readLedger(service.db);
      expect(saved).toEqual(replayed);
      const standingOf = async (name: string) => standings.get((await (stories.get(name) as Promise<WireRun>)).id);
      // If the charge is unknown, the worst case stays held: of both works, if there were two.
      const held = (await standingOf('no work and no reply'))?.micro ?? 0;
      expect(held).toBeGreaterThan(0);
      for (const { name, end, made = 1 } of possible) {
        const { status } = await (stories.get(name) as Promise<WireRun>);
        const standing = await standingOf(name);
        const two = row.costUsd === null ? held * 2 : Math.max(held, Math.round(Number(row.costUsd) * 2e6));
        const expected =
          status === 'completed'
            ? { state: row.costUsd === null ? expect.stringMatching(/^(estimated|unknown)$/) : 'stated' }
            : made === 0 && end === 'failed'
              ? { state: 'released', micro: 0 }
              : made === 2
                ? { state: 'unknown', micro: two }
                : made === 0 || end === 'looked for'
                  ? { state: 'unknown', micro: held }
                  : {};
        expect([name, standing]).toMatchObject([name, expected]);
      }
    });
  });
});
