import { sql } from 'kysely';
import type { AnswerFacts } from '../../src/domain/answer/answerFacts.ts';
import type { Surface } from '../../src/domain/runs/run.ts';
import { unknownUsage } from '../../src/domain/runs/run.ts';
import type { KeywordRun } from '../../src/domain/runs/runRecord.ts';
import { markerOf, marksToSave } from '../../src/services/visibility/markedAnswers.ts';
import type { DatabaseKind } from '../../src/store/database/open.ts';
import { type Db, inTransaction } from '../../src/store/database/transaction.ts';
import { saveMarks } from '../../src/store/runs/marks.ts';
import { insertResults } from '../../src/store/runs/results.ts';
import { insertRuns } from '../../src/store/runs/rows.ts';
import { findVisibilityWebsite } from '../../src/store/visibility/websites.ts';

export type History = {
  workspaceId: string;
  websiteId: string;
  caseIds: readonly string[];
  runs: number;
  surface?: Surface;
  /** Number of answers of full size; older ones are short, which keeps a million of them on a disk. Default: all. */
  fullSize?: number;
  /** Seconds between two runs; by default ten minutes: 144 a day, more than a report considers. */
  stepSeconds?: number;
};

const models = ['model-a', 'model-b'];
const historyEnd = Date.parse('2026-07-01T00:00:00.000Z');
const perTransaction = 1_000;

/** Builds an answer with nine names, of which the site is the third in two answers of three, and eighteen sources. */
function factsOf(variant: number): AnswerFacts {
  const names = Array.from({ length: 9 }, (_, at) => ({
    name: at === 2 && variant % 3 > 0 ? 'Acme CRM' : `Maker ${(variant * 7 + at) % 40}`,
    url:
      at === 2 && variant % 3 > 0
        ? 'https://www.acme-crm.example/'
        : `https://maker-${(variant * 7 + at) % 40}.example/`,
    blockUrls: [],
    citationUrls: [`https://review-${(variant + at) % 12}.example/best/${at}`],
  }));
  const sources = Array.from({ length: 18 }, (_, at) => ({
    url: `https://review-${(variant + at) % 12}.example/best/${at}`,
    title: `The best of ${at}, compared and ranked by people who use it`,
    kind: at < 9 ? ('cited' as const) : ('retrieved' as const),
  }));
  return {
    readerVersion: 'reader/test',
    mentions: names,
    sources,
    limitationCodes: ['citation_not_verified'],
    dropped: { mentions: 0, citations: 0, byReason: {} },
    usable: true,
  };
}

/**
 * Saves ended keyword runs through the functions that the product saves them with, marks included: every tenth failed,
 * two models, the questions in turn. The website must have no history.
 */
export async function saveHistory(db: Db, engine: DatabaseKind, history: History): Promise<void> {
  const { workspaceId, websiteId, runs } = history;
  const website = await findVisibilityWebsite(db, workspaceId, websiteId);
  const marker = website === null ? null : markerOf(website);
  const firstFull = runs - (history.fullSize ?? runs);
  const { mentions, ...rest } = factsOf(0);
  const result = { text: 'word '.repeat(600), mentions: [], citations: [], limitations: [] };
  const short = {
    facts: { ...rest, mentions: mentions.slice(0, 2), sources: [] },
    result: { ...result, text: 'A short answer.' },
  };
  const answers = [...Array.from({ length: 30 }, (_, variant) => ({ facts: factsOf(variant), result })), short].map(
    (answer) => ({
      ...answer,
      version: answer.facts.readerVersion,
      // Answers that are equal have equal marks.
      marks: marker === null ? null : marksToSave(marker, { facts: answer.facts, text: answer.result.text }),
    }),
  );
  for (let from = 0; from < runs; from += perTransaction) {
    const saved = Array.from({ length: Math.min(perTransaction, runs - from) }, (_, at) => from + at).map((number) => {
      const run = endedRun(history, number);
      const answer = run.status === 'completed' ? answers.at(number < firstFull ? -1 : number % 30) : undefined;
      return { run, answer };
    });
    const results = saved.flatMap(({ run: { id: runId, createdAt: at }, answer }) =>
      answer === undefined ? [] : [{ ...answer, runId, workspaceId, websiteId, at, searches: null, raw: {} }],
    );
    await inTransaction(db, async (tx) => {
      await insertRuns(
        tx,
        saved.map(({ run }) => run),
      );
      await insertResults(tx, results);
      await saveMarks(
        tx,
        results.flatMap(({ marks, version: readerVersion, ...row }) =>
          marks === null ? [] : [{ ...row, readerVersion, ...marks }],
        ),
      );
    });
  }
  // PostgreSQL does this itself some minutes after such growth.
  await sql.raw(engine === 'postgres' ? 'vacuum (analyze)' : 'analyze').execute(db);
}

function endedRun({ workspaceId, websiteId, caseIds, runs, ...history }: History, number: number): KeywordRun {
  const createdAt = new Date(historyEnd - (runs - number) * (history.stepSeconds ?? 600) * 1_000).toISOString();
  const at = number % caseIds.length;
  const failed = number % 10 === 3;
  const search = { mode: 'open-web', allowedDomains: [], contextSize: 'medium', device: null } as const;
  return {
    id: `run_${websiteId}_${10_000_000 + number}`,
    ...{ workspaceId, websiteId, ownerId: 'owner', accountId: 'owner', kind: 'keyword', targetId: caseIds[at] ?? '' },
    ...{ reservationKey: `reserved-${caseIds[at]}`, harnessKey: `harness-${caseIds[at]}`, harnessVersion: 'kw/1' },
    engine: 'openai',
    surface: history.surface ?? 'openai-responses-web-search',
    ask: {
      kind: 'keyword',
      question: `Question ${at} of a long history?`,
      locale: { language: 'en', country: 'US', region: null, city: null, timezone: null },
      search: { ...search, engine: 'openai', model: null },
      seoDomain: null,
    },
    ...{ status: failed ? 'failed' : 'completed', phase: 'submitted', version: 3 },
    model: models[number % 7 === 0 ? 1 : 0] ?? '',
    ...{ searchMode: 'open-web', allowedDomains: [], useSeoTools: false, environmentFingerprint: null },
    ...{ completedSearchCount: 1, sessionId: null, taskId: null },
    ...{ createdAt, updatedAt: createdAt, observedAt: failed ? null : createdAt },
    ...{ submittedAt: createdAt, deadlineAt: createdAt, cancelRequestedAt: null, cancelAsks: 0, cancelAskedAt: null },
    ...{ reopenedAt: null, dueAt: null, failedPolls: 0, usage: unknownUsage, error: null, replayOf: null },
    ...{ keyId: null, planId: null },
  };
}
