import type { Operation } from '../src/api/operation.ts';
import { registry } from '../src/api/registry.ts';
import { systemRuntime } from '../src/app/systemRuntime.ts';
import { basePathOf } from '../src/contract/routes.ts';
import { openDatabase } from '../src/store/database/open.ts';
import { unmarkedAnswers } from '../src/store/runs/marks.ts';
import { addPlan, addReport, homeOf } from '../test/support/records.ts';
import { startCounter } from './countingDatabase.ts';
import type { Bench, Figure } from './figure.ts';
import { addHistory, bearer, type SeededService, startSeededService } from './seededService.ts';

const history = 5_000;

/**
 * Maximum for the requests of a polling program: its identity, its remaining allowance, and the record, in two polls.
 */
const maxRoundTrips: Readonly<Record<string, number>> = { readRun: 2, readObservation: 2, authStatus: 2 };

/** Records of the bench by the first part of the paths that read them. */
type Ids = Readonly<Record<string, string>>;

/**
 * Counts how often each read of the registry queries PostgreSQL, and how many bytes pass: exact, whatever the machine's
 * load.
 */
async function measureRoundTrips(): Promise<Figure[]> {
  const service = await startSeededService('postgres');
  const counter = await startCounter(service.databaseUrl);
  try {
    await addHistory(service, history);
    const ids = await addRecords(service);
    // The records were written past the service, whose worker marks them after a start.
    await service.restart();
    await untilMarked(service.databaseUrl);
    await service.restart({ DATABASE_URL: counter.url, ROLE: 'api' });
    const figures: Figure[] = [];
    const unmeasured: string[] = [];
    for (const operation of registry) {
      if (operation.method !== 'GET') continue;
      const path = pathOf(operation, ids);
      if (path === null) {
        unmeasured.push(operation.id);
        continue;
      }
      const isForKeys = operation.audience !== 'session' && operation.permission === 'read';
      const headers = isForKeys ? bearer(service) : { cookie: service.cookie };
      figures.push(...(await measure(service.url + path, operation.id, headers, counter)));
    }
    const listed = `${service.url}${basePathOf.v2}/runs`;
    figures.push(...(await measure(listed, 'listRuns, signed in', { cookie: service.cookie }, counter)));
    figures.push({
      what: `not measured, as only people make their records: ${unmeasured.join(', ')}`,
      unit: 'reads',
      value: unmeasured.length,
      baseline: registry.filter(({ method }) => method === 'GET').length,
      target: null,
    });
    return figures;
  } finally {
    await service.close();
    await counter.close();
  }
}

/** Waits until every answer has its marks, as in a service that has run for a while. */
async function untilMarked(url: string): Promise<void> {
  const { db, close } = await openDatabase({ databaseKind: 'postgres', url });
  try {
    for (;;) {
      const { answers } = await unmarkedAnswers(db, '', 1_000_000);
      if (answers.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await close();
  }
}

async function measure(
  url: string,
  what: string,
  headers: Readonly<Record<string, string>>,
  counter: Awaited<ReturnType<typeof startCounter>>,
): Promise<Figure[]> {
  // The first one prepares statements and records the use of a key, which is due once a minute.
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await fetch(url, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${what}, ${url}: ${answer.status} ${text}`);
  }
  counter.reset();
  const answer = await (await fetch(url, { headers })).arrayBuffer();
  const { roundTrips, bytes } = counter.read();
  const atMost = maxRoundTrips[what];
  return [
    {
      what,
      unit: 'round trips',
      value: roundTrips,
      baseline: 1,
      target: atMost === undefined ? null : { of: 'value', atMost },
    },
    {
      what: `${what}, from and to the database`,
      unit: 'bytes',
      value: bytes,
      baseline: answer.byteLength,
      target: null,
    },
  ];
}

/** Returns the address of a read with its parameters; null if the bench has no record for its path. */
function pathOf({ id, audience, path, query }: Operation, ids: Ids): string | null {
  const record = ids[path.split('/')[1] ?? ''];
  const filled = path.replace('{kind}', 'keyword').replace('{id}', record ?? '{id}');
  const asked: Record<string, string> = {};
  if (id === 'readObservation') Object.assign(asked, { kind: 'keyword', caseId: ids['benchmark-cases'] });
  else if (query.safeParse({}).success === false) asked.websiteId = ids.sites ?? '';
  if (filled.includes('{') || !query.safeParse(asked).success) return null;
  const search = new URLSearchParams(asked).toString();
  return `${basePathOf[audience === 'v1' ? 'v1' : 'v2']}${filled}${search === '' ? '' : `?${search}`}`;
}

async function addRecords(service: SeededService): Promise<Ids> {
  const headers = bearer(service);
  const { sites } = (await service.ask('/api/v1/sites', { headers })).body;
  const { items } = (await service.ask('/api/v2/questions', { headers })).body;
  const { db, databaseKind, close } = await openDatabase({ databaseKind: 'postgres', url: service.databaseUrl });
  try {
    // The helpers of the tests write only through the store.
    const housed = { api: { db, databaseKind, runtime: systemRuntime } };
    const housing = housed as unknown as Parameters<typeof addPlan>[0];
    const home = await homeOf(housing);
    const planId = await addPlan(housing, home, service.caseId);
    await addReport(housing, home);
    const { caseId, runId } = service;
    const [{ id: siteId }, { id: questionId }] = [sites[0], items[0]];
    const reads = { sites: siteId, questions: questionId, 'benchmark-cases': caseId, runs: runId, answers: runId };
    return { ...reads, plans: planId };
  } finally {
    await close();
  }
}

export const roundTrips: Bench = { name: 'roundTrips', run: measureRoundTrips };
