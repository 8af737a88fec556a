import type { OwnerDecision } from '../answer/ownerDecision.ts';
import type { ListingStatus } from '../marks/listingDecision.ts';
import { type Interval, inPoints } from '../statistics/interval.ts';
import { wilson } from '../statistics/wilson.ts';
import { type CorrectedShare, correctedShare, type MachineReading, minChecked } from './correctedScore.ts';

/** Automatic reading of an answer, before any person's decision. `position` null: not listed, or without a place. */
export type MachineAnswer = { runId: string; engine: string; status: ListingStatus; position: number | null };

/** Compares our readings of one engine's answers with people's decisions on a sample of them. */
export type AuditStanding = {
  engine: string;
  /** Answers from which the sample was drawn. */
  answers: number;
  checked: number;
  right: number;
  wrong: number;
  undecided: number;
  /** Share of correct readings among the checked answers, in points; null before the first. */
  rightShare: { value: number; interval95: Interval } | null;
  /** Checked answers for which both give a position, and how many of those positions agree. */
  positions: { compared: number; right: number };
  /** Uncorrected score over all these answers. */
  raw: Score & { undecided: number };
  /** Score corrected by the checked answers; null while `moreNeeded` is above 0. */
  corrected: Score | null;
  /** Number of answers still to be checked before a corrected score is given. */
  moreNeeded: number;
};

type Score = { value: number | null; interval95: Interval | null };

const machineValue: Readonly<Record<ListingStatus, MachineReading>> = { listed: 1, not_listed: 0, unknown: 0.5 };

/** Computes one result per engine, because engines are never averaged. */
export function auditStandings(
  all: readonly MachineAnswer[],
  words: ReadonlyMap<string, OwnerDecision>,
): AuditStanding[] {
  return [...Map.groupBy(all, ({ engine }) => engine)].map(([engine, answers]) =>
    buildStanding(engine, answers, words),
  );
}

function buildStanding(
  engine: string,
  all: readonly MachineAnswer[],
  words: ReadonlyMap<string, OwnerDecision>,
): AuditStanding {
  const checked = all.flatMap((answer) => {
    const word = words.get(answer.runId);
    return word === undefined ? [] : [{ ...answer, word }];
  });
  const isRight = ({ status, word }: (typeof checked)[number]) =>
    status === (word.recommended ? 'listed' : 'not_listed');
  const right = checked.filter(isRight).length;
  const undecided = checked.filter(({ status }) => status === 'unknown').length;
  const placed = checked.filter((one) => isRight(one) && one.position !== null && one.word.position !== null);
  const listed = all.filter(({ status }) => status === 'listed').length;
  const knownCount = all.filter(({ status }) => status !== 'unknown').length;
  const corrected = correctedShare(
    all.map(({ status }) => machineValue[status]),
    checked.map(({ status, word }) => ({ machine: machineValue[status], person: word.recommended ? 1 : 0 })),
  );
  return {
    engine,
    answers: all.length,
    checked: checked.length,
    right,
    wrong: checked.length - right - undecided,
    undecided,
    rightShare: checked.length === 0 ? null : buildShare(right, checked.length),
    positions: {
      compared: placed.length,
      right: placed.filter(({ position, word }) => position === word.position).length,
    },
    raw: { ...(knownCount === 0 ? noScore : buildShare(listed, knownCount)), undecided: all.length - knownCount },
    corrected: corrected === null ? null : inScore(corrected),
    moreNeeded: Math.max(0, minChecked - checked.length),
  };
}

const noScore: Score = { value: null, interval95: null };

function buildShare(part: number, whole: number): { value: number; interval95: Interval } {
  return { value: (100 * part) / whole, interval95: inPoints(wilson(part, whole)) };
}

function inScore({ share, interval }: CorrectedShare): Score {
  return { value: 100 * share, interval95: inPoints(interval) };
}
