// Fills an empty data directory with a workspace that has a history: `npm run dev -- --demo`. Nothing is asked of
// anybody: the answers are what the bundled simulator would have said, and every screen says that they are simulated.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/app/config.ts';
import { type RunningService, serve } from '../src/app/serve.ts';
import { factsOf, publicResult } from '../src/domain/answer/savedReading.ts';
import { expectedAnswerCost } from '../src/domain/money/expectedCost.ts';
import { dayOf, monthOf } from '../src/domain/money/month.ts';
import { scopesOf } from '../src/domain/money/monthBudget.ts';
import { countedMicro, type Entry, endEntry, holdEntry } from '../src/domain/money/purchase.ts';
import { findMoneyEnd } from '../src/domain/money/runMoney.ts';
import type { KeywordCase } from '../src/domain/questions/keywordCase.ts';
import { unknownUsage } from '../src/domain/runs/run.ts';
import type { KeywordRun } from '../src/domain/runs/runRecord.ts';
import { limitation } from '../src/domain/text/limitation.ts';
import { authenticateKey } from '../src/services/access/authenticate.ts';
import type { Ctx } from '../src/services/appContext.ts';
import { uploadAddressList } from '../src/services/crawlers/addressLists.ts';
import { importLog } from '../src/services/crawlers/importLog.ts';
import { createLogSource } from '../src/services/crawlers/logSources.ts';
import { importFile } from '../src/services/imports/importFile.ts';
import { answerPurchase } from '../src/services/money/runPurchase.ts';
import { planCase } from '../src/services/runs/planObservation.ts';
import { markerOf, marksToSave } from '../src/services/visibility/markedAnswers.ts';
import { fractionOf } from '../src/simulator/seededChoice.ts';
import { replaceSitemapPages } from '../src/store/crawlers/sitemapPages.ts';
import { inTransaction } from '../src/store/database/transaction.ts';
import { changeBalances } from '../src/store/money/budgets.ts';
import { insertEntries } from '../src/store/money/ledgerEntries.ts';
import { listCases } from '../src/store/questions/keywordCases.ts';
import { type NewMarks, saveMarks } from '../src/store/runs/marks.ts';
import { insertResults, type NewResult } from '../src/store/runs/results.ts';
import { insertRuns } from '../src/store/runs/rows.ts';
import { findVisibilityWebsite, type RegisteredWebsite } from '../src/store/visibility/websites.ts';
import { makeDemoAnswer } from './demoAnswers.ts';
import { type DemoExperiment, registerRewrite } from './demoExperiment.ts';
import { demoFiles } from './demoImports.ts';
import { demoLists, demoSitemap, writeDemoLog } from './demoLogs.ts';
import { type DemoSite, demoSite, furtherSites } from './demoPanel.ts';
import { type DemoCall, type DemoQuote, declareRivals, makePlans } from './demoPlans.ts';
import { seedSources } from './demoSources.ts';

const days = 120;
/** From here on the website is recommended more often, except for the control: half of the pages were rewritten. */
const rewriteDay = 72;
/** The first engine's model changed here, long enough before the rewrite that the time around it can be compared. */
const modelDay = 20;
/** Ten questions were added here. */
const widerDay = 40;
/** Rounds that were missed. */
const gaps: ReadonlySet<number> = new Set([51, 52]);
const dayMs = 86_400_000;

const [dataDir = '', setupToken = ''] = process.argv.slice(2);
const person = { email: 'dev@example.com', password: 'development only' };

type Seeding = {
  ctx: Ctx;
  website: RegisteredWebsite;
  cases: readonly KeywordCase[];
  daily: boolean;
  /** Of the plan that asked; null: somebody asked by hand. */
  planId: string | null;
  experiment: DemoExperiment | null;
};

/** All that is saved of one ended run. */
type Ended = { run: KeywordRun; result: NewResult | null; marks: NewMarks | null; entries: readonly Entry[] };

async function main(): Promise<void> {
  const started = performance.now();
  const running = await serve(
    readConfig({
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ROLE: 'all',
      DATA_DIR: dataDir,
      SETUP_TOKEN: setupToken,
    }),
  );
  try {
    const cookie = await setUp(running);
    const secret = (
      await post(running, '/api/v2/keys', { name: 'development', permissions: ['evaluate', 'seo', 'manage'] }, cookie)
    ).secret;
    const api = running.service.api;
    const principal = (await authenticateKey(api, secret))?.principal ?? null;
    if (principal === null) throw new Error('the key of the demo does not work');
    const ctx: Ctx = { ...api, principal };
    let answers = 0;
    for (const site of [demoSite, ...furtherSites]) answers += await seedSite(running, ctx, site, cookie);
    writeFileSync(join(dataDir, 'key.txt'), secret, { mode: 0o600 });
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`the demo has ${answers} simulated answers, made in ${seconds} seconds\n`);
  } finally {
    await running.close();
  }
}

