import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { textOf } from '../src/store/packedText.ts';
import { freePort, startNode, untilOk } from './childProcess.ts';
import type { Bench, Figure } from './figure.ts';
import { inTurns, type LoadResult } from './load.ts';
import { addHistory, bearer, type DatabaseKind, startSeededService } from './seededService.ts';

const rounds = 5;
const secondsEach = 2;
const history = 5_000;
/** Of the bare route. On PostgreSQL the key, its minute and the record take two statements, where the bare route has one. */
const minRatio: Readonly<Record<DatabaseKind, number>> = { sqlite: 0.7, postgres: 0.5 };
const bareRoute = fileURLToPath(new URL('bareRoute.ts', import.meta.url));

/** GET run and GET observations of the built service, beside a bare Fastify route with one indexed read of the same row. */
async function measureReads(engine: DatabaseKind): Promise<Figure[]> {
  const service = await startSeededService(engine);
  await addHistory(service, history);
  if (engine === 'sqlite') savePlainResults(service.sqlitePath);
  const barePort = await freePort();
  const bare = startNode([bareRoute], {
    BARE_PORT: String(barePort),
    ...(engine === 'sqlite' ? { BARE_SQLITE: service.sqlitePath } : { BARE_POSTGRES: service.databaseUrl }),
  });
  try {
    const bareUrl = `http://127.0.0.1:${barePort}/results/${service.runId}`;
    await untilOk(bare, bareUrl);
    const headers = bearer(service);
    const pid = service.child.process.pid ?? 0;
    const reached = await inTurns(
      {
        bare: { url: bareUrl, pid: bare.process.pid ?? 0 },
        run: { url: `${service.url}/api/v1/runs/keyword/${service.runId}`, pid, headers },
        observation: { url: `${service.url}/api/v1/observations?kind=keyword&caseId=${service.caseId}`, pid, headers },
      },
      rounds,
      secondsEach,
    );
    return [
      ...figuresOf(`GET run, ${engine}`, reached.run, reached.bare, engine),
      ...figuresOf(`GET observations, ${engine}`, reached.observation, reached.bare, engine),
    ];
  } finally {
    await bare.stop();
    await service.close();
  }
}

/** What the bare route reads: every result as plain text, in a table of its own with the index of the service's. */
function savePlainResults(path: string): void {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  database.function('text_of', { deterministic: true }, (plain, packed) =>
    textOf(String(plain), packed instanceof Uint8Array ? packed : null),
  );
  database.exec(
    `CREATE TABLE bare_results (run_id TEXT NOT NULL, version TEXT NOT NULL, current INTEGER NOT NULL, result TEXT NOT NULL,
       created_at TEXT NOT NULL, PRIMARY KEY (run_id, version)) STRICT;
     INSERT INTO bare_results SELECT run_id, version, current, text_of(result, packed_result), created_at FROM run_results;
     CREATE UNIQUE INDEX bare_results_current ON bare_results (run_id) WHERE current = 1`,
  );
  database.close();
}

function figuresOf(
  what: string,
  seen: LoadResult | undefined,
  bare: LoadResult | undefined,
  engine: DatabaseKind,
): Figure[] {
  if (seen === undefined || bare === undefined) throw new Error(`${what} was not measured`);
  return [
    {
      what,
      unit: 'requests/s',
      value: seen.perSecond,
      baseline: bare.perSecond,
      target: { of: 'ratio', atLeast: minRatio[engine] },
    },
    {
      what: `${what}, processor time`,
      unit: 'us/request',
      value: seen.cpuMicroseconds,
      baseline: bare.cpuMicroseconds,
      target: null,
    },
  ];
}

export const reads: Bench = { name: 'reads', run: () => measureReads('sqlite') };
export const readsPostgres: Bench = { name: 'readsPostgres', run: () => measureReads('postgres') };
