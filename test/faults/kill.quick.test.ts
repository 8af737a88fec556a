import { expect, inject, it } from 'vitest';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import { startSimulator } from '../../src/simulator/startSimulator.ts';
import type { DatabaseKind } from '../../src/store/database/open.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { startCli, untilPrinted } from '../support/cli.ts';
import { alwaysOnEachDatabase, createTestDatabase } from '../support/databases.ts';
import { endLeases } from '../support/endLeases.ts';
import { followAll } from '../support/killedRuns.ts';
import { findingsOf, isUnconfirmed } from '../support/purchaseChecker.ts';
import {
  createClientHistory,
  keepCreates,
  listUnconfirmed,
  readPurchaseEvidence,
} from '../support/purchaseEvidence.ts';
import {
  askAt,
  cookieOf,
  freePort,
  type HttpReply,
  owner,
  providerEnvironment,
  setupToken,
} from '../support/service.ts';
import { inQuick } from '../support/suites.ts';

/** KILL_TRIALS=300 makes a long campaign of it; a trial is one kill under load and one restart. SEED draws the moments. */
const given = Number(process.env.KILL_TRIALS ?? 0);
const trialsOf = (engine: DatabaseKind): number => (given > 0 ? given : inQuick(1, engine === 'sqlite' ? 4 : 2));
const clients = 8;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

alwaysOnEachDatabase('a server that is killed at random moments', (engine) => {
  const trials = trialsOf(engine);
  it(`buys nothing twice and loses no receipt in ${trials} kills`, { timeout: 180_000 + trials * 40_000 }, async () => {
    const database = await createTestDatabase(engine);
    const simulator = await startSimulator({ pace: { by: 'looks', queued: 1, working: 1 } });
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const env = {
      ...providerEnvironment(simulator),
      ...database.env,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      SETUP_TOKEN: setupToken,
      POLL_INTERVAL_MS: '50',
      SUBMIT_TIMEOUT_MS: '1500',
      REQUESTS_PER_MINUTE: '100000',
      ACTIVE_RUNS_PER_OWNER: '100000',
      RUNS_PER_DAY_PER_OWNER: '100000',
    };
    const start = async () => {
      const started = startCli(['serve'], env);
      await untilPrinted(started, /listening on/);
      return started;
    };
    let server = await start();
    try {
      const cookie = cookieOf(await askAt(base, '/api/setup', { body: { token: setupToken, ...owner } }));
      const made = await askAt(base, '/api/v2/keys', { cookie, body: { name: 'k', permissions: ['evaluate'] } });
      const key = made.body.secret;
      const makeCase = async (query: string): Promise<string> =>
        (await askAt(base, '/api/v2/benchmark-cases', { cookie, body: { query } })).body.case.id;
      const ensure = (caseId: string, idempotencyKey: string): Promise<HttpReply> =>
        askAt(base, '/api/v1/observations/ensure', { key, idempotencyKey, body: { kind: 'keyword', caseId } });

      const creates = keepCreates(simulator);
      const history = createClientHistory();
      const figures = { kills: 0, answered: 0, cut: 0 };
      for (let trial = 0; trial < trials; trial += 1) {
        const draw = (what: string): number => fractionOf(`${inject('seed')} ${engine} ${trial} ${what}`);
        const cases: string[] = [];
        for (let index = 0; index < clients; index += 1) {
          const query = `Trial ${trial}, question ${index}?`;
          cases.push(await makeCase(query));
          // As long as a vendor takes: a kill then finds creates on their way.
          const reply = { kind: 'stalled', afterMs: Math.ceil(draw(`vendor ${index}`) * 400) } as const;
          simulator.script({ at: 'create', when: query, reply });
        }
        const work = cases.map(async (caseId, index) => {
          await pause(draw(`client ${index}`) * 60);
          const idempotencyKey = `kill-${trial}-${index}`;
          const answered = await history.send(idempotencyKey, () => ensure(caseId, idempotencyKey));
          figures[answered === null ? 'cut' : 'answered'] += 1;
        });
        await pause(draw('kill') * 600);
        server.child.kill('SIGKILL');
        figures.kills += 1;
        if (figures.kills % 25 === 0) console.log(`${engine}: ${figures.kills} kills`);
        await Promise.all([...work, server.ended]);
        await endLeases(database);
        server = await start();
        for (const [index, caseId] of cases.entries()) {
          for (let times = 0; times < 2; times += 1) {
            const idempotencyKey = `kill-${trial}-${index}`;
            const answered = await history.send(idempotencyKey, () => ensure(caseId, idempotencyKey));
            expect(answered?.status, answered?.text).toBeLessThan(500);
          }
        }
        creates.note();
      }

      const runs = [...new Set(history.replies.flatMap(({ runId }) => runId ?? []))];
      await followAll(base, key, runs, creates.madeRuns());
      const listed = await listUnconfirmed(base, key);
      server.child.kill('SIGKILL');
      await server.ended;
      const evidence = await readPurchaseEvidence({ database, creates, history, listed });
      const findings = findingsOf(evidence);
      const count = (status: string): number => evidence.runs.filter((run) => run.status === status).length;
      reportFigure(
        `${engine}: ${figures.kills} kills, ${clients} clients; ${figures.answered} answered before, ${figures.cut} cut; ` +
          `${evidence.runs.length} runs, ${[...evidence.creates.values()].filter(({ made: pieces }) => pieces > 0).length} bought, ` +
          `${count('completed')} completed, ${count('failed')} failed, ` +
          `${evidence.runs.filter(isUnconfirmed).length} unconfirmed and listed with their ids; ` +
          `${findings.length} findings of the checker`,
      );
      expect(findings).toEqual([]);
      expect(evidence.runs.length).toBe(trials * clients);
    } finally {
      server.child.kill('SIGKILL');
      await server.ended;
      await simulator.close();
      await database.drop();
    }
  });
});
