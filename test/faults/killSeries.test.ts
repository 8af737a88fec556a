import { expect, inject, it } from 'vitest';
import { startSimulator } from '../../src/engines/startSimulator.ts';
import { fractionOf, wholeOf } from '../../src/simulator/seededChoice.ts';
import { callsOf } from '../support/calls.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { createRunningClock } from '../support/clock.ts';
import { createTestDatabase, onEachDatabase } from '../support/databases.ts';
import type { EngineRow } from '../support/engineRow.ts';
import { actOnRunAt, ensureAt, type HttpReply, makeCaseAt, readRunAt, setUpAt } from '../support/http.ts';
import { findingsOf, isUnconfirmed } from '../support/purchaseChecker.ts';
import {
  createClientHistory,
  keepCreates,
  listUnconfirmed,
  readPurchaseEvidence,
} from '../support/purchaseEvidence.ts';
import {
  hasReceipt,
  type PurchasePoint,
  purchasePoints,
  shippedEngines,
  startPausingServers,
  untilReached,
} from '../support/purchasePoints.ts';

/**
 * KILL_POINT_TRIALS=500 runs the long campaign. A trial is one purchase that has reached a point when its server is
 * killed. Up to 24 purchases wait at points together, others continue, and the rest of earlier kills is reconciled.
 * SEED draws all of it.
 */
const trials = Number(process.env.KILL_POINT_TRIALS ?? 8);
const minute = 60_000;
const minRepeats = 3;

type Asked = { key: string; caseId: string; row: EngineRow; point: PurchasePoint | null; query: string };

