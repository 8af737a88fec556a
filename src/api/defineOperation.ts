import { z } from 'zod';
import type { Operation, OperationSpec } from './operation.ts';

const nothing = z.strictObject({});

type Defaults =
  | 'params'
  | 'query'
  | 'headers'
  | 'body'
  | 'hasBody'
  | 'spends'
  | 'audience'
  | 'statuses'
  | 'errors'
  | 'tools'
  | 'description';

type Given<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  H extends z.ZodObject,
  B extends z.ZodType,
  O extends z.ZodType,
> = Omit<OperationSpec<P, Q, H, B, O>, Defaults> & Partial<Pick<OperationSpec<P, Q, H, B, O>, Defaults>>;

/**
 * An entry that still knows the types of its schemas, for the typed client. `types` is never there at run time: it only
 * carries what a caller sends (defaults optional) and what leaves.
 */
export type TypedOperation<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  O extends z.ZodType,
> = Operation & { readonly types?: { params: z.input<P>; query: z.input<Q>; body: z.input<B>; output: z.output<O> } };

export type NoFields = typeof nothing;

/** Types an entry by its own schemas, fills what most entries share, and erases the types for the registry. */
export function defineOperation<
  O extends z.ZodType,
  P extends z.ZodObject = typeof nothing,
  Q extends z.ZodObject = typeof nothing,
  H extends z.ZodObject = typeof nothing,
  B extends z.ZodType = typeof nothing,
>(given: Given<P, Q, H, B, O>): TypedOperation<P, Q, B, O> {
  return {
    params: nothing,
    query: nothing,
    headers: nothing,
    body: nothing,
    hasBody: given.body !== undefined,
    spends: false,
    audience: 'v1',
    statuses: [200],
    errors: [],
    tools: [],
    description: given.summary,
    ...given,
  } as unknown as TypedOperation<P, Q, B, O>;
}
