import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { selectText } from '../src/store/database/packedText.ts';
import { freePort, startNode, untilOk } from './childProcess.ts';
import type { Bench, Figure } from './figure.ts';
import { type LoadResult, loadInTurns } from './load.ts';
import { addCases, addHistory, bearer, type DatabaseKind, makeKey, startSeededService } from './seededService.ts';

const rounds = 5;
const secondsEach = 2;
/** The crowd: requests draw a run and a key of these at random. */
const crowd = { runs: 5_000, keys: 40, questions: 200 };
/** Minimum ratio to the bare route, for the crowd. */
const minRatio: Readonly<Record<DatabaseKind, number>> = { sqlite: 0.6, postgres: 0.45 };
const bareRoute = fileURLToPath(new URL('bareRoute.ts', import.meta.url));

/**
 * Measures GET run and GET observations of the built service against a bare Fastify route with indexed reads of the
 * same key and row: once by a crowd, 40 keys and 5,000 runs drawn at random, and once by one key for one run, where
 * equal requests of one turn share their work.
 */
async function measureReads(engine: DatabaseKind): Promise<Figure[]> {
  const service = await startSeededService(engine);
  const runIds = await addHistory(service, crowd.runs, crowd.questions);
  const keys = await Promise.all(Array.from({ length: crowd.keys }, (_none, at) => makeKey(service, `bench ${at}`)));
  const caseIds = await addCases(service, crowd.questions);
  if (engine === 'sqlite') savePlainResults(service.sqlitePath);
  const barePort = await freePort();
  const bare = startNode([bareRoute], {
    BARE_PORT: String(barePort),
    ...(engine === 'sqlite' ? { BARE_SQLITE: service.sqlitePath } : { BARE_POSTGRES: service.databaseUrl }),
  });
  try {
    const origin = `http://127.0.0.1:${barePort}`;
    const own = bearer(service);
    await untilOk(bare, `${origin}/results/${service.runId}`, own);
    const ofBare = { origin, pid: bare.process.pid ?? 0 };
    const ofService = { origin: service.url, pid: service.child.process.pid ?? 0 };
    const bareResult = (id: string) => `/results/${id}`;
    const run = (id: string) => `/api/v1/runs/keyword/${id}`;
    const observation = (id: string) => `/api/v1/observations?kind=keyword&caseId=${id}`;
    const headers = keys.map((key) => bearer({ key }));
    const reached = await loadInTurns(
      {
        bare: { ...ofBare, paths: runIds.map(bareResult), headers },
        run: { ...ofService, paths: runIds.map(run), headers },
        observation: { ...ofService, paths: caseIds.map(observation), headers },
        bareShared: { ...ofBare, paths: [bareResult(service.runId)], headers: [own] },
        runShared: { ...ofService, paths: [run(service.runId)], headers: [own] },
        observationShared: { ...ofService, paths: [observation(service.caseId)], headers: [own] },
      },
      rounds,
      secondsEach,
    );
    const many = `${crowd.keys} keys`;
    const { bare: bareCrowd, bareShared } = reached;
    return [
      ...figuresOf(`GET run, ${many}, ${crowd.runs} runs, ${engine}`, reached.run, bareCrowd, minRatio[engine]),
      ...figuresOf(
        `GET observations, ${many}, ${crowd.questions} questions, ${engine}`,
        reached.observation,
        bareCrowd,
        minRatio[engine],
      ),
      ...figuresOf(`GET run, shared: one key, one run, ${engine}`, reached.runShared, bareShared, null),
      ...figuresOf(
        `GET observations, shared: one key, one question, ${engine}`,
        reached.observationShared,
        bareShared,
        null,
      ),
    ];
  } finally {
    await bare.stop();
    await service.close();
  }
}

/** Saves data for the bare route: every result as plain text, in a table of its own with the service's index. */
function savePlainResults(path: string): void {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  database.function('text_of', { deterministic: true }, (plain, packed) =>
    selectText(String(plain), packed instanceof Uint8Array ? packed : null),
  );
  database.exec(
    `CREATE TABLE bare_results (run_id TEXT NOT NULL, version TEXT NOT NULL, current INTEGER NOT NULL, result TEXT NOT NULL,
       created_at TEXT NOT NULL, PRIMARY KEY (run_id, version)) STRICT;
     INSERT INTO bare_results SELECT run_id, version, current, text_of(result, packed_result), created_at FROM run_results;
     CREATE UNIQUE INDEX bare_results_current ON bare_results (run_id) WHERE current = 1`,
  );
  database.close();
}

function figuresOf(what: string, reached: LoadResult, bare: LoadResult, minRatio: number | null): Figure[] {
  return [
    {
      what,
      unit: 'requests/s',
      value: reached.perSecond,
      baseline: bare.perSecond,
      target: minRatio === null ? null : { of: 'ratio', atLeast: minRatio },
    },
    {
      what: `${what}, processor time`,
      unit: 'us/request',
      value: reached.cpuMicroseconds,
      baseline: bare.cpuMicroseconds,
      target: null,
    },
  ];
}

export const reads: Bench = { name: 'reads', run: () => measureReads('sqlite') };
export const readsPostgres: Bench = { name: 'readsPostgres', run: () => measureReads('postgres') };
