import { compareReadings, type ReadingChange } from '../../domain/answer/compareReadings.ts';
import { unreadableAnswer } from '../../domain/answer/cutOff.ts';
import { readerVersion } from '../../domain/answer/readerVersion.ts';
import type { AnswerReading } from '../../domain/answer/reading.ts';
import { extractFacts, type KeywordResult, ownLimitations, publicResult } from '../../domain/answer/savedReading.ts';
import { decideTogether } from '../../domain/answer/secondReading.ts';
import type { AnswerReader } from '../../ports/answerReader.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { listReadingsOfOtherVersions, type SavedReading, showReading } from '../../store/runs/rawAnswers.ts';
import { saveResult } from '../../store/runs/results.ts';
import { findSecondNames } from '../../store/runs/secondReadings.ts';
import type { ShownReading } from '../../store/runs/shownReadings.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { tryReadAnswers } from '../runs/readAnswers.ts';
import { type RecountedSite, recountSites } from './rereadCounts.ts';

/** Dependencies of re-reading: no network and no accounts; of the provider only its offline reduction of an answer. */
export type Offline = Pick<AppContext, 'db' | 'runtime' | 'texts'> & { freezers: Freezers };

/** Reducers of raw answers by engine id: offline, even if the engine is off. */
export type Freezers = ReadonlyMap<string, AnswerReader['freeze']>;

export type RereadAnswer = {
  runId: string;
  fromVersion: string;
  toVersion: string;
  /** null: both readings display the same. */
  change: ReadingChange | null;
};

export type RereadResult = {
  readerVersion: string;
  dryRun: boolean;
  /** Number of answers read again, and of those that are now displayed differently. */
  answers: number;
  changed: number;
  /** Runs whose saved provider object no longer contains an answer that this version can reduce. */
  unreadable: string[];
  /** Counts of each website's reports before and after, by the current rules. */
  sites: RecountedSite[];
};

const page = 100;

/**
 * Applies the current reader to every saved answer that another version has read. The old reading stays under its
 * version; the run, its times and its usage are not touched. `report` receives each answer in order of run id; answers
 * are not kept in memory, so that a long history needs no more than a short one.
 */
export async function rereadAnswers(
  app: Offline,
  input: { dryRun: boolean; report(answer: RereadAnswer): void },
): Promise<RereadResult> {
  const counts = await recountSites(app.db, readerVersion);
  const rereadResult: RereadResult = {
    readerVersion,
    dryRun: input.dryRun,
    answers: 0,
    changed: 0,
    unreadable: [],
    sites: [],
  };
  for (let after = ''; ; ) {
    const savedReadings = await listReadingsOfOtherVersions(app.db, readerVersion, after, page);
    for (const { saved, reading } of await readAgain(app, savedReadings)) {
      if (reading === null) {
        rereadResult.unreadable.push(saved.runId);
        continue;
      }
      const reread = await saveReread(app, saved, reading, input.dryRun, counts.note);
      rereadResult.answers += 1;
      if (reread.change !== null) rereadResult.changed += 1;
      input.report(reread);
    }
    const last = savedReadings.at(-1);
    if (last === undefined) return { ...rereadResult, sites: counts.result() };
    after = last.runId;
  }
}

type ReadAgain = { saved: SavedReading; reading: AnswerReading | null };

/** Reads one page of saved answers, in order; null if none is left. */
async function readAgain(app: Offline, savedReadings: readonly SavedReading[]): Promise<ReadAgain[]> {
  const frozen = savedReadings.map((saved) => app.freezers.get(saved.engine)?.(saved.raw) ?? null);
  const answers = frozen.filter((answer) => answer !== null);
  const readings = await tryReadAnswers(app.texts, answers);
  const byAnswer = new Map(answers.map((answer, index) => [answer, readings[index] ?? unreadableAnswer(answer)]));
  return Promise.all(
    savedReadings.map(async (saved, index) => {
      const answer = frozen[index] ?? null;
      const first = answer === null ? null : (byAnswer.get(answer) ?? null);
      if (answer === null || first === null) return { saved, reading: null };
      const second = await findSecondNames(app.db, saved.workspaceId, answer.text, saved.facts);
      return { saved, reading: second === null ? first : decideTogether(first, second) };
    }),
  );
}

async function saveReread(
  app: Offline,
  saved: SavedReading,
  reading: AnswerReading,
  dryRun: boolean,
  note: (runId: string, reading: ShownReading) => void,
): Promise<RereadAnswer> {
  const keywordResult = saved.result as KeywordResult;
  const result = publicResult(reading, ownLimitations(keywordResult, saved.facts));
  const facts = extractFacts(reading, saved.question);
  note(saved.runId, { facts, text: result.text });
  if (!dryRun) {
    const scope = { workspaceId: saved.workspaceId, runId: saved.runId };
    await inTransaction(app.db, async (tx) => {
      // This version read the answer before, another one later: its own reading is shown again.
      if (await showReading(tx, scope, readerVersion)) return;
      const { searches } = reading;
      await saveResult(tx, scope, { version: readerVersion, result, facts, searches }, nowIso(app));
    });
  }
  const change = compareReadings(keywordResult, result);
  return { runId: saved.runId, fromVersion: saved.version, toVersion: readerVersion, change };
}
