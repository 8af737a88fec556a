import { compareReadings, type ReadingChange } from '../domain/answer/compareReadings.ts';
import { readAnswer, readerVersion } from '../domain/answer/readAnswer.ts';
import { factsOf, type KeywordResult, ownLimitations, publicResult } from '../domain/answer/savedReading.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import { listReadingsOfOtherVersions, type SavedReading, showReading } from '../store/rawAnswers.ts';
import { saveResult } from '../store/results.ts';
import { inTransaction } from '../store/transaction.ts';
import { nowIso, type World } from './world.ts';

/** All that re-reading needs: no network, no accounts, and of the provider only its offline reduction of an answer. */
export type Offline = Pick<World, 'db' | 'runtime'> & { answers: Pick<AnswerProvider, 'freeze'> };

export type RereadAnswer = {
  runId: string;
  fromVersion: string;
  toVersion: string;
  /** null: both readings show the same. */
  change: ReadingChange | null;
};

export type Reread = {
  readerVersion: string;
  dryRun: boolean;
  /** Answers read again, and how many of them are shown differently now. */
  answers: number;
  changed: number;
  /** Runs whose saved provider object holds no answer any more that this version could reduce. */
  unreadable: string[];
};

const page = 100;

/**
 * Applies this reader to every saved answer that another version has read. The old reading stays under its version; the
 * run, its times and its usage are not touched. `report` gets each answer in order of run id; nothing is kept of them
 * here, so that a long history needs no more memory than a short one.
 */
export async function rereadAnswers(
  world: Offline,
  input: { dryRun: boolean; report(answer: RereadAnswer): void },
): Promise<Reread> {
  const done: Reread = { readerVersion, dryRun: input.dryRun, answers: 0, changed: 0, unreadable: [] };
  for (let after = ''; ; ) {
    const found = await listReadingsOfOtherVersions(world.db, readerVersion, after, page);
    for (const saved of found) {
      const reread = await rereadOne(world, saved, input.dryRun);
      if (reread === null) {
        done.unreadable.push(saved.runId);
        continue;
      }
      done.answers += 1;
      if (reread.change !== null) done.changed += 1;
      input.report(reread);
    }
    const last = found.at(-1);
    if (last === undefined) return done;
    after = last.runId;
  }
}

async function rereadOne(world: Offline, saved: SavedReading, dryRun: boolean): Promise<RereadAnswer | null> {
  const frozen = world.answers.freeze(saved.raw);
  if (frozen === null) return null;
  const reading = readAnswer(frozen);
  const shown = saved.result as KeywordResult;
  const result = publicResult(reading, ownLimitations(shown, saved.facts));
  if (!dryRun) {
    const scope = { workspaceId: saved.workspaceId, runId: saved.runId };
    await inTransaction(world.db, async (tx) => {
      // Read by this version once already, then by another: its own reading is shown again.
      if (await showReading(tx, scope, readerVersion)) return;
      await saveResult(tx, scope, { version: readerVersion, result, facts: factsOf(reading) }, nowIso(world));
    });
  }
  const change = compareReadings(shown, result);
  return { runId: saved.runId, fromVersion: saved.version, toVersion: readerVersion, change };
}
