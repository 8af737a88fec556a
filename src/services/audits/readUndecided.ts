import { causeOfUndecided } from '../../domain/audit/undecidedCause.ts';
import {
  type EffectOfDeciding,
  effectOfDeciding,
  groupUndecided,
  type UndecidedAnswer,
  type UndecidedGroup,
} from '../../domain/audit/undecidedGroups.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import { shownReadings } from '../../store/runs/shownReadings.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import type { Ctx } from '../appContext.ts';
import { deriveEngine } from '../visibility/reportPlace.ts';
import { type ReadAnswer, readPopulation } from './readPopulation.ts';

export type UndecidedQuery = DateWindow & { websiteId: string; engine: string | null };

type UndecidedRow = UndecidedAnswer & { question: string; createdAt: string };

export type Undecided = {
  engine: string;
  /** Number of answers in the period, and of undecided ones. */
  answers: number;
  undecided: number;
  /** Number of older undecided answers that were not grouped by cause. */
  notSorted: number;
  groups: UndecidedGroup<UndecidedRow>[];
  /** Effect of deciding the ten most frequent causes. */
  topTen: EffectOfDeciding;
};

/** Grouping one takes about a millisecond. */
const maxSorted = 1_000;
const readAtOnce = 100;
const topCauses = 10;

/**
 * Groups the undecided answers of one engine in a period by cause. Saved state only. @throws not_found, invalid_request
 */
export async function readUndecided(ctx: Ctx, query: UndecidedQuery): Promise<Undecided> {
  const { id: engine } = deriveEngine(ctx, { platform: null, engine: query.engine });
  const population = await readPopulation(ctx, { ...query, engine });
  const open = population.answers.filter(({ counted }) => counted.status === 'unknown');
  const sorted = open.slice(0, maxSorted);
  const { workspaceId } = ctx.principal;
  const cases = await casesOfWebsite(ctx.db, workspaceId, query.websiteId);
  const questions = new Map(cases.map(({ id, query: question }) => [id, question]));
  const rows: UndecidedRow[] = [];
  for (let from = 0; from < sorted.length; from += readAtOnce) {
    const some = sorted.slice(from, from + readAtOnce);
    const runsToRead = some.map(({ runId }) => ({ runId, version: null }));
    const readings = await shownReadings(ctx.db, workspaceId, runsToRead);
    const rowOf = ({ runId, caseId, createdAt, counted: { basis } }: ReadAnswer): UndecidedRow[] => {
      const reading = readings.get(runId);
      if (reading === undefined) return [];
      const cause = causeOfUndecided(reading, basis, population.owner);
      return [{ runId, question: questions.get(caseId) ?? '', createdAt, ...cause }];
    };
    rows.push(...some.flatMap(rowOf));
  }
  const groups = groupUndecided(rows);
  const statuses = population.answers.map(({ counted }) => counted.status);
  return {
    engine,
    answers: population.answers.length,
    undecided: open.length,
    notSorted: open.length - rows.length,
    groups,
    topTen: effectOfDeciding(statuses, groups.slice(0, topCauses)),
  };
}
