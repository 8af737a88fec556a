import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '../src/app/config.ts';
import { type Running, serve } from '../src/app/serve.ts';
import { authenticateKey } from '../src/services/authenticate.ts';
import {
  readCurrentVisibility,
  readPromptVisibility,
  readRecommendations,
  readTopCitations,
  readVisibilityOverview,
  type VisibilityQuery,
} from '../src/services/readVisibility.ts';
import type { Ctx } from '../src/services/world.ts';
import { saveHistory } from '../test/support/savedHistory.ts';

/** What one read costs with a short and with a long history behind it. Times in milliseconds. */
export type ReadCost = {
  read: string;
  filters: string;
  door: 'service' | 'http';
  short: Times;
  long: Times;
  /** Median with the long history over median with the short one; the two are measured in turns. */
  ratio: number;
};

/** `cpuMs`: processor time of this process for one read, client and server together over HTTP; other work on the machine
 * lengthens the other two much more. */
type Times = { medianMs: number; p95Ms: number; cpuMs: number };

export type VisibilityMeasurement = { shortRuns: number; longRuns: number; fillSeconds: number; costs: ReadCost[] };

const reads = {
  current: readCurrentVisibility,
  overview: readVisibilityOverview,
  citations: readTopCitations,
  prompts: readPromptVisibility,
  recommendations: readRecommendations,
} as const;

type House = { running: Running; key: string; ctx: Ctx; websiteId: string };

async function openHouse(dataDir: string, runs: number): Promise<House> {
  const config = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', SETUP_TOKEN: 'bench-token-1', ROLE: 'all' };
  const running = await serve(readConfig({ ...config, DATA_DIR: dataDir, REQUESTS_PER_MINUTE: '10000000' }));
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
  const owner = { token: 'bench-token-1', email: 'bench@example.com', password: 'a long bench password' };
  const { cookie, body: made } = await ask('/api/setup', owner);
  const { body: site } = await ask(
    '/api/workspace/sites',
    { url: 'https://www.acme-crm.example/', name: 'Acme CRM' },
    cookie,
  );
  const websiteId: string = site.site.id;
  const caseIds: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    const { body } = await ask('/api/workspace/benchmark-cases', { query: `Question ${at}?`, websiteId }, cookie);
    caseIds.push(body.case.id);
  }
  const { body: secret } = await ask('/api/workspace/keys', { name: 'bench', permissions: ['evaluate'] }, cookie);
  const key: string = secret.secret;
  const { door } = running.service;
  await saveHistory(door.db, door.engine, {
    workspaceId: made.workspace.id,
    websiteId,
    caseIds,
    runs,
    surface: 'simulator',
    fullSize: 2_000,
  });
  const principal = await authenticateKey(door, key);
  if (principal === null) throw new Error('the bench key does not work');
  return { running, key, ctx: { ...door, principal }, websiteId };
}

function statisticsOf(times: readonly number[], cpuMs: number): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 100) / 100;
  return { medianMs: at(0.5), p95Ms: at(0.95), cpuMs: Math.round((100 * cpuMs) / times.length) / 100 };
}

/** A full day with a full day before it, so that both histories fill both windows of a comparison. */
const lastDay = '2026-06-30';

/** Measures two things in turns, so that what else the machine does falls on both. */
async function inTurns(
  rounds: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[Times, Times]> {
  const sides = [one, other].map((work) => ({ work, times: [] as number[], cpuMs: 0 }));
  for (let round = -10; round < rounds; round += 1) {
    for (const side of sides) {
      const [start, cpu] = [performance.now(), process.cpuUsage()];
      await side.work();
      if (round < 0) continue;
      side.times.push(performance.now() - start);
      const used = process.cpuUsage(cpu);
      side.cpuMs += (used.user + used.system) / 1000;
    }
  }
  return sides.map(({ times, cpuMs }) => statisticsOf(times, cpuMs)) as [Times, Times];
}

/** Five reads, plain and filtered, at the service and over HTTP, over SQLite. */
export async function measureVisibility(longRuns = 1_000_000, rounds = 150): Promise<VisibilityMeasurement> {
  const shortRuns = 1_000;
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'sightline-bench-')));
  const opened: House[] = [];
  try {
    const start = performance.now();
    for (const [index, folder] of folders.entries())
      opened.push(await openHouse(folder, index === 0 ? shortRuns : longRuns));
    const fillSeconds = Math.round((performance.now() - start) / 1000);
    const [short, long] = opened as [House, House];
    const costs: ReadCost[] = [];
    for (const read of Object.keys(reads) as (keyof typeof reads)[]) {
      for (const filters of ['none', 'model and dates'] as const) {
        const service = (house: House) => () => reads[read](house.ctx, queryOf(house, filters === 'none'));
        const http = (house: House) => () => get(house, read, filters === 'none');
        for (const [door, one] of [['service', service] as const, ['http', http] as const]) {
          const [a, b] = await inTurns(rounds, one(short), one(long));
          costs.push({
            read,
            filters,
            door,
            short: a,
            long: b,
            ratio: Math.round((100 * b.medianMs) / a.medianMs) / 100,
          });
        }
      }
    }
    return { shortRuns, longRuns, fillSeconds, costs };
  } finally {
    for (const house of opened) await house.running.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

function queryOf(house: House, plain: boolean): VisibilityQuery {
  return {
    websiteId: house.websiteId,
    platform: null,
    sourceType: 'all',
    limit: 50,
    model: plain ? null : 'model-a',
    startDate: plain ? null : lastDay,
    endDate: plain ? null : lastDay,
  };
}

async function get(house: House, read: string, plain: boolean): Promise<void> {
  const query = queryOf(house, plain);
  const search = new URLSearchParams({ websiteId: query.websiteId });
  if (!plain) {
    search.set('model', query.model ?? '');
    search.set('startDate', query.startDate ?? '');
    search.set('endDate', query.endDate ?? '');
  }
  const response = await fetch(`${house.running.url}/api/v1/visibility/${read}?${search}`, {
    headers: { authorization: `Bearer ${house.key}` },
  });
  await response.text();
  if (!response.ok) throw new Error(`${read}: ${response.status}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const measured = await measureVisibility(Number(process.argv[2] ?? 1_000_000), Number(process.argv[3] ?? 150));
  process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
}
