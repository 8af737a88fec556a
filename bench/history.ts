import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveHistory } from '../test/support/savedHistory.ts';
import { createBenchDatabase } from './benchDatabase.ts';
import { type Bench, type Figure, percentile } from './figure.ts';
import { openHouse } from './visibility.ts';

const buckets = ['day', 'week', 'month'] as const;
const scopes = ['newest100', 'all'] as const;

/** Measures a history of this many answers of one website, alone and then next to as many of another one. */
async function measureHistory(
  runs: number,
  rounds: number,
  kinds: readonly ('sqlite' | 'postgres')[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
    const database = kind === 'sqlite' ? null : await createBenchDatabase();
    try {
      const house = await openHouse(folder, runs, database === null ? {} : { DATABASE_URL: database.url });
      try {
        const { api } = house.running.service;
        const alone = await measureReads(house, rounds);
        await saveHistory(api.db, api.databaseKind, {
          workspaceId: house.ctx.principal.workspaceId,
          websiteId: 'site_of_another_client',
          caseIds: ['case_of_another_client'],
          runs,
          surface: 'simulator',
          fullSize: 0,
        });
        const beside = await measureReads(house, rounds);
        for (const [what, times] of alone) {
          const others = beside.get(what) ?? [];
          figures.push(figure(`${kind}: ${what}, ${runs} answers: p95`, percentile(times, 0.95), null, 300), {
            ...figure(
              `${kind}: ${what}, beside as many of another website: p95`,
              percentile(others, 0.95),
              percentile(times, 0.95),
              300,
            ),
          });
        }
      } finally {
        await house.running.close();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await database?.drop();
    }
  }
  return figures;
}

const figure = (what: string, value: number, baseline: number | null, atMost: number): Figure => ({
  what,
  unit: 'ms',
  value,
  baseline,
  target: { of: 'value', atMost },
});

async function measureReads(
  house: Awaited<ReturnType<typeof openHouse>>,
  rounds: number,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (const bucket of buckets) {
    for (const scope of scopes) {
      const query = new URLSearchParams({ websiteId: house.websiteId, bucket, scope, startDate: '2025-07-01' });
      const what = `history by ${bucket}, ${scope}, a year`;
      for (let round = -1; round < rounds; round += 1) {
        const start = performance.now();
        const response = await fetch(`${house.running.url}/api/v2/visibility/history?${query}`, {
          headers: { authorization: `Bearer ${house.key}` },
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`);
        const milliseconds = performance.now() - start;
        if (round >= 0) times.set(what, [...(times.get(what) ?? []), milliseconds]);
        else times.set(`${what}, the first time`, [milliseconds]);
      }
    }
  }
  return times;
}

/**
 * `npm run bench -- history 100000 60`: saved answers of the website, then reads of each kind; then optionally one
 * database.
 */
export const history: Bench = {
  name: 'history',
  run: ([runs = '100000', rounds = '40', kind]) =>
    measureHistory(
      Number(runs),
      Number(rounds),
      kind === 'sqlite' || kind === 'postgres' ? [kind] : ['sqlite', 'postgres'],
    ),
};
