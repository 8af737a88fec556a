import { fileURLToPath } from 'node:url';
import { freePort, startNode, untilOk } from './childProcess.ts';
import type { Bench, Figure } from './figure.ts';
import { inTurns } from './load.ts';
import { addHistory, bearer, type Engine, startSeededService } from './seededService.ts';

const rounds = 5;
const secondsEach = 2;
const history = 5_000;
const bareRoute = fileURLToPath(new URL('bareRoute.ts', import.meta.url));

/** GET run and GET observations of the built service, beside a bare Fastify route with one indexed read of the same row. */
async function measureReads(engine: Engine): Promise<Figure[]> {
  const service = await startSeededService(engine);
  const barePort = await freePort();
  const bare = startNode([bareRoute], {
    BARE_PORT: String(barePort),
    ...(engine === 'sqlite' ? { BARE_SQLITE: service.sqlitePath } : { BARE_POSTGRES: service.databaseUrl }),
  });
  try {
    await addHistory(service, history);
    const bareUrl = `http://127.0.0.1:${barePort}/results/${service.runId}`;
    await untilOk(bare, bareUrl);
    const headers = bearer(service);
    const reached = await inTurns(
      {
        bare: { url: bareUrl },
        run: { url: `${service.url}/api/v1/runs/keyword/${service.runId}`, headers },
        observation: { url: `${service.url}/api/v1/observations?kind=keyword&caseId=${service.caseId}`, headers },
      },
      rounds,
      secondsEach,
    );
    const baseline = reached.bare ?? Number.NaN;
    const target = { of: 'ratio', atLeast: 0.5 } as const;
    const figure = (what: string, value: number | undefined): Figure => ({
      what: `${what}, ${engine}`,
      unit: 'requests/s',
      value: value ?? Number.NaN,
      baseline,
      // The target is of the database that the service brings along; the other is for the record.
      target: engine === 'sqlite' ? target : null,
    });
    return [figure('GET run', reached.run), figure('GET observations', reached.observation)];
  } finally {
    await bare.stop();
    await service.close();
  }
}

export const reads: Bench = { name: 'reads', run: () => measureReads('sqlite') };
export const readsPostgres: Bench = { name: 'readsPostgres', run: () => measureReads('postgres') };
