import type { RunQuery } from '../api/queries.ts';

/** The filters of the list of runs, as they stand in the address. */
export type ActivitySearch = {
  site?: string;
  kind?: NonNullable<RunQuery['kind']>;
  status?: NonNullable<RunQuery['status']>;
  engine?: string;
  /** Only of the last so many days. */
  days?: number;
};

const kinds = ['keyword', 'website'] as const;
const statuses = ['queued', 'running', 'requires_action', 'completed', 'failed', 'cancelled'] as const;

/** Believes what an address says, or leaves it out. */
export function readActivitySearch(given: Record<string, unknown>): ActivitySearch {
  const search: ActivitySearch = {};
  if (typeof given.site === 'string' && given.site !== '' && given.site.length <= 100) search.site = given.site;
  const kind = kinds.find((one) => one === given.kind);
  if (kind !== undefined) search.kind = kind;
  const status = statuses.find((one) => one === given.status);
  if (status !== undefined) search.status = status;
  if (typeof given.engine === 'string' && /^[a-z0-9-]{1,40}$/.test(given.engine)) search.engine = given.engine;
  if (typeof given.days === 'number' && Number.isInteger(given.days) && given.days > 0 && given.days <= 366) {
    search.days = given.days;
  }
  return search;
}
