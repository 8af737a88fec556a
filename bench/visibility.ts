import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/app/config.ts';
import { type RunningService, serve } from '../src/app/serve.ts';
import { v1Reports } from '../src/domain/visibility/runReport.ts';
import { authenticateKey } from '../src/services/access/authenticate.ts';
import type { Ctx } from '../src/services/appContext.ts';
import { createMarksKeeper } from '../src/services/visibility/keepMarks.ts';
import { saveHistory } from '../test/support/savedHistory.ts';
import { type Bench, type Figure, median, percentile } from './figure.ts';
import { v2Reports } from './growth.ts';

const shortRuns = 1_000;

/** A full day with a full day before it, so that both histories fill both windows of a comparison. */
const lastDay = { startDate: '2026-06-30', endDate: '2026-06-30' };
const filters = { 'no filter': {}, 'one day': lastDay, 'model and dates': { model: 'model-a', ...lastDay } };

type Read = { path: string; given: Readonly<Record<string, string>>; what: string; target: Figure['target'] };

/** Every report, by the rule of each version. Over everything saved v2 has more to count, so its time is bounded. */
const reads: readonly Read[] = Object.entries(filters).flatMap(([name, given]) => [
  ...v1Reports.map((report): Read => {
    const path = `v1/visibility/${report}`;
    return { path, given, what: `${path}, ${name}`, target: { of: 'ratio', atMost: 1.5 } };
  }),
  // Without a model, which not every report of v2 can filter by.
  ...(name === 'model and dates' ? [] : v2Reports).map((report): Read => {
    const path = `v2/visibility/${report}`;
    const target =
      name === 'no filter' ? ({ of: 'value', atMost: 100 } as const) : ({ of: 'ratio', atMost: 1.5 } as const);
    return { path, given, what: `${path}, ${name}`, target };
  }),
]);

type SeededDatabase = { running: RunningService; key: string; ctx: Ctx; websiteId: string };

export async function openHouse(
  dataDir: string,
  runs: number,
  env: Record<string, string> = {},
): Promise<SeededDatabase> {
  const config = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', SETUP_TOKEN: 'bench-setup-token', ROLE: 'all' };
  const running = await serve(readConfig({ ...config, DATA_DIR: dataDir, REQUESTS_PER_MINUTE: '10000000', ...env }));
  const ask = async (path: string, body: unknown, cookie?: string) => {
    // Filling blocks this process for longer than an idle connection lives, so none is kept.
    const headers = {
      connection: 'close',
      'content-type': 'application/json',
      ...(cookie === undefined ? {} : { cookie }),
    };
    const response = await fetch(running.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    return { body: (await response.json()) as any, cookie: set.join('; ') };
  };
  const owner = { token: 'bench-setup-token', email: 'bench@example.com', password: 'a long bench password' };
  const { cookie, body: made } = await ask('/api/setup', owner);
  const { body: site } = await ask('/api/v2/sites', { url: 'https://www.acme-crm.example/', name: 'Acme CRM' }, cookie);
  const websiteId: string = site.site.id;
  const caseIds: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    const { body } = await ask('/api/v2/benchmark-cases', { query: `Question ${at}?`, websiteId }, cookie);
    caseIds.push(body.case.id);
  }
  const { body: secret } = await ask('/api/v2/keys', { name: 'bench', permissions: ['evaluate'] }, cookie);
  const key: string = secret.secret;
  const { api } = running.service;
  await saveHistory(api.db, api.databaseKind, {
    workspaceId: made.workspace.id,
    websiteId,
    caseIds,
    runs,
    surface: 'simulator',
    fullSize: 2_000,
  });
  // In use, the searches of a day are counted at night.
  const keeper = createMarksKeeper(api);
  while (await keeper.step());
  const principal = (await authenticateKey(api, key))?.principal ?? null;
  if (principal === null) throw new Error('the bench key does not work');
  return { running, key, ctx: { ...api, principal }, websiteId };
}

/** Measures milliseconds of each, alternating, so that the machine's other load affects both. */
async function inTurns(
  rounds: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -10; round < rounds; round += 1) {
    for (const [side, work] of [one, other].entries()) {
      const start = performance.now();
      await work();
      if (round >= 0) times[side]?.push(performance.now() - start);
    }
  }
  return times;
}

/** Measures every read over HTTP, plain and filtered, on SQLite: with a long history and with a short one. */
async function measureVisibility(longRuns: number, rounds: number): Promise<Figure[]> {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'sightline-bench-')));
  const opened: SeededDatabase[] = [];
  try {
    for (const [index, folder] of folders.entries())
      opened.push(await openHouse(folder, index === 0 ? shortRuns : longRuns));
    const [short, long] = opened as [SeededDatabase, SeededDatabase];
    const figures: Figure[] = [];
    for (const read of reads) {
      const one = (house: SeededDatabase) => () => get(house, read);
      const [few, many] = await inTurns(rounds, one(short), one(long));
      const of = read.target?.of === 'value' ? p95 : median;
      figures.push({
        what: `${read.what}: ${of === p95 ? 'p95, ' : ''}${longRuns} runs over ${shortRuns}`,
        unit: 'ms',
        value: of(many),
        baseline: of(few),
        target: read.target,
      });
    }
    return figures;
  } finally {
    for (const house of opened) await house.running.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

const p95 = (times: readonly number[]) => percentile(times, 0.95);

async function get({ running, websiteId, key }: SeededDatabase, { path, given }: Read): Promise<void> {
  const url = new URL(`${running.url}/api/${path}`);
  for (const [name, value] of Object.entries({ websiteId, ...given })) url.searchParams.set(name, value);
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  await response.text();
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
}

/** `npm run bench -- visibility 1000000 150`: runs of the long history, then reads of each kind. */
export const visibility: Bench = {
  name: 'visibility',
  run: ([longRuns = '100000', rounds = '30']) => measureVisibility(Number(longRuns), Number(rounds)),
};
