import { pageKey } from '../../domain/experiments/changeProof.ts';
import type { ObservedAnswer, ObservedRound } from '../../domain/experiments/observations.ts';
import type { AnswerMetric, RegisteredCase } from '../../domain/experiments/protocol.ts';
import { citedUrls, citesDomain } from '../../domain/identity/citesDomain.ts';
import type { AnswerMarks } from '../../domain/marks/answerMarks.ts';
import { decideMarks, type TaughtNames } from '../../domain/marks/decideMarks.ts';
import { isItemOver, type Round, type RoundItem } from '../../domain/plans/round.ts';
import type { Surface } from '../../domain/runs/run.ts';
import { type ObservedRun, observedRuns } from '../../store/experiments/observedRuns.ts';
import { itemsOfRounds, listRounds } from '../../store/plans/rounds.ts';
import { type ShownReading, shownReadings } from '../../store/runs/shownReadings.ts';
import type { RegisteredWebsite } from '../../store/visibility/websites.ts';
import { collectMarks, type Marker, markerOf } from '../visibility/markedAnswers.ts';
import type { Reader } from '../visibility/reportPlace.ts';
import { readTaughtNames } from '../visibility/withKnownNames.ts';

/** Maximum number of rounds that one experiment reads: 26 before, 26 after, and those left out around the change. */
export const maxRounds = 200;

type Observed = {
  website: RegisteredWebsite;
  planId: string;
  /** null: the newest rounds. */
  firstRound: number | null;
  cases: readonly RegisteredCase[];
  /** Pages that the change touches. */
  pages: readonly string[];
  repeats: number;
};

/**
 * Reads the answers of a plan's rounds as an experiment counts them, from a given round on or the newest. Saved state
 * only.
 */
export async function observeRounds(reader: Reader, observed: Observed): Promise<ObservedRound[]> {
  const plan = { id: observed.planId, workspaceId: reader.principal.workspaceId };
  const { firstRound } = observed;
  const before = firstRound === null ? null : firstRound + maxRounds;
  const listed = await listRounds(reader.db, plan, { before, count: maxRounds });
  const rounds = listed.filter(({ number }) => number >= (firstRound ?? 1)).reverse();
  const numbers = rounds.map(({ number }) => number);
  const items = await itemsOfRounds(reader.db, plan, numbers);
  const questionOf = new Map(observed.cases.map(({ caseId, questionId }) => [caseId, questionId]));
  const own = (round: number) => (items.get(round) ?? []).filter(({ caseId }) => questionOf.has(caseId));
  const runIds = numbers.flatMap((number) => own(number).flatMap(({ runId }) => runId ?? []));
  const runs = await observedRuns(reader.db, plan.workspaceId, runIds);
  const read = await answerReader(reader, observed, [...runs.values()]);
  return rounds.map((round) => {
    const requests = own(round.number).filter(({ repeat }) => repeat <= observed.repeats);
    return {
      number: round.number,
      dueAt: round.dueAt,
      isComplete: isRoundComplete(round, requests),
      isMissed: round.state === 'missed',
      answers: requests.flatMap(({ caseId, runId }) => {
        const run = runId === null ? undefined : runs.get(runId);
        const questionId = questionOf.get(caseId);
        return run?.status === 'completed' && questionId !== undefined ? [read(run, questionId)] : [];
      }),
    };
  });
}

/** Final: it can no longer change. */
function isRoundComplete({ state }: Round, items: readonly RoundItem[]): boolean {
  return state !== 'open' && items.every((item) => item.run === null || isItemOver(item));
}

async function answerReader(reader: Reader, { website, pages }: Observed, runs: readonly ObservedRun[]) {
  const { workspaceId } = reader.principal;
  const marker = markerOf(website);
  const completed = runs.filter(({ status }) => status === 'completed');
  const surface = (completed[0]?.surface ?? 'simulator') as Surface;
  const [marks, taught] = await Promise.all([
    collectMarks(reader.db, workspaceId, marker, completed),
    readTaughtNames(reader.db, workspaceId, surface, website),
  ]);
  const readings = await collectReadings(reader, completed);
  const treated = new Set(pages.map(pageKey));
  return (run: ObservedRun, questionId: string): ObservedAnswer => {
    const marked = marks.get(run.runId);
    const reading = readings.get(run.runId);
    const cited = reading === undefined ? [] : [...citedUrls(reading.facts)];
    return {
      runId: run.runId,
      questionId,
      values: buildValues(marked?.marks, reading, marker, taught),
      model: run.model,
      harnessVersion: run.harnessVersion,
      readerVersion: marked?.readerVersion ?? null,
      citesTreated: cited.some((url) => treated.has(pageKey(url))),
    };
  };
}

/** Number of readings per query, which keeps the number of parameters within the limit of both databases. */
const readingsAtOnce = 500;

async function collectReadings(reader: Reader, runs: readonly ObservedRun[]): Promise<Map<string, ShownReading>> {
  const readings = new Map<string, ShownReading>();
  for (let from = 0; from < runs.length; from += readingsAtOnce) {
    const requests = runs.slice(from, from + readingsAtOnce).map(({ runId, marked }) => ({
      runId,
      version: marked?.readerVersion ?? null,
    }));
    for (const [id, reading] of await shownReadings(reader.db, reader.principal.workspaceId, requests))
      readings.set(id, reading);
  }
  return readings;
}

const unknown: Record<AnswerMetric, null> = { listed: null, first: null, cited: null, place: null };

function buildValues(
  marks: AnswerMarks | undefined,
  reading: ShownReading | undefined,
  { owner }: Marker,
  taught: TaughtNames,
): ObservedAnswer['values'] {
  if (marks === undefined || marks.noAnswer) return unknown;
  const cited = reading === undefined ? null : Number(citesDomain(reading.facts, owner.domain, owner));
  const { status, positions } = decideMarks(marks, owner, taught);
  if (status === 'unknown') return { ...unknown, cited };
  const position = status === 'listed' ? (positions.get(owner.domain) ?? null) : null;
  const place = position === null ? 0 : 1 / position;
  return { listed: Number(status === 'listed'), first: Number(position === 1), cited, place };
}
