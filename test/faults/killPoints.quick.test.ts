import { expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../src/engines/startSimulator.ts';
import { type OpenDatabase, openDatabase } from '../../src/store/database/open.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { createRunningClock } from '../support/clock.ts';
import { createTestDatabase, locationOf, onEachDatabase } from '../support/databases.ts';
import type { EngineRow } from '../support/engineRow.ts';
import { actOnRunAt, ensureAt, makeCaseAt, readRunAt, setUpAt } from '../support/http.ts';
import { readLedger } from '../support/ledger.ts';
import {
  half,
  hasReceipt,
  type PurchasePoint,
  pause,
  purchasePoints,
  shippedEngines,
  startPausingServers,
  untilReached,
} from '../support/purchasePoints.ts';
import { askAt, type HttpReply, type TestService } from '../support/service.ts';
import { firstInQuick } from '../support/suites.ts';
import { vendorLists } from '../support/vendorLists.ts';
import type { WireRun } from '../support/wire.ts';

const lists = ['google-ai-mode', 'google-ai-overview', 'chatgpt-web', 'gemini-web'];

type Story = {
  row: EngineRow;
  point: PurchasePoint;
  query: string;
  caseId: string;
  idempotencyKey: string;
  runId: string;
};

const minute = 60_000;
const unendedStatuses: readonly WireRun['status'][] = ['queued', 'running', 'requires_action'];

onEachDatabase('a server killed at every point of a purchase', (engine) => {
  it('buys nothing twice, loses no receipt and states no wrong cost, at every engine', async () => {
    const clock = createRunningClock();
    const database = await createTestDatabase(engine);
    const simulator = await startSimulator({ pace: { by: 'looks', queued: 1, working: 1 }, now: clock.now });
    const servers = await startPausingServers(database, simulator, clock);
    const { base } = servers;
    const stories: Story[] = [];
    let key = '';
    let cookie = '';
    let opened: OpenDatabase | null = null;

    const creates = (query: string) =>
      simulator.ledger.filter(({ operation, body }) => operation === 'create' && JSON.stringify(body).includes(query));
    /** A hundred at once may exceed a busy server; the same key makes a repetition safe. */
    const ensure = async (story: Story): Promise<HttpReply> => {
      const { caseId, idempotencyKey } = story;
      const answered = await ensureAt(base, key, caseId, idempotencyKey);
      return answered.body.error?.code === 'temporarily_unavailable' ? pause(100).then(() => ensure(story)) : answered;
    };
    const runOf = ({ runId }: Story): Promise<WireRun> => readRunAt(() => base)(key, runId);
    const cancel = ({ runId }: Story): Promise<HttpReply> => actOnRunAt(base, key, runId, 'cancel');
    const nameOf = ({ row, point }: Story): string => `${row.id} ${point.name}`;

    /** Saves and asks the questions of this server's points. Requests interrupted by a kill are repeated later. */
    async function askAll(which: PurchasePoint['server']): Promise<{ asked: Story[]; cut: Promise<unknown> }> {
      const asked: Story[] = [];
      for (const point of purchasePoints.filter(({ server }) => server === which)) {
        for (const row of firstInQuick(1, shippedEngines).filter((one) => point.at?.(one) ?? true)) {
          const query = `What does ${row.id} recommend when it is killed [${point.name}]?`;
          if (point.script !== undefined) simulator.script({ ...point.script, at: 'create', when: query });
          const caseId = await makeCaseAt(base, cookie, query, { search: { engine: row.id }, ...row.asked });
          asked.push({ row, point, query, caseId, idempotencyKey: `kill:${point.name}:${row.id}`, runId: '' });
        }
      }
      stories.push(...asked);
      const sent = asked.map((story) => ensure(story).then((answered) => noteRun(story, answered)));
      return { asked, cut: Promise.allSettled(sent) };
    }

    /** Records a reply: whatever a client was told must stay true for its key. */
    function noteRun(story: Story, { status, body, text }: HttpReply): void {
      expect(status, text).toBeLessThan(500);
      expect([nameOf(story), story.runId || body.run.id]).toEqual([nameOf(story), body.run.id]);
      story.runId = body.run.id;
    }

    async function untilAllAreThere(asked: readonly Story[]): Promise<void> {
      const isThere = async (story: Story): Promise<boolean> => {
        const { row, point, query, caseId } = story;
        if (point.needsReceipt && !(await hasReceipt(base, key, caseId))) return false;
        if (point.seenBy === 'server') return servers.output().includes(`paused ${point.name} ${row.id}\n`);
        if (point.seenBy === 'vendor') return creates(query).length > 0;
        return story.runId !== '' && (await runOf(story)).status === 'completed';
      };
      for (const story of asked)
        await untilReached(
          () => isThere(story),
          () => `${nameOf(story)}: ${JSON.stringify(creates(story.query))}`,
        );
    }

    try {
      const named = (which: PurchasePoint['server']) =>
        purchasePoints.filter(({ server, seenBy }) => server === which && seenBy === 'server').map(({ name }) => name);
      await servers.start(named(1));
      ({ cookie, key } = await setUpAt(base));
      const first = await askAll(1);
      await untilAllAreThere(first.asked);
      await servers.kill();
      await first.cut;

      clock.move(5 * minute);
      await servers.start(named(2));
      for (const story of first.asked) noteRun(story, await ensure(story));
      const second = await askAll(2);
      const cancelled: Promise<unknown>[] = [];
      for (const story of second.asked.filter(({ point }) => point.end === 'cancelled')) {
        await untilReached(
          async () => story.runId !== '' && (await runOf(story)).status === 'running',
          () => nameOf(story),
        );
        cancelled.push(cancel(story).catch(() => null));
      }
      await untilAllAreThere(second.asked);
      await servers.kill();
      await Promise.all([second.cut, ...cancelled]);

      clock.move(5 * minute);
      await servers.start();
      for (const story of stories) noteRun(story, await ensure(story));
      // If only a vendor's notice finds a lost create, it is sent for one of them.
      const isNoticed = ({ row, point }: Story): boolean =>
        point.name === 'accepted' && !row.findsLost && row.notice !== null;
      for (const story of stories.filter(isNoticed)) {
        await untilReached(
          async () => (await runOf(story)).status === 'requires_action',
          () => nameOf(story),
        );
        const asker = { ask: (path: string, asked: object) => askAt(base, path, asked) } as TestService;
        const work = { runId: story.runId, taskId: String(creates(story.query)[0]?.created) };
        expect((await story.row.notice?.(asker, work, true))?.status).toBe(200);
      }
      for (const story of stories.filter(({ point }) => point.end === 'cancelled')) await cancel(story);
      const isFoundAgain = (story: Story): boolean =>
        story.point.end === 'completed' ||
        (story.point.end === 'looked for' && story.point.made !== 0 && (story.row.findsLost || isNoticed(story)));
      const endOf = (story: Story): WireRun['status'] =>
        isFoundAgain(story) ? 'completed' : story.point.end === 'cancelled' ? 'cancelled' : 'requires_action';
      for (const story of stories) {
        let run: WireRun | null = null;
        await untilReached(
          async () => {
            run = await runOf(story);
            return run.status === endOf(story);
          },
          () => `${nameOf(story)}: ${run?.status} ${run?.error}`,
        );
      }
      await servers.kill();

      // Past every deadline, runs that were not found end with their possible cost.
      clock.move(27 * 60 * minute);
      await servers.start();
      for (const story of stories) {
        if (unendedStatuses.includes(endOf(story))) await actOnRunAt(base, key, story.runId, 'reconcile');
      }
      const billed = await vendorLists(simulator.url, clock.now(), clock.now() - 30 * 60 * minute);
      opened = await openDatabase(locationOf(database));
      const { db } = opened;
      const refunded = stories.filter(({ row, point }) => lists.includes(row.id) && point.script?.seo === half);
      await untilReached(
        async () => {
          const { standings } = await readLedger(db);
          return refunded.every(({ runId }) => standings.get(runId)?.micro === billed.get(runId));
        },
        () => 'refunds',
      );

      const { standings, saved, replayed } = await readLedger(db);
      expect(saved).toEqual(replayed);
      let bought = 0;
      for (const story of stories) {
        const { row, point, query, runId } = story;
        const run = await runOf(story);
        const sent = creates(query);
        const made = sent.reduce((sum, { created }) => sum + (created === null ? 0 : created.split(' ').length), 0);
        bought += made;
        expect([nameOf(story), sent.length, made]).toEqual([nameOf(story), point.sent ?? 1, point.made ?? 1]);
        const standing = standings.get(runId);
        if (endOf(story) === 'requires_action') {
          expect([nameOf(story), run.status, run.error]).toEqual([
            nameOf(story),
            'failed',
            expect.stringMatching(/^creation_unconfirmed: /),
          ]);
          expect([nameOf(story), standing]).toEqual([nameOf(story), { state: 'unknown', micro: expect.any(Number) }]);
          expect(standing?.micro).toBeGreaterThan(0);
          continue;
        }
        expect([nameOf(story), run.status, run.error]).toEqual([nameOf(story), endOf(story), null]);
        if (run.status === 'cancelled')
          expect([nameOf(story), run.usage?.costUsd ?? null]).toEqual([nameOf(story), row.stoppedCostUsd]);
        else {
          const stated = row.costUsd === 'stated' ? expect.any(Number) : row.costUsd;
          expect([nameOf(story), run.usage?.costUsd ?? null]).toEqual([nameOf(story), stated]);
          expect(run.result.mentions.length).toBeGreaterThan(0);
        }
        if (lists.includes(row.id))
          expect([nameOf(story), standing]).toEqual([nameOf(story), { state: 'stated', micro: billed.get(runId) }]);
      }
      // The bill of each vendor that states its prices equals the ledger, to the micro-dollar.
      const sum = (ids: readonly string[]): number => ids.reduce((all, id) => all + (standings.get(id)?.micro ?? 0), 0);
      const listed = [...billed.keys()];
      expect(listed.filter((id) => !stories.some(({ runId }) => runId === id))).toEqual([]);
      expect(sum(listed)).toBe([...billed.values()].reduce((all, micro) => all + micro, 0));
      for (const story of stories.filter(({ row }) => row.id === 'perplexity-api')) {
        const charged = await perplexityCharge(simulator, creates(story.query)[0]?.created ?? null);
        const standing = standings.get(story.runId);
        if (charged === null) continue;
        if (standing?.state === 'stated') expect([nameOf(story), standing.micro]).toEqual([nameOf(story), charged]);
        else expect([nameOf(story), Number(standing?.micro) >= charged]).toEqual([nameOf(story), true]);
      }
      reportFigure(
        `${engine}: ${purchasePoints.length} points, ${shippedEngines.length} engines, ${stories.length} runs killed at them, ${bought} bought, ` +
          `${stories.filter(isFoundAgain).length} completed, ` +
          `${stories.filter((story) => endOf(story) === 'requires_action').length} ended as unresolved with their worst case`,
      );
    } finally {
      await opened?.close();
      await servers.kill();
      await simulator.close();
      await database.drop();
    }
  });
});

/** Returns Perplexity's charge for this work in micro-dollars; null if it does not exist or has not ended. */
async function perplexityCharge(simulator: Simulator, id: string | null): Promise<number | null> {
  if (id === null) return null;
  const path = `/perplexity/v1/responses/${id}`;
  const read = async () => (await askAt(simulator.url, path, { headers: { authorization: 'Bearer x' } })).body as any;
  let work = await read();
  for (let looks = 0; looks < 4 && work.status !== 'cancelled' && work.usage === undefined; looks += 1)
    work = await read();
  return work.usage === undefined ? null : Math.round(work.usage.cost.total_cost * 1e6);
}
