import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { responseObject } from '../src/engines/openai/openaiObjects.ts';
import type { Work } from '../src/simulator/answerWork.ts';
import { composeAnswer } from '../src/simulator/composeAnswer.ts';
import { freePort, processFigures } from './childProcess.ts';
import { type Bench, type Figure, percentile } from './figure.ts';
import { type SeededService, startSeededService } from './seededService.ts';

const runs = 1_000;
const firstEndsAfterMs = 8_000;
const lastEndsAfterMs = 33_000;
/** The service's own default. */
const pollIntervalMs = 2_000;
const patienceMs = 60_000;

/** Time at which the provider completes each task, in milliseconds since the epoch. */
type Schedule = { startedAt: number; endsAt: ReadonlyMap<string, number> };

/**
 * Measures how long one process, following a thousand runs whose remote tasks end one after the other, takes to save
 * each end.
 */
async function measureFollowing(): Promise<Figure[]> {
  const service = await startSeededService('sqlite');
  const providerPort = await freePort();
  const schedule = scheduleFrom(Date.now());
  let looks = 0;
  const provider = createServer((request, response) => {
    looks += 1;
    const id = (request.url ?? '').split('?')[0]?.split('/').at(-1) ?? '';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(responseAt(id, schedule, Date.now())));
  });
  await new Promise<void>((resolve) => provider.listen(providerPort, '127.0.0.1', resolve));
  try {
    await service.child.stop();
    addActiveRuns(service, schedule);
    await service.restart({
      OPENAI_API_KEY: 'sk-bench',
      OPENAI_BASE_URL: `http://127.0.0.1:${providerPort}/v1`,
      POLL_INTERVAL_MS: String(pollIntervalMs),
    });
    const pid = service.child.process.pid ?? 0;
    const before = { ...processFigures(pid), at: performance.now() };
    const lags = await lagsOf(service, schedule);
    const after = { ...processFigures(pid), at: performance.now() };
    const cores = ((after.cpuSeconds - before.cpuSeconds) * 1000) / (after.at - before.at);
    const plain = (what: string, unit: string, value: number, target: Figure['target'] = null): Figure => ({
      what,
      unit,
      value,
      baseline: null,
      target,
    });
    return [
      plain('runs saved', 'runs', lags.length, { of: 'value', atLeast: runs }),
      {
        what: 'p95 from completion to saved, beside one poll interval',
        unit: 'ms',
        value: percentile(lags, 0.95),
        baseline: pollIntervalMs,
        target: { of: 'ratio', atMost: 2 },
      },
      { what: 'median of the same', unit: 'ms', value: percentile(lags, 0.5), baseline: pollIntervalMs, target: null },
      plain('looks at the provider', 'per second', (looks * 1000) / (after.at - before.at)),
      plain('processor used by the service', 'cores', cores),
      plain('resident memory at the end', 'MiB', after.residentMiB),
    ];
  } finally {
    await service.close();
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
  }
}

function scheduleFrom(now: number): Schedule {
  const step = (lastEndsAfterMs - firstEndsAfterMs) / runs;
  const ends = Array.from(
    { length: runs },
    (_, at) => [`resp_bench_${at}`, now + firstEndsAfterMs + at * step] as const,
  );
  return { startedAt: now, endsAt: new Map(ends) };
}

function responseAt(id: string, schedule: Schedule, now: number): Record<string, unknown> {
  const endsAt = schedule.endsAt.get(id) ?? Number.POSITIVE_INFINITY;
  const over = now >= endsAt;
  const work: Work = {
    id,
    runId: null,
    request: { model: 'bench-model', input: id },
    conversationId: null,
    course: 'answer',
    answer: composeAnswer(`Which lamp is best? ${id}`, 1, [], []),
    tool: null,
    createdAt: schedule.startedAt,
    looks: 0,
    cancelAskedAt: null,
    looksAtCancel: 0,
    hurried: false,
    ended: over ? { as: 'completed', at: endsAt } : null,
  };
  return responseObject(work, over ? 'completed' : 'in_progress', true);
}

/** Copies the seeded run as runs that are in progress at the provider, due over one poll interval. */
function addActiveRuns(service: SeededService, schedule: Schedule): void {
  const database = new DatabaseSync(service.sqlitePath, { timeout: 10_000 });
  const seeded = database.prepare('SELECT * FROM runs WHERE id = ?').get(service.runId) ?? {};
  const columns = Object.keys(seeded);
  const insert = database.prepare(
    `INSERT INTO runs (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`,
  );
  const at = (time: number): string => new Date(time).toISOString();
  database.exec('BEGIN');
  let index = 0;
  for (const taskId of schedule.endsAt.keys()) {
    insert.run({
      ...seeded,
      id: `run_${taskId}`,
      target_id: `case_${taskId}`,
      reservation_key: taskId,
      // As in the receipt of a real create: the first poll changes nothing.
      model: 'bench-model',
      task_id: taskId,
      session_id: null,
      status: 'running',
      phase: 'submitted',
      active: 1,
      observed_at: null,
      completed_search_count: null,
      submitted_at: at(schedule.startedAt),
      created_at: at(schedule.startedAt),
      updated_at: at(schedule.startedAt),
      deadline_at: at(schedule.startedAt + 900_000),
      due_at: at(schedule.startedAt + (index * pollIntervalMs) / runs),
      error: null,
    });
    index += 1;
  }
  database.exec('COMMIT');
  database.close();
}

/** Returns milliseconds from each task's completion to the saved time. */
async function lagsOf(service: SeededService, schedule: Schedule): Promise<number[]> {
  const database = new DatabaseSync(service.sqlitePath, { readOnly: true, timeout: 10_000 });
  const read = database.prepare(
    "SELECT task_id, updated_at FROM runs WHERE task_id LIKE 'resp_bench_%' AND status = 'completed'",
  );
  const until = schedule.startedAt + lastEndsAfterMs + patienceMs;
  let saved = read.all();
  while (saved.length < runs && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    saved = read.all();
  }
  database.close();
  return saved.map(
    (row) => Date.parse(String(row.updated_at)) - (schedule.endsAt.get(String(row.task_id)) ?? Number.NaN),
  );
}

export const followRuns: Bench = { name: 'followRuns', run: measureFollowing };
