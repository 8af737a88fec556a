import { isMarkedUnreadable } from '../../domain/answer/cutOff.ts';
import { isNoAnswer } from '../../domain/answer/frozenAnswer.ts';
import type { AnswerReading } from '../../domain/answer/reading.ts';
import { extractFacts, publicResult } from '../../domain/answer/savedReading.ts';
import { decideTogether, type SecondOutcome, singleReading } from '../../domain/answer/secondReading.ts';
import { estimateUse } from '../../domain/money/runMoney.ts';
import { isSimulated } from '../../domain/runs/engine.ts';
import { isTerminal, laterUsage, unknownUsage } from '../../domain/runs/run.ts';
import type { KeywordRun, RunPatch } from '../../domain/runs/runRecord.ts';
import { afterPoll } from '../../domain/runs/runState.ts';
import { limitation } from '../../domain/text/limitation.ts';
import type { RemoteSnapshot } from '../../ports/answerRequest.ts';
import { findRunLookup } from '../../store/access/capabilities.ts';
import type { Tx } from '../../store/database/transaction.ts';
import { saveRawAnswer, saveResult } from '../../store/runs/results.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { saveMarksOfAnswer } from '../visibility/markedAnswers.ts';
import { changeRun } from './changeRun.ts';
import { claimSecondReading } from './claimSecondReading.ts';
import { readOrCutOff } from './readAnswers.ts';

/**
 * Saves the result of a poll: status, usage and, when the work is done, the raw answer and its reading, in one
 * transaction. Returns the run's latest state.
 * @param stillConcerns whether the reply still applies to the run's latest state; by default, if its task is the same
 */
export async function saveProgress(
  app: AppContext,
  run: KeywordRun,
  remoteSnapshot: RemoteSnapshot,
  extra: RunPatch = {},
  stillConcerns: (current: KeywordRun) => boolean = (current) => current.taskId === run.taskId,
): Promise<KeywordRun> {
  const snapshot = namesAnother(run, remoteSnapshot) ? foreignWork : remoteSnapshot;
  const answer = snapshot.status === 'completed' ? snapshot.answer : null;
  const second =
    answer === null || isNoAnswer(answer) ? null : await claimSecondReading(app, run, answer.text, snapshot);
  if (second?.kind === 'open') {
    const { run: waiting } = await changeRun(app, run, (current) =>
      isTerminal(current.status) || !stillConcerns(current)
        ? null
        : { ...extra, status: 'running', dueAt: second.dueAt },
    );
    app.wakeWorker();
    return waiting;
  }
  const first = answer === null ? null : await readOrCutOff(app.texts, answer);
  if (first !== null && isMarkedUnreadable(first)) {
    app.log.warn({ id: run.id }, 'the reading of an answer was interrupted; it is saved as unreadable');
  }
  const decide = (current: KeywordRun): RunPatch | null => {
    if (isTerminal(current.status) || !stillConcerns(current)) return null;
    const patch: RunPatch = { ...extra, ...afterPoll(current, deriveEnd(run, snapshot)) };
    return Object.keys(patch).length === 0 ? null : patch;
  };
  // A receipt, and a poll of unfinished work, save only the run itself.
  if (!isTerminal(snapshot.status)) return (await changeRun(app, run, decide)).run;
  const work = app.engines.find(run.engine)?.work ?? null;
  const use = estimateUse(work, laterUsage(run.usage, snapshot.usage), answer);
  const saveAnswer = async (tx: Tx, changed: KeywordRun, patch: RunPatch): Promise<void> => {
    const now = nowIso(app);
    const scope = { workspaceId: run.workspaceId, runId: run.id };
    if (patch.status !== undefined && snapshot.raw !== null && patch.dueAt === null) {
      await saveRawAnswer(tx, scope, snapshot.raw, now);
    }
    if (first === null || changed.status !== 'completed') return;
    await saveReading(tx, app, run, snapshot.finishedAt, first, second?.outcome ?? null, now);
  };
  return (await changeRun(app, run, decide, saveAnswer, use)).run;
}

/** Returns true if the provider's own object contains the tag of a different run. */
function namesAnother(run: KeywordRun, { runId }: RemoteSnapshot): boolean {
  return runId !== undefined && runId !== null && runId !== run.id;
}

/** Foreign work is neither displayed nor saved. */
const foreignWork: RemoteSnapshot = {
  status: 'requires_action',
  model: null,
  finishedAt: null,
  completedSearchCount: null,
  answer: null,
  usage: unknownUsage,
  error: 'foreign_work: the provider returned work that names another run. It was ignored; check the provider.',
  raw: null,
};

/**
 * Returns the end of a task. A provider that lost its reply does not state when it finished; the time of sending is the
 * earliest possible, so an age counted from it is never too young.
 */
export function deriveEnd<T extends { finishedAt: string | null }>(run: KeywordRun, progress: T): T {
  return { ...progress, finishedAt: progress.finishedAt ?? run.submittedAt ?? run.createdAt };
}

/** Saves the reading of an answer, by one or two readers, with the limitations of the observation. */
export async function saveReading(
  tx: Tx,
  app: Pick<AppContext, 'engines'>,
  run: KeywordRun,
  finishedAt: string | null,
  first: AnswerReading,
  second: SecondOutcome | null,
  now: string,
): Promise<void> {
  const reading = second?.kind === 'read' ? decideTogether(first, second) : first;
  const lookup = run.useSeoTools ? await findRunLookup(tx, run.workspaceId, run.id) : null;
  const limits = [
    ...ownLimitations(app, run, finishedAt),
    ...lookupLimitation(lookup),
    ...(second?.kind === 'single' ? [singleReading(second.because)] : []),
  ];
  const result = publicResult(reading, limits);
  const scope = { workspaceId: run.workspaceId, runId: run.id };
  const { readerVersion: version, searches } = reading;
  const facts = extractFacts(reading, run.ask.question);
  await saveResult(tx, scope, { version, result, facts, searches }, now);
  await saveMarksOfAnswer(tx, run, version, { facts, text: result.text });
}

/** Lists limitations of the observation, in addition to those of the reader. */
function ownLimitations(app: Pick<AppContext, 'engines'>, run: KeywordRun, finishedAt: string | null): string[] {
  const limitations: string[] = [];
  const engine = app.engines.find(run.engine);
  if (engine?.kind === 'surface') {
    limitations.push(
      limitation(
        'fetched_by_third_party',
        `${engine.vendor} read this answer on a public page, signed out: ${engine.label}. It is not the answer of an API.`,
      ),
    );
  }
  if (isSimulated(run)) {
    limitations.push(
      limitation(
        'simulated',
        'This answer was made by the bundled simulator. It is not a measurement of any provider.',
      ),
    );
  }
  if (run.reopenedAt !== null) {
    limitations.push(
      limitation('found_late', `This run was reported as failed until its purchase was proven on ${run.reopenedAt}.`),
    );
  }
  if (finishedAt === null) {
    limitations.push(
      limitation('finish_time_unknown', 'The provider did not say when it finished; the time of sending is used.'),
    );
  }
  return limitations;
}

/** The figures shown to the answering agent are a condition of its answer, and the record of the one paid lookup. */
function lookupLimitation(lookup: { domain: string; reportId: string | null } | null): string[] {
  if (lookup === null) return [];
  const { domain, reportId } = lookup;
  return [
    reportId === null
      ? limitation('seo_lookup_unused', `The answering agent was allowed one SEO lookup of ${domain}; none was made.`)
      : limitation('seo_lookup_used', `The answering agent was given the SEO overview ${reportId} of ${domain}.`),
  ];
}
