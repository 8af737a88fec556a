import { invalidField } from '../../domain/errors.ts';
import type { QuestionFilter } from '../../domain/visibility/questionKinds.ts';
import { reports, runReport } from '../../domain/visibility/runReport.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import type { SourceKind } from '../../domain/visibility/sources/sourceKind.ts';
import { type RuleCases, runsOfRule } from '../../domain/visibility/visibilityRecommendations.ts';
import type { Ctx } from '../appContext.ts';
import { loadReport } from './readReport.ts';

/** A figure whose answers no filter of single answers describes: the report itself lists them. */
export type CountedFigure =
  | { kind: 'sources'; of: SourceKind }
  | { kind: 'rule'; cases: Omit<RuleCases, 'questionId'> };

type Asked = DateWindow & {
  websiteId: string;
  engine: string | null;
  model: string | null;
  questionId: string | null;
  questions: QuestionFilter;
};

/**
 * Returns the runs of a figure of a report of the period, by the same function, so with the same number. @throws
 * not_found
 */
export async function runsOfFigure(ctx: Ctx, request: Asked, behind: CountedFigure): Promise<readonly string[]> {
  if (request.engine === null) throw invalidField('engine', 'is required with a figure of a report');
  const { questionId, ...rest } = request;
  const query = { ...rest, platform: null, sourceType: 'all', limit: 0, scope: 'all' } as const;
  if (behind.kind === 'rule') {
    const data = await loadReport(ctx, query, reports.recommendations.needs);
    return runsOfRule(data, { ...behind.cases, questionId });
  }
  const { kinds } = runReport('sources', await loadReport(ctx, query, ['before']));
  return kinds.find(({ kind }) => kind === behind.of)?.runIds ?? [];
}