async function setUp(running: RunningService): Promise<string> {
  const response = await fetch(`${running.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: setupToken, ...person, workspaceName: 'Demo (simulated)' }),
  });
  if (!response.ok) throw new Error(`setup answered ${response.status}; remove ${dataDir} to begin again`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** As much of the answers as is used here. */
type Made = { secret: string; site: { id: string }; plan: { id: string } } & DemoQuote;

async function post(running: RunningService, path: string, body: unknown, cookie: string): Promise<Made> {
  // Making answers keeps this process busy for longer than an idle connection is held.
  const headers = { 'content-type': 'application/json', cookie, connection: 'close' };
  const response = await fetch(running.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answered = (await response.json()) as Made;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answered)}`);
  return answered;
}

async function seedSite(running: RunningService, ctx: Ctx, demo: DemoSite, cookie: string): Promise<number> {
  const { url, name, topics } = demo;
  const { site } = await post(running, '/api/v2/sites', { url, name }, cookie);
  const daily = demo === demoSite;
  const engines = daily ? ctx.engines.all.map(({ id }) => id) : [ctx.engines.declared.id];
  const locale = { language: 'en', country: 'US' };
  for (const [topic, queries] of Object.entries(topics)) {
    const asked = { queries, websiteId: site.id, engines, locale, tags: [topic] };
    await post(running, '/api/v2/questions', asked, cookie);
  }
  const { workspaceId } = ctx.principal;
  const website = await findVisibilityWebsite(ctx.db, workspaceId, site.id);
  if (website === null) throw new Error('the website of the demo is gone');
  const cases = (await listCases(ctx.db, workspaceId)).filter(({ target }) => target?.websiteId === site.id);
  const order = new Map(
    Object.values(topics)
      .flat()
      .map((query, index) => [query, index]),
  );
  const sorted = cases.toSorted((a, b) => (order.get(a.query) ?? 0) - (order.get(b.query) ?? 0));
  const call: DemoCall = (path, body) => post(running, `/api/v2${path}`, body, cookie);
  const plan = { websiteId: site.id, engines, password: person.password };
  const planId = daily ? await makePlans(call, plan) : null;
  if (daily) {
    const date = new Date(ctx.runtime.now() - (days - rewriteDay) * dayMs).toISOString().slice(0, 10);
    await call(`/sites/${site.id}/notes`, { date, text: 'Rewrote the pricing page' });
  }
  const startMs = firstDayMs(ctx);
  const rewrite = { websiteId: site.id, topics, cases: sorted, rewriteDay, startMs };
  const experiment = daily ? await registerRewrite(ctx, call, rewrite) : null;
  const answers = await seedAnswers({ ctx, website, cases: sorted, daily, planId, experiment });
  if (daily) await declareRivals(ctx, site.id);
  if (daily) await importDemoLog(ctx, site.id);
  if (daily) await importDemoFiles(ctx, site.id, website.domain);
  if (daily) await seedSources(ctx, site.id, url);
  return answers;
}

/** Imports a year of crawlers, after the lists that prove some of them. */
async function importDemoLog(ctx: Ctx, websiteId: string): Promise<void> {
  for (const { url, prefix } of demoLists) {
    await uploadAddressList(ctx, { url, list: JSON.stringify({ prefixes: [{ ipv4Prefix: prefix }] }), accept: false });
  }
  const choices = { kind: 'origin' as const, format: null, captures: [], mapping: {}, keepDays: 7 };
  const source = await createLogSource(ctx, { websiteId, name: 'Web server', ...choices });
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(writeDemoLog(ctx.runtime.now(), 365));
  }
  await importLog(ctx, { sourceId: source.id, name: 'access.log', body: bytes() });
  const now = ctx.runtime.now();
  await replaceSitemapPages(ctx.db, websiteId, demoSitemap(now), new Date(now).toISOString());
}

/** Imports a year of what vendors report. */
async function importDemoFiles(ctx: Ctx, websiteId: string, domain: string): Promise<void> {
  for (const { text, ...file } of demoFiles(domain, ctx.runtime.now())) {
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text);
    }
    await importFile(ctx, { websiteId, ...file, body: bytes() });
  }
}

/** Midnight of the first day of the history. */
function firstDayMs(ctx: Ctx): number {
  return (Math.floor(ctx.runtime.now() / dayMs) - days) * dayMs;
}

async function seedAnswers(seeding: Seeding): Promise<number> {
  const { ctx, cases, daily } = seeding;
  const startMs = firstDayMs(ctx);
  let answers = 0;
  for (let day = 0; day < days; day += daily ? 1 : 7) {
    if (gaps.has(day)) continue;
    const at = startMs + day * dayMs + 6 * 3_600_000;
    const asked = daily && day < widerDay ? cases.filter((_one, index) => index < (cases.length * 5) / 6) : cases;
    const ended = asked.map((one, index) => endedRun(seeding, one, day, at + index * 15_000));
    await save(ctx, ended);
    await seeding.experiment?.endDay(
      day,
      at,
      ended.map(({ run }) => ({ caseId: run.targetId, runId: run.id })),
    );
    answers += ended.length;
  }
  return answers;
}

