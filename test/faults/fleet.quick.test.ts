import { expect, inject, it } from 'vitest';
import { startSimulator } from '../../src/engines/startSimulator.ts';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { type CliProcess, startCli, untilPrinted } from '../support/cli.ts';
import { createTestDatabase, onPostgres } from '../support/databases.ts';
import { endLeases } from '../support/endLeases.ts';
import { ensureAt, makeCaseAt, setUpAt } from '../support/http.ts';
import { followAll } from '../support/killedRuns.ts';
import { findingsOf, isUnconfirmed } from '../support/purchaseChecker.ts';
import {
  createClientHistory,
  keepCreates,
  listUnconfirmed,
  readPurchaseEvidence,
} from '../support/purchaseEvidence.ts';
import { freePort, providerEnvironment, setupToken } from '../support/service.ts';
import { inQuick } from '../support/suites.ts';

/** FLEET_KILLS=300 runs the long campaign. */
const kills = Number(process.env.FLEET_KILLS ?? inQuick(2, 6));
const clients = 4;
const perClient = 4;
/** Budget above the cost of these answers in a simulated month. */
const budgetFor = Math.max(12, kills * 2);

type Member = { role: 'api' | 'worker'; base: string; env: Record<string, string>; process: CliProcess };

onPostgres('two API processes and two workers on one database', () => {
  it(`buy each question once and stay within the budget while ${kills} of them are killed`, {
    timeout: 240_000 + kills * 15_000,
  }, async () => {
    const database = await createTestDatabase('postgres');
    const simulator = await startSimulator({ pace: { by: 'looks', queued: 1, working: 1 } });
    const members: Member[] = [];
    const start = async (role: Member['role'], port: number, dataDir: string): Promise<Member> => {
      const env = {
        ...providerEnvironment(simulator),
        ...database.env,
        DATA_DIR: `${database.dataDir}/${dataDir}`,
        ROLE: role,
        SESSION_SECRET: 'a-session-secret-for-a-fleet-of-four',
        PORT: String(port),
        LOG_LEVEL: 'silent',
        SETUP_TOKEN: setupToken,
        POLL_INTERVAL_MS: '50',
        SUBMIT_TIMEOUT_MS: '1500',
        REQUESTS_PER_MINUTE: '100000',
        ACTIVE_RUNS_PER_OWNER: '100000',
        RUNS_PER_DAY_PER_OWNER: String(budgetFor),
      };
      const started = startCli(role === 'worker' ? ['worker'] : ['serve'], env);
      if (role === 'api') await untilPrinted(started, /listening on/);
      return { role, base: `http://127.0.0.1:${port}`, env, process: started };
    };
    try {
      for (const [role, name] of [
        ['api', 'one'],
        ['api', 'two'],
        ['worker', 'three'],
        ['worker', 'four'],
      ] as const)
        members.push(await start(role, await freePort(), name));
      const doors = members.filter(({ role }) => role === 'api').map(({ base }) => base);
      const [first = '', second = ''] = doors;
      const { cookie, key } = await setUpAt(first);
      const creates = keepCreates(simulator);
      const history = createClientHistory();
      const asked: [string, string][] = [];
      let isOver = false;
      /** Sends every request to both processes, repeatedly with its key, until it is answered. */
      const client = async (at: number): Promise<void> => {
        for (let number = 0; !isOver || number < perClient; number += 1) {
          const query = `Client ${at}, question ${number}?`;
          let caseId = '';
          const idempotencyKey = `fleet-${at}-${number}`;
          for (let tries = 0; ; tries += 1) {
            const base = (at + tries) % 2 === 0 ? first : second;
            if (caseId === '') {
              caseId = await makeCaseAt(base, cookie, query).catch(() => '');
              if (caseId === '') await pause(50);
              continue;
            }
            const answered = await history.send(idempotencyKey, () => ensureAt(base, key, caseId, idempotencyKey));
            if (answered === null) {
              await pause(50);
              continue;
            }
            if (answered.status === 503 && answered.body.recovery === undefined) {
              await pause(50);
              continue;
            }
            if (tries > 2 || number % 2 === 0) break;
          }
          asked.push([idempotencyKey, caseId]);
          await pause(50);
          if (isOver && number >= perClient) break;
        }
      };
      const work = Array.from({ length: clients }, (_, at) => client(at));
      for (let kill = 0; kill < kills; kill += 1) {
        const draw = (what: string): number => fractionOf(`${inject('seed')} ${what} ${kill}`);
        await pause(draw('pause') * 400);
        const index = Math.floor(draw('who') * members.length);
        const member = members[index];
        if (member === undefined) throw new Error('no process is left to kill');
        member.process.child.kill('SIGKILL');
        await member.process.ended;
        const again = startCli([member.role === 'worker' ? 'worker' : 'serve'], member.env);
        if (member.role === 'api') await untilPrinted(again, /listening on/);
        members[index] = { ...member, process: again };
        creates.note();
      }
      isOver = true;
      await Promise.all(work);
      await endLeases(database);

      const runs = [...new Set(history.replies.flatMap(({ runId }) => runId ?? []))];
      await followAll(first, key, runs, creates.madeRuns());
      const listed = await listUnconfirmed(first, key);
      for (const { process } of members) process.child.kill('SIGKILL');
      await Promise.all(members.map(({ process }) => process.ended));
      const evidence = await readPurchaseEvidence({ database, creates, history, listed });
      const findings = findingsOf(evidence);
      reportFigure(
        `${kills} kills of two API processes and two workers: ${asked.length} requests by ${clients} clients, ` +
          `${evidence.runs.length} runs of at most ${budgetFor} a day, ` +
          `${[...evidence.creates.values()].filter(({ made: pieces }) => pieces > 0).length} bought, ` +
          `${evidence.runs.filter(({ status }) => status === 'completed').length} completed, ` +
          `${evidence.runs.filter(isUnconfirmed).length} unconfirmed and listed with their ids; ` +
          `${findings.length} findings of the checker`,
      );
      expect(findings).toEqual([]);
      expect(evidence.runs.length).toBe(Math.min(asked.length, budgetFor));
    } finally {
      for (const { process } of members) process.child.kill('SIGKILL');
      await Promise.all(members.map(({ process }) => process.ended));
      await simulator.close();
      await database.drop();
    }
  });
});

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
