import type { z } from 'zod';
import type { engineQuery, visibilityQuery } from '../../contract/visibility/wire.ts';
import { invalidField } from '../../domain/errors.ts';
import type { BrandedChoice, QuestionFilter } from '../../domain/visibility/questionKinds.ts';
import type { VisibilityQuery } from '../../services/visibility/reportPlace.ts';

type GivenQuery = z.output<typeof visibilityQuery> | z.output<typeof engineQuery>;

/** Parses the query of a report; v1 names a platform and counts every question. @throws invalid_request */
export function reportQueryOf(given: GivenQuery): VisibilityQuery {
  const { websiteId, startDate = null, endDate = null, model = null, sourceType, limit } = given;
  const platform = 'platform' in given ? (given.platform ?? null) : null;
  const engine = 'engine' in given ? (given.engine ?? null) : null;
  const scope = 'scope' in given ? given.scope : 'newest100';
  const after = 'cursor' in given && typeof given.cursor === 'string' ? given.cursor : null;
  assertInOrder(startDate, endDate);
  const report = { websiteId, startDate, endDate, platform, engine, model, scope, sourceType, limit, after };
  return 'branded' in given ? { ...report, questions: filterOf(given) } : report;
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
