import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Bench, type Figure, median } from './figure.ts';
import { ensure, type SeededService, startSeededService } from './seededService.ts';

const together = 8;
const batches = 8;
const batchSize = 24;

/** Ensures that start a run, a few at a time, beside one synced commit of SQLite each: what a durable claim costs at least. */
async function measureEnsure(): Promise<Figure[]> {
  const service = await startSeededService('sqlite');
  const path = join(tmpdir(), `sightline-bench-${process.pid}.sqlite`);
  const bare = new DatabaseSync(path);
  try {
    bare.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE claims (key TEXT PRIMARY KEY) STRICT',
    );
    const insert = bare.prepare('INSERT INTO claims (key) VALUES (?)');
    const reached: number[] = [];
    const commits: number[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      const cases = await makeCases(service, batch);
      reached.push(await perSecond(() => ensureAll(service, cases)));
      commits.push(
        await perSecond(async () => {
          for (const id of cases) insert.run(id);
        }),
      );
    }
    return [
      {
        what: `ensures that start a run, ${together} at a time`,
        unit: 'per second',
        value: median(reached),
        baseline: median(commits),
        target: null,
      },
    ];
  } finally {
    bare.close();
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    await service.close();
  }
}

async function makeCases(service: SeededService, batch: number): Promise<string[]> {
  const made: string[] = [];
  for (let at = 0; at < batchSize; at += 1) {
    const body = { query: `Which lamp suits desk ${batch * batchSize + at}?` };
    const headers = { cookie: service.cookie };
    made.push((await service.ask('/api/v2/benchmark-cases', { headers, body })).body.case.id);
  }
  return made;
}

async function ensureAll(service: SeededService, cases: readonly string[]): Promise<void> {
  const waiting = [...cases];
  const next = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await ensure(service, id, `bench-${id}`);
  };
  await Promise.all(Array.from({ length: together }, next));
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (batchSize * 1000) / (performance.now() - started);
}

export const ensures: Bench = { name: 'ensure', run: measureEnsure };