function endedRun(
  { ctx, website, daily, planId, experiment }: Seeding,
  record: KeywordCase,
  day: number,
  at: number,
): Ended {
  const plan = planCase(ctx, record, false);
  const { ask, engine } = plan.evaluated as KeywordRun;
  const time = (later: number) => new Date(at + later).toISOString();
  const chance = (what: string) => fractionOf(`demo ${what} ${record.query} ${engine} ${day}`);
  const failed = chance('failed') < 0.012;
  const isOldModel = engine === 'openai' && daily && day < modelDay && ask.search.model !== null;
  const model = isOldModel ? `${ask.search.model}-earlier` : ask.search.model;
  const run: KeywordRun = {
    id: ctx.runtime.newId('run'),
    workspaceId: ctx.principal.workspaceId,
    ownerId: ctx.principal.ownerId,
    accountId: ctx.principal.accountId,
    kind: 'keyword',
    targetId: plan.targetId,
    websiteId: plan.websiteId,
    reservationKey: plan.reservationKey(),
    harnessKey: plan.harnessKey,
    harnessVersion: plan.harness.version,
    engine,
    surface: plan.harness.surface,
    ask,
    status: failed ? 'failed' : 'completed',
    phase: 'submitted',
    version: 4,
    model,
    searchMode: record.search.mode,
    allowedDomains: [],
    useSeoTools: false,
    environmentFingerprint: null,
    completedSearchCount: failed ? null : 2,
    sessionId: null,
    taskId: null,
    createdAt: time(0),
    updatedAt: time(22_000),
    observedAt: failed ? null : time(20_000),
    submittedAt: time(300),
    deadlineAt: time(plan.deadlineMs),
    cancelRequestedAt: null,
    cancelAsks: 0,
    cancelAskedAt: null,
    reopenedAt: null,
    dueAt: null,
    failedLooks: 0,
    usage: unknownUsage,
    error: failed ? 'provider_failed: Simulated failure: the provider gave up.' : null,
    replayOf: null,
    keyId: null,
    planId,
  };
  if (failed) return { run, result: null, marks: null, entries: moneyOf(ctx, run) };
  const isRewritten = day >= rewriteDay && experiment?.control.has(record.query) !== true;
  const isNamed = isRewritten || chance('named') < 0.55;
  const { name, domain, id: websiteId } = website;
  const telling = { runId: run.id, engine, question: record.query, model, turn: (day % 5) + 1, at };
  const made = makeDemoAnswer({ ...telling, sites: isNamed ? [{ name, domain }] : [] });
  const simulated = limitation(
    'simulated',
    'This answer was made by the bundled simulator. It is not a measurement of any provider.',
  );
  const answered: KeywordRun = { ...run, usage: made.usage };
  const shown = publicResult(made.reading, [simulated]);
  const facts = factsOf(made.reading);
  const { readerVersion: version, searches } = made.reading;
  const { workspaceId } = run;
  const marker = markerFor(website);
  const marked = marksToSave(marker, { facts, text: shown.text });
  return {
    run: answered,
    result: { runId: run.id, workspaceId, version, result: shown, facts, searches, raw: made.raw, at: time(21_000) },
    marks: { runId: run.id, workspaceId, websiteId, readerVersion: version, ...marked },
    entries: moneyOf(ctx, answered),
  };
}

const markers = new Map<RegisteredWebsite, ReturnType<typeof markerOf>>();

function markerFor(website: RegisteredWebsite): ReturnType<typeof markerOf> {
  const marker = markers.get(website) ?? markerOf(website);
  markers.set(website, marker);
  return marker;
}

function moneyOf(ctx: Ctx, run: KeywordRun): Entry[] {
  const book = ctx.prices.book();
  const { engine } = run;
  const { model } = run.ask.search;
  const work = ctx.engines.find(engine)?.work ?? null;
  const expected = expectedAnswerCost(book, { engine, model, date: dayOf(run.createdAt) }, work);
  const hold = holdEntry({
    micro: expected?.max ?? null,
    basis: expected?.basis ?? null,
    asOf: expected?.asOf ?? null,
  });
  const end = findMoneyEnd(run, { usage: run.usage, isFromText: false }, book);
  const settled = end === null ? null : endEntry(hold.to, end);
  return settled === null ? [hold] : [hold, settled];
}

async function save(ctx: Ctx, ended: readonly Ended[]): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await insertRuns(
      tx,
      ended.map(({ run }) => run),
    );
    await insertResults(
      tx,
      ended.flatMap(({ result }) => result ?? []),
    );
    await saveMarks(
      tx,
      ended.flatMap(({ marks }) => marks ?? []),
    );
    await insertEntries(
      tx,
      ended.map(({ run, entries }) => ({ purchase: answerPurchase(run), entries, enteredAt: run.updatedAt })),
    );
    const used = ended.reduce(
      (sum, { entries }) => sum + countedMicro(entries.at(-1)?.to ?? { state: 'none', micro: 0 }),
      0,
    );
    const [first] = ended;
    if (first === undefined) return;
    await changeBalances(tx, scopesOf(answerPurchase(first.run)), monthOf(first.run.createdAt), true, used);
  });
}

main().catch((cause: unknown) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.stderr.write(`the demo could not be made: ${cause instanceof Error ? cause.stack : String(cause)}\n`);
  process.exitCode = 1;
});
