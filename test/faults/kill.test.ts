import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/startSimulator.ts';
import type { DatabaseKind } from '../../src/store/open.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { startCli, untilPrinted } from '../support/cli.ts';
import { createTestDatabase, onEachDatabase } from '../support/databases.ts';
import { createsByRun, followAll } from '../support/killedRuns.ts';
import {
  askAt,
  cookieOf,
  freePort,
  type HttpReply,
  owner,
  providerEnvironment,
  setupToken,
} from '../support/service.ts';

/** KILL_TRIALS=100 makes a long campaign of it; a trial is one kill under load and one restart. */
const given = Number(process.env.KILL_TRIALS ?? 0);
const trialsOf = (engine: DatabaseKind): number => (given > 0 ? given : engine === 'sqlite' ? 4 : 2);
const clients = 8;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

onEachDatabase('a server that is killed at random moments', (engine) => {
  const trials = trialsOf(engine);
  it(`buys nothing twice and loses no receipt in ${trials} kills`, { timeout: 120_000 + trials * 15_000 }, async () => {
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

      const told = new Map<string, string>();
      const figures = { kills: 0, answered: 0, cut: 0 };
      const note = (idempotencyKey: string, answered: HttpReply): void => {
        // What a client was once told must stay true for its key, kill or not.
        const { run, recovery, error } = answered.body;
        const runId = run?.id ?? recovery?.runId ?? error.code;
        expect(told.get(idempotencyKey) ?? runId).toBe(runId);
        told.set(idempotencyKey, runId);
      };
      for (let trial = 0; trial < trials; trial += 1) {
        const cases: string[] = [];
        for (let index = 0; index < clients; index += 1)
          cases.push(await makeCase(`Trial ${trial}, question ${index}?`));
        const work = cases.map(async (caseId, index) => {
          await pause(Math.random() * 60);
          const idempotencyKey = `kill-${trial}-${index}`;
          const answered = await ensure(caseId, idempotencyKey).catch(() => null);
          if (answered === null) figures.cut += 1;
          else {
            figures.answered += 1;
            note(idempotencyKey, answered);
          }
        });
        await pause(Math.random() * 600);
        server.child.kill('SIGKILL');
        figures.kills += 1;
        await Promise.all([...work, server.ended]);
        server = await start();
        for (const [index, caseId] of cases.entries()) {
          for (let times = 0; times < 2; times += 1) {
            const answered = await ensure(caseId, `kill-${trial}-${index}`);
            expect(answered.status, answered.text).toBeLessThan(500);
            note(`kill-${trial}-${index}`, answered);
          }
        }
      }

      const runs = [...new Set(told.values())];
      expect(runs.length).toBe(trials * clients);
      const ends = await followAll(base, key, runs);
      const creates = createsByRun(simulator);
      const unresolved = ends.filter(({ status }) => status === 'requires_action');
      const completed = ends.filter(({ status }) => status === 'completed');
      const refused = ends.filter(({ status }) => status === 'failed');
      const lost = [...unresolved, ...refused].filter(({ id }) => (creates.get(id)?.made ?? 0) > 0);
      reportFigure(
        `${engine}: ${figures.kills} kills, ${clients} clients; ${figures.answered} answered before, ${figures.cut} cut; ` +
          `${runs.length} runs, ${[...creates.values()].filter(({ made: count }) => count > 0).length} bought, ` +
          `${completed.length} completed, ${refused.length} failed unbought, ${unresolved.length} listed as unresolved, ` +
          `${lost.length} receipts lost`,
      );
      for (const [runId, { sent }] of creates) expect([runId, sent]).toEqual([runId, 1]);
      expect([...creates.keys()].filter((runId) => !runs.includes(runId))).toEqual([]);
      expect(lost).toEqual([]);
      for (const { error } of unresolved) expect(error).toMatch(/^creation_unresolved: /);
      for (const { error } of refused) expect(error).toMatch(/Nothing was bought/);
      for (const { id } of completed) expect(creates.get(id)).toEqual({ sent: 1, made: 1 });
    } finally {
      server.child.kill('SIGKILL');
      await server.ended;
      await simulator.close();
      await database.drop();
    }
  });
});

describe('the judge of the kills', () => {
  it('counts two creates of one run as two', async () => {
    const simulator = await startSimulator();
    const body = JSON.stringify({ model: 'm', input: 'q', background: true, metadata: { run_id: 'run_1' } });
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
    for (let times = 0; times < 2; times += 1)
      await fetch(`${simulator.openAiUrl}/responses`, { method: 'POST', headers, body });
    expect(createsByRun(simulator).get('run_1')).toEqual({ sent: 2, made: 2 });
    await simulator.close();
  });
});