onEachDatabase('a server killed repeatedly at points of a purchase', (kind) => {
  it(`buys nothing twice, loses no receipt and saves no impossible row in ${trials} trials`, {
    timeout: 300_000 + trials * 30_000,
  }, async () => {
    const clock = createRunningClock();
    const database = await createTestDatabase(kind);
    const pace = { by: 'looks', queued: 1, working: 1, overAfterMs: 60 * minute } as const;
    const simulator = await startSimulator({ pace, now: clock.now });
    const creates = keepCreates(simulator);
    const history = createClientHistory();
    const servers = await startPausingServers(database, simulator, clock);
    const { base } = servers;
    const draw = (text: string): string => `${inject('seed')} ${kind} ${text}`;
    const reached = new Map<string, number>();
    let [kills, stood, beside] = [0, 0, 0];

    async function ensure({ key: idempotencyKey, caseId }: Asked): Promise<HttpReply | null> {
      const reply = await history.send(idempotencyKey, () => ensureAt(base, key, caseId, idempotencyKey));
      if (reply !== null)
        expect([idempotencyKey, reply.status], reply.text).toEqual([idempotencyKey, expect.toBeOneOf([200, 202, 503])]);
      return reply;
    }
    const statusOf = async ({ key: asked }: Asked): Promise<string | null> => {
      const runId = history.replies.find((reply) => reply.key === asked && reply.runId !== null)?.runId;
      if (runId === undefined) return null;
      return (await readRunAt(() => base)(key, String(runId))).status;
    };

    async function ask(name: string, row: EngineRow, point: PurchasePoint | null, nth: number): Promise<Asked> {
      const query = `What does ${row.id} recommend in trial ${name} as number ${nth} [${point?.name ?? 'nothing'}.${name}]?`;
      if (point?.script !== undefined) simulator.script({ ...point.script, at: 'create', when: query });
      const caseId = await makeCaseAt(base, cookie, query, { search: { engine: row.id }, ...row.asked });
      return { key: `kill${nth}:${point?.name ?? 'nothing'}.${name}:${row.id}`, caseId, row, point, query };
    }

    const isReached = async (asked: Asked, trial: number): Promise<boolean> => {
      const { point, row, query, caseId } = asked;
      if (point?.needsReceipt && !(await hasReceipt(base, key, caseId))) return false;
      if (point?.seenBy === 'server') return servers.output().includes(`paused ${point.name}.${trial} ${row.id}\n`);
      if (point?.seenBy === 'vendor')
        return simulator.ledger.some(
          ({ operation, body }) => operation === 'create' && JSON.stringify(body).includes(query),
        );
      return (await statusOf(asked)) === 'completed';
    };

    let key = '';
    let cookie = '';
    let before: Asked[] = [];
    try {
      for (let trial = 0; stood < trials; trial += 1) {
        const drawn: [EngineRow, PurchasePoint][] = [];
        for (let nth = 0; nth < wholeOf(draw(`${trial} stand`), 1, 24); nth += 1) {
          const point = purchasePoints[Math.floor(fractionOf(draw(`${trial} ${nth} point`)) * purchasePoints.length)];
          const able = shippedEngines.filter((row) => point?.at?.(row) ?? true);
          const row = able[Math.floor(fractionOf(draw(`${trial} ${nth} engine`)) * able.length)];
          // One purchase of each kind, because the server names the point and the engine, but not the question.
          if (row !== undefined && point !== undefined && !drawn.some(([one, at]) => one === row && at === point))
            drawn.push([row, point]);
        }
        await servers.start(drawn.map(([, point]) => `${point.name}.${trial}`));
        if (trial === 0) ({ cookie, key } = await setUpAt(base));
        for (let times = 0; times < minRepeats; times += 1) await Promise.all(before.map(ensure));

        const asked: Asked[] = [];
        for (const [nth, [row, point]] of drawn.entries()) asked.push(await ask(String(trial), row, point, nth));
        const others: Asked[] = [];
        for (let nth = 0; nth < wholeOf(draw(`${trial} beside`), 0, 6); nth += 1) {
          const row = shippedEngines[Math.floor(fractionOf(draw(`${trial} ${nth} other`)) * shippedEngines.length)];
          if (row !== undefined) others.push(await ask(String(trial), row, null, asked.length + nth));
        }
        const cut: Promise<unknown>[] = asked.map(ensure);
        cut.push(
          ...others.map(async (other, nth) => {
            await new Promise((resolve) => setTimeout(resolve, fractionOf(draw(`${trial} ${nth} wait`)) * 200));
            return ensure(other);
          }),
        );
        for (const one of asked.filter(({ point }) => point?.end === 'cancelled')) {
          await untilReached(
            async () => (await statusOf(one)) === 'running',
            () => `${one.key} runs`,
          );
          const { runId } = history.replies.find((reply) => reply.key === one.key) ?? {};
          cut.push(actOnRunAt(base, key, String(runId), 'cancel').catch(() => null));
        }
        for (const one of asked)
          await untilReached(
            () => isReached(one, trial),
            () => `SEED=${inject('seed')} trial ${trial}: ${one.key}`,
          );
        await servers.kill();
        await Promise.all(cut);
        for (const { point } of asked) reached.set(point?.name ?? '', (reached.get(point?.name ?? '') ?? 0) + 1);
        kills += 1;
        if (kills % 25 === 0) console.log(`${kind}: ${kills} kills, ${stood + asked.length} purchases at a point`);
        stood += asked.length;
        beside += others.length;
        before = [...asked, ...others];
        creates.note();
        clock.move(5 * minute);
      }

      await servers.start();
      for (let times = 0; times < minRepeats; times += 1) await Promise.all(before.map(ensure));
      await servers.kill();
      // Past every deadline each run has ended: found, or listed as not confirmed.
      clock.move(27 * 60 * minute);
      await servers.start();
      let open: string[] = [];
      await untilReached(
        async () => {
          open = [];
          for (const status of ['queued', 'running', 'requires_action'] as const) {
            const { items } = await callsOf(base, key).call('listRuns', { status });
            for (const { id, engine, error } of items) {
              open.push(`${id} at ${engine} is ${status}: ${error}`);
              // Work that cannot be stopped is now polled once a day, unless its owner requests a poll.
              await actOnRunAt(base, key, id, 'reconcile');
            }
          }
          return open.length === 0;
        },
        () => `SEED=${inject('seed')}: ${open.length} runs have not ended: ${open.slice(0, 5).join('; ')}`,
      );
      const listed = await listUnconfirmed(base, key);
      await servers.kill();
      const findsLost = (engine: string): boolean => shippedEngines.some((row) => row.id === engine && row.findsLost);
      const evidence = await readPurchaseEvidence({ database, creates, history, listed, findsLost });
      const bought = [...evidence.creates.values()].filter(({ made }) => made > 0).length;
      const unconfirmed = evidence.runs.filter(isUnconfirmed).length;
      reportFigure(
        `${kind}: ${kills} kills, at which ${stood} purchases stood at ${reached.size} points and ${beside} went on beside; ` +
          `${evidence.runs.length} runs, ${bought} bought, ` +
          `${evidence.runs.filter(({ status }) => status === 'completed').length} completed, ` +
          `${unconfirmed} unconfirmed and listed with their ids; ${history.replies.length} replies; ` +
          `${findingsOf(evidence).length} findings of the checker`,
      );
      expect(findingsOf(evidence)).toEqual([]);
      expect(evidence.runs.length).toBe(stood + beside);
    } finally {
      await servers.kill();
      await simulator.close();
      await database.drop();
    }
  });
});
