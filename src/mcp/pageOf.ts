import { z } from 'zod';
import { parseInput } from '../api/invoke.ts';
import { invalidField } from '../domain/errors.ts';

/** Default number of records on a page of a list: 50 of the longest fit what a client shows its model. */
const defaultPageLength = 50;

export const pageArguments = {
  limit: z.int().min(1).max(200).default(defaultPageLength),
  cursor: z.string().optional(),
};
const pageSchema = z.object(pageArguments);

/** The member that names the page after this one, as in every list of the API; the last page has null. */
const nextMember = 'nextCursor';

type Listed = { id?: string; reportId?: string };

/**
 * One page of an answer's list, with `nextCursor`. A record's id is the cursor, so that pages neither repeat nor skip a record
 * that stays on the list while others come. An answer without the list (one report) stays as it is.
 * @throws invalid_request for a page that cannot be
 */
export function buildPage(body: unknown, member: string, args: Readonly<Record<string, unknown>>): unknown {
  const { limit, cursor } = parseInput(pageSchema, args);
  const list = (body as Readonly<Record<string, readonly Listed[] | undefined>>)[member];
  if (list === undefined) return body;
  const at = cursor === undefined ? -1 : list.findIndex((listed) => idOf(listed) === cursor);
  if (cursor !== undefined && at < 0) {
    throw invalidField('cursor', 'is not the `nextCursor` of a page of this list; start again without one');
  }
  const page = list.slice(at + 1, at + 1 + limit);
  const last = page.at(-1);
  const isLast = at + 1 + page.length >= list.length || last === undefined;
  return { ...(body as object), [member]: page, [nextMember]: isLast ? null : idOf(last) };
}

type Rows = { total: number; rows: readonly { caseId?: string }[] };

/**
 * A report whose rows are pages takes the case of its last row as its cursor. Names it like the cursor of every other
 * list; null if this page was the last.
 */
export function withNextRow(body: unknown, limit: number): unknown {
  const { questions } = body as { questions?: Rows };
  if (questions === undefined) return body;
  const isLast = questions.rows.length < limit || questions.rows.length === questions.total;
  return { ...(body as object), [nextMember]: isLast ? null : (questions.rows.at(-1)?.caseId ?? null) };
}

function idOf({ id, reportId }: Listed): string {
  return id ?? reportId ?? '';
}
