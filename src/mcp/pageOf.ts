import { z } from 'zod';
import { parseInput } from '../api/invoke.ts';
import { invalidField } from '../domain/errors.ts';

/** Default number of records on a page of a list: 50 of the longest fit what a client shows its model. */
const defaultPageLength = 50;

/** Every conversation pays for these words, in three tools. */
export const pageArguments = {
  limit: z.int().min(1).max(200).default(defaultPageLength),
  cursor: z.string().optional().meta({ description: 'The last `next`.' }),
};
const pageSchema = z.object(pageArguments);

/** The member that names the page after this one; the last page has none. */
export const nextMember = 'next';
export const nextSchema = { type: 'string' };

type Listed = { id?: string; reportId?: string };

/**
 * One page of an answer's list, with `next`. A record's id is the cursor, so that pages neither repeat nor skip a record
 * that stays on the list while others come. An answer without the list (one report) stays as it is.
 * @throws invalid_request for a page that cannot be
 */
export function pageOf(body: unknown, member: string, args: Readonly<Record<string, unknown>>): unknown {
  const { limit, cursor } = parseInput(pageSchema, args);
  const list = (body as Readonly<Record<string, readonly Listed[] | undefined>>)[member];
  if (list === undefined) return body;
  const at = cursor === undefined ? -1 : list.findIndex((listed) => idOf(listed) === cursor);
  if (cursor !== undefined && at < 0) {
    throw invalidField('cursor', 'is not the `next` of a page of this list; start again without one');
  }
  const page = list.slice(at + 1, at + 1 + limit);
  const last = page.at(-1);
  const isLast = at + 1 + page.length >= list.length || last === undefined;
  return { ...(body as object), [member]: page, ...(isLast ? {} : { [nextMember]: idOf(last) }) };
}

function idOf({ id, reportId }: Listed): string {
  return id ?? reportId ?? '';
}
