import { extractFacts, publicResult } from '../domain/answer/savedReading.ts';
import { expectedAnswerCost } from '../domain/money/expectedCost.ts';
import { dayOf, monthOf } from '../domain/money/month.ts';
import { scopesOf } from '../domain/money/monthBudget.ts';
import { countedMicro, type Entry, endEntry, holdEntry } from '../domain/money/purchase.ts';
import { findMoneyEnd } from '../domain/money/runMoney.ts';
import type { KeywordCase } from '../domain/questions/keywordCase.ts';
import { unknownUsage } from '../domain/runs/run.ts';
import type { KeywordRun } from '../domain/runs/runRecord.ts';
import { limitation } from '../domain/text/limitation.ts';
import type { Ctx } from '../services/appContext.ts';
import { answerPurchase } from '../services/money/runPurchase.ts';
import { planCase } from '../services/runs/planObservation.ts';
import { markerOf, marksToSave } from '../services/visibility/markedAnswers.ts';
import { fractionOf } from '../simulator/seededChoice.ts';
import { inTransaction } from '../store/database/transaction.ts';
import { changeBalances } from '../store/money/budgets.ts';
import { insertEntries } from '../store/money/ledgerEntries.ts';
import { type NewMarks, saveMarks } from '../store/runs/marks.ts';
import { insertResults, type NewResult } from '../store/runs/results.ts';
import { insertRuns } from '../store/runs/rows.ts';
import type { RegisteredWebsite } from '../store/visibility/websites.ts';
import { composeDemoAnswer } from './demoAnswers.ts';
import type { DemoExperiment } from './demoExperiment.ts';
import { days, firstDayMs, rewriteDay } from './demoPanel.ts';

/**
 * Day on which the first engine's model changes, long enough before the rewrite that the time around it can be
 * compared.
 */
const modelDay = 20;
/** Day on which ten questions were added. */
const widerDay = 40;
/** Days of missed rounds. */
const gaps: ReadonlySet<number> = new Set([51, 52]);
const dayMs = 86_400_000;

type Seeding = {
  ctx: Ctx;
  website: RegisteredWebsite;
  cases: readonly KeywordCase[];
  daily: boolean;
  /** Plan of the seeded rounds; null: a person asked. */
  planId: string | null;
  experiment: DemoExperiment | null;
};

/** Everything saved of one ended run. */
type Ended = { run: KeywordRun; result: NewResult | null; marks: NewMarks | null; entries: readonly Entry[] };

/** Writes the answers of one website for every day of the history, and returns their number. */
export async function seedAnswers(seeding: Seeding): Promise<number> {
  const { ctx, cases, daily } = seeding;
  const startMs = firstDayMs(ctx.runtime.now());
  let answers = 0;
  for (let day = 0; day < days; day += daily ? 1 : 7) {
    if (gaps.has(day)) continue;
    const at = startMs + day * dayMs + 6 * 3_600_000;
    const dueCases = daily && day < widerDay ? cases.filter((_one, index) => index < (cases.length * 5) / 6) : cases;
    const ended = dueCases.map((one, index) => endedRun(seeding, one, day, at + index * 15_000));
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
    failedPolls: 0,
    usage: unknownUsage,
    error: failed ? 'provider_failed: Simulated failure: the provider gave up.' : null,
    replayOf: null,
    keyId: null,
    planId,
  };
  if (failed) return { run, result: null, marks: null, entries: ledgerEntries(ctx, run) };
  const isRewritten = day >= rewriteDay && experiment?.control.has(record.query) !== true;
  const isNamed = isRewritten || chance('named') < 0.55;
  const { name, domain, id: websiteId } = website;
  const telling = { runId: run.id, engine, question: record.query, model, turn: (day % 5) + 1, at };
  const composed = composeDemoAnswer({ ...telling, sites: isNamed ? [{ name, domain }] : [] });
  const simulated = limitation(
    'simulated',
    'This answer was made by the bundled simulator. It is not a measurement of any provider.',
  );
  const completed: KeywordRun = { ...run, usage: composed.usage };
  const publicAnswer = publicResult(composed.reading, [simulated]);
  const facts = extractFacts(composed.reading, record.query);
  const { readerVersion: version, searches } = composed.reading;
  const { workspaceId } = run;
  const marker = markerFor(website);
  const marked = marksToSave(marker, { facts, text: publicAnswer.text });
  return {
    run: completed,
    result: {
      runId: run.id,
      workspaceId,
      version,
      result: publicAnswer,
      facts,
      searches,
      raw: composed.raw,
      at: time(21_000),
    },
    marks: { runId: run.id, workspaceId, websiteId, readerVersion: version, ...marked },
    entries: ledgerEntries(ctx, completed),
  };
}

const markers = new Map<RegisteredWebsite, ReturnType<typeof markerOf>>();

function markerFor(website: RegisteredWebsite): ReturnType<typeof markerOf> {
  const marker = markers.get(website) ?? markerOf(website);
  markers.set(website, marker);
  return marker;
}

function ledgerEntries(ctx: Ctx, run: KeywordRun): Entry[] {
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
