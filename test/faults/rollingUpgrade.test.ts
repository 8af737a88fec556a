import { describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../src/engines/startSimulator.ts';
import { callsAs } from '../support/calls.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { type CliProcess, main, startProgram, untilPrinted } from '../support/cli.ts';
import { createTestDatabase, onPostgres } from '../support/databases.ts';
import { ensureAt, setUpAt } from '../support/http.ts';
import { followAll } from '../support/killedRuns.ts';
import { previousSchema, takePreviousRelease, whyNoPreviousRelease } from '../support/previousRelease.ts';
import { schemaOf } from '../support/schema.ts';
import { freePort, providerEnvironment, setupToken } from '../support/service.ts';

/** UPGRADE_QUESTIONS=60 runs the long campaign. */
const questions = Number(process.env.UPGRADE_QUESTIONS ?? 6);
const clients = 3;
const why = whyNoPreviousRelease();

describe.skipIf(why !== null)(`two releases on one database${why === null ? '' : `: skipped, ${why}`}`, () => {
  onPostgres('a rolling upgrade', () => {
    it('buys nothing twice, fails no caller and completes the work of the older release', {
      timeout: 180_000 + questions * 2_000,
    }, async () => {
      const database = await createTestDatabase('postgres', { schema: 'none' });
      const simulator = await startSimulator({ pace: { by: 'looks', queued: 1, working: 1 } });
      const previous = takePreviousRelease();
      const started: CliProcess[] = [];
      const start = async (file: string, dataDir: string): Promise<{ base: string; process: CliProcess }> => {
        const port = await freePort();
        const process = startProgram(file, ['serve'], {
          ...providerEnvironment(simulator),
          ...database.env,
          DATA_DIR: `${database.dataDir}/${dataDir}`,
          SESSION_SECRET: 'a-session-secret-for-two-releases',
          PORT: String(port),
          LOG_LEVEL: 'error',
          SETUP_TOKEN: setupToken,
          POLL_INTERVAL_MS: '100',
          REQUESTS_PER_MINUTE: '100000',
          ACTIVE_RUNS_PER_OWNER: '100000',
          RUNS_PER_DAY_PER_OWNER: '100000',
        });
        started.push(process);
        await untilPrinted(process, /listening on/);
        return { base: `http://127.0.0.1:${port}`, process };
      };
      try {
        const old = await start(previous.main, 'old');
        expect(await schemaOf(database.env.DATABASE_URL ?? '')).toEqual(previousSchema);
        const { cookie, key } = await setUpAt(old.base);
        const told = new Map<string, string>();
        const statuses = new Map<number, number>();
        const counted = async <Answer extends { status: number }>(answering: Promise<Answer>): Promise<Answer> => {
          const answer = await answering;
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          return answer;
        };
        const callsAt = (base: string) => callsAs(base, cookie);
        /** Asks new questions at one server after the other: each with its key at the first, then at every other. */
        const work = async (phase: string, doors: readonly string[]): Promise<void> => {
          const client = async (at: number): Promise<void> => {
            for (let number = 0; number < questions; number += 1) {
              const name = `${phase}-${at}-${number}`;
              const turned = [
                ...doors.slice((at + number) % doors.length),
                ...doors.slice(0, (at + number) % doors.length),
              ];
              const query = `Which lamp suits ${name}?`;
              const saved = await counted(callsAt(turned[0] ?? '').reply('createBenchmarkCase', { query }));
              for (const base of turned) {
                const answered = await counted(ensureAt(base, key, saved.body.case.id, `upgrade-${name}`));
                expect(answered.status, answered.text).toBeLessThan(400);
                const runId = answered.body.run?.id;
                expect([name, told.get(name) ?? runId]).toEqual([name, runId]);
                told.set(name, runId);
                const read = await counted(callsAt(base).reply('readRun', { kind: 'keyword', id: runId }, { key }));
                expect(read.body.run?.id, read.text).toBe(runId);
              }
            }
          };
          await Promise.all(Array.from({ length: clients }, (_, at) => client(at)));
        };
        await work('before', [old.base]);
        // The new release migrates while the old one keeps serving.
        const [fresh] = await Promise.all([start(main, 'new'), work('while', [old.base])]);
        await work('both', [old.base, fresh.base]);
        const [ended] = await Promise.all([stop(old.process), work('after', [fresh.base])]);

        const runs = [...told.values()];
        const ends = await followAll(fresh.base, key, runs);
        const creates = createsByRun(simulator);
        expect([...creates].filter(([, sent]) => sent !== 1)).toEqual([]);
        expect([...creates.keys()].toSorted()).toEqual([...new Set(runs)].toSorted());
        expect(ends.filter(({ status }) => status !== 'completed')).toEqual([]);
        expect([...statuses.keys()].filter((status) => status >= 400)).toEqual([]);
        expect(ended.code).toBe(0);
        reportFigure(
          `${runs.length} questions while the release before and this one served one database, ` +
            `${[...statuses.values()].reduce((sum, count) => sum + count, 0)} requests: ` +
            `0 bought twice, 0 refused or failed, ${ends.length} of ${runs.length} runs completed`,
        );
      } finally {
        for (const { child } of started) child.kill('SIGKILL');
        await Promise.all(started.map(({ ended }) => ended));
        previous.remove();
        await simulator.close();
        await database.drop();
      }
    });
  });
});

function stop(process: CliProcess): CliProcess['ended'] {
  process.child.kill('SIGTERM');
  return process.ended;
}

/** Counts creates by run, by the run id in their metadata. */
function createsByRun({ ledger }: Simulator): Map<string, number> {
  const sent = new Map<string, number>();
  for (const { operation, body } of ledger) {
    if (operation !== 'create') continue;
    const runId = String((body as { metadata?: { run_id?: string } }).metadata?.run_id);
    sent.set(runId, (sent.get(runId) ?? 0) + 1);
  }
  return sent;
}
