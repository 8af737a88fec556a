import { expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { endLeases } from '../support/endLeases.ts';
import { startServerProcess } from '../support/serverProcess.ts';

/** ASK_KILLS=20 runs the long campaign: kills of the server, and so of its watcher, in the middle of a batch. */
const kills = Number(process.env.ASK_KILLS ?? 2);
/** Each kill waits for one more create, and up to three are sent before it. */
const questions = 2 + 3 * kills;

onEachDatabase('manual requests without an open page', (engine) => {
  it.each([
    { by: 'a member', asksToSpend: false },
    { by: 'a key, after one approval', asksToSpend: true },
  ])(
    `of $by are each bought once, however the server is killed (${kills} times)`,
    {
      timeout: 60_000 + kills * 20_000,
    },
    async ({ asksToSpend }) => {
      const env = {
        SUBMIT_TIMEOUT_MS: '1500',
        ACTIVE_RUNS_PER_OWNER: '2',
        // A run killed before its create keeps its slot until then: two of them would block all others.
        RUN_DEADLINE_SECONDS: '20',
      };
      const server = await startServerProcess(engine, { env });
      const { database, simulator } = server;
      const caseIds: string[] = [];
      for (let number = 0; number < questions; number += 1) caseIds.push(await server.makeCase(`Question ${number}?`));
      const input = { caseIds, maxAgeSeconds: 0, maxUsd: null };
      const made = { name: 'agent', permissions: ['evaluate' as const], asksToSpend };
      const caller = asksToSpend ? { key: (await server.call('createKey', made)).secret } : { cookie: server.cookie };
      const send = () => server.reply('startAsk', input, { ...caller, idempotencyKey: 'one-batch-by-hand' });
      if (asksToSpend) {
        const { details } = (await send()).body.error;
        expect(details).toMatchObject({ state: 'pending', answers: questions });
        await server.call('decideApproval', { id: String(details?.approvalId), decision: 'approved' });
      }
      const ask = async () => {
        const reply = await send();
        expect(reply.status, reply.text).toBe(201);
        return reply.body.ask;
      };
      const { planId, round } = await ask();
      const creates = () => simulator.ledger.filter(({ operation }) => operation === 'create');
      for (let kill = 0; kill < kills; kill += 1) {
        // In the middle: something was sent since the last kill, and something is left.
        const sent = creates().length;
        await expect.poll(() => creates().length, { interval: 5 }).toBeGreaterThan(sent);
        await server.kill();
        await endLeases(database);
        await server.start();
        expect((await ask()).round.number).toBe(round.number);
      }
      const read = () => server.call('readRound', { id: planId, round: String(round.number) });
      const counts = async () => (await read()).round.counts;
      await expect.poll(counts, { interval: 100 }).toMatchObject({ waiting: 0, running: 0 });
      const { items, round: ended } = await read();
      expect(new Set(items.map(({ runId }) => runId)).size).toBe(questions);
      expect(ended.counts).toMatchObject({ requests: questions, reused: 0, not_asked: 0 });
      const runs = creates().map(({ body: sent }) => (sent as { metadata?: { run_id?: string } }).metadata?.run_id);
      expect(new Set(runs).size).toBe(runs.length);
      // A run killed before its create says so; nothing was bought for it.
      for (const { runId, state } of items) if (state === 'answered') expect(runs).toContain(runId);
      expect(ended.counts.answered).toBeGreaterThanOrEqual(questions - kills * 2);
    },
  );
});
