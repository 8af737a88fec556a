import type { z } from 'zod';
import type { engineQuery, visibilityQuery } from '../../contract/visibility/wire.ts';
import { invalidField } from '../../domain/errors.ts';
import type { BrandedChoice, QuestionFilter } from '../../domain/visibility/questionKinds.ts';
import type { VisibilityQuery } from '../../services/visibility/reportPlace.ts';

/** Arguments of every report on one engine as a tool. */
export const periodOfEngine = ['websiteId', 'engine', 'startDate', 'endDate', 'tag', 'branded'] as const;

export type ReportInput = z.output<typeof visibilityQuery> | z.output<typeof engineQuery>;

/** Parses the query of a report; v1 names a platform and counts every question. @throws invalid_request */
export function reportQueryOf(givenQuery: ReportInput): VisibilityQuery {
  const { websiteId, startDate = null, endDate = null, model = null, sourceType, limit } = givenQuery;
  const platform = 'platform' in givenQuery ? (givenQuery.platform ?? null) : null;
  const engine = 'engine' in givenQuery ? (givenQuery.engine ?? null) : null;
  const scope = 'scope' in givenQuery ? givenQuery.scope : 'newest100';
  const after = 'cursor' in givenQuery && typeof givenQuery.cursor === 'string' ? givenQuery.cursor : null;
  assertInOrder(startDate, endDate);
  const report = { websiteId, startDate, endDate, platform, engine, model, scope, sourceType, limit, after };
  return 'branded' in givenQuery ? { ...report, questions: filterOf(givenQuery) } : report;
}

export function filterOf({ tag, branded }: { tag?: string | undefined; branded: BrandedChoice }): QuestionFilter {
  return { tag: tag ?? null, branded };
}

/** @throws invalid_request */
export function assertInOrder(startDate: string | null, endDate: string | null): void {
  if (startDate !== null && endDate !== null && startDate > endDate) {
    throw invalidField('startDate', 'must not be after endDate');
  }
}
