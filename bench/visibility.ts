import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/app/config.ts';
import { type RunningService, serve } from '../src/app/serve.ts';
import { type ReportName, reports, v1Reports } from '../src/domain/visibility/runReport.ts';
import { authenticateKey } from '../src/services/access/authenticate.ts';
import type { Ctx } from '../src/services/appContext.ts';
import { saveHistory } from '../test/support/savedHistory.ts';
import { type Bench, type Figure, median, percentile } from './figure.ts';

const shortRuns = 1_000;

type Read = { report: ReportName; version: 'v1' | 'v2' };

/** Every report by the rule of v2, and those of v1 by its own. */
const reads: readonly Read[] = [
  ...v1Reports.map((report): Read => ({ report, version: 'v1' })),
  ...(Object.keys(reports) as ReportName[]).map((report): Read => ({ report, version: 'v2' })),
];

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
  const principal = (await authenticateKey(api, key))?.principal ?? null;
  if (principal === null) throw new Error('the bench key does not work');
  return { running, key, ctx: { ...api, principal }, websiteId };
}

/** A full day with a full day before it, so that both histories fill both windows of a comparison. */
const lastDay = '2026-06-30';

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
      for (const filters of ['no filter', 'model and dates'] as const) {
        const plain = filters === 'no filter';
        const one = (house: SeededDatabase) => () => get(house, read, plain);
        const [few, many] = await inTurns(rounds, one(short), one(long));
        const what = `${read.version} ${read.report}, ${filters}`;
        figures.push(
          {
            what: `${what}: ${longRuns} runs over ${shortRuns}`,
            unit: 'ms',
            value: median(many),
            baseline: median(few),
            target: { of: 'ratio', atMost: 1.5 },
          },
          {
            what: `${what}: p95`,
            unit: 'ms',
            value: percentile(many, 0.95),
            baseline: percentile(few, 0.95),
            target: { of: 'value', atMost: 15 },
          },
        );
      }
    }
    return figures;
  } finally {
    for (const house of opened) await house.running.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function get(house: SeededDatabase, read: Read, plain: boolean): Promise<void> {
  const search = new URLSearchParams({ websiteId: house.websiteId });
  if (!plain) {
    search.set('model', 'model-a');
    search.set('startDate', lastDay);
    search.set('endDate', lastDay);
  }
  const response = await fetch(`${house.running.url}/api/${read.version}/visibility/${read.report}?${search}`, {
    headers: { authorization: `Bearer ${house.key}` },
  });
  await response.text();
  if (!response.ok) throw new Error(`${read.version} ${read.report}: ${response.status}`);
}

/** `npm run bench -- visibility 1000000 150`: runs of the long history, then reads of each kind. */
export const visibility: Bench = {
  name: 'visibility',
  run: ([longRuns = '100000', rounds = '30']) => measureVisibility(Number(longRuns), Number(rounds)),
};
