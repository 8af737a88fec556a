import { type Child, freePort, processFigures, startNode, untilOk } from './childProcess.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { bearer, startSeededService } from './seededService.ts';

const starts = 5;
/** Minimal server in this runtime. */
const bareServer = (port: number): string =>
  `require('node:http').createServer((request, response) => response.end('{}')).listen(${port}, '127.0.0.1')`;

/**
 * Measures the time from the spawn of the process to the first good /readyz on an existing database, and memory at
 * rest.
 */
async function measureStartup(): Promise<Figure[]> {
  const service = await startSeededService('sqlite');
  let bare: Child | null = null;
  try {
    const readyAfter: number[] = [];
    const bareAfter: number[] = [];
    // The first start after a build fills the compile cache; that was the start that seeded the database.
    for (let start = 0; start < starts; start += 1) {
      readyAfter.push(await service.restart());
      await bare?.stop();
      const port = await freePort();
      bare = startNode(['-e', bareServer(port)], {});
      bareAfter.push(await untilOk(bare, `http://127.0.0.1:${port}/`));
    }
    const headers = bearer(service);
    for (let request = 0; request < 5; request += 1) {
      await service.ask('/api/v1/auth/status', { headers });
      await service.ask(`/api/v1/runs/keyword/${service.runId}`, { headers });
    }
    const idle = await residentAtRest(service.child);
    await service.ask('/api/v2/sites', { headers: { cookie: service.cookie } });
    const signedIn = await residentAtRest(service.child);
    const baseline = bare === null ? null : await residentAtRest(bare);
    const memory = (what: string, value: number, target: Figure['target']): Figure => ({
      what,
      unit: 'MiB',
      value,
      baseline,
      target,
    });
    return [
      {
        what: 'ready after',
        unit: 'ms',
        value: median(readyAfter),
        baseline: median(bareAfter),
        target: { of: 'value', atMost: 1_000 },
      },
      memory('resident, idle', idle, { of: 'value', atMost: 120 }),
      memory('resident, after a session', signedIn, null),
    ];
  } finally {
    await bare?.stop();
    await service.close();
  }
}

async function residentAtRest(child: Child): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return processFigures(child.process.pid ?? 0).residentMiB;
}

export const startup: Bench = { name: 'startup', run: measureStartup };
