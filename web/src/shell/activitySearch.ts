import type { RunQuery } from '../api/queries.ts';

/** The filters of the list of runs, as read from the address. */
export type ActivitySearch = {
  site?: string;
  kind?: NonNullable<RunQuery['kind']>;
  status?: NonNullable<RunQuery['status']>;
  engine?: string;
  /** Number of last days to show. */
  days?: number;
};

const kinds = ['keyword', 'website'] as const;
const statuses = ['queued', 'running', 'requires_action', 'completed', 'failed', 'cancelled'] as const;

/** Accepts valid parameters of an address and ignores others. */
export function readActivitySearch(input: Record<string, unknown>): ActivitySearch {
  const search: ActivitySearch = {};
  if (typeof input.site === 'string' && input.site !== '' && input.site.length <= 100) search.site = input.site;
  const kind = kinds.find((one) => one === input.kind);
  if (kind !== undefined) search.kind = kind;
  const status = statuses.find((one) => one === input.status);
  if (status !== undefined) search.status = status;
  if (typeof input.engine === 'string' && /^[a-z0-9-]{1,40}$/.test(input.engine)) search.engine = input.engine;
  if (typeof input.days === 'number' && Number.isInteger(input.days) && input.days > 0 && input.days <= 366) {
    search.days = input.days;
  }
  return search;
}
