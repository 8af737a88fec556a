import { z } from 'zod';

const nothing = z.strictObject({});
export type NoFields = typeof nothing;

/** Input and output of an operation. `output` null: no response body. */
export type WireShape<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  H extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> = {
  readonly params: P;
  readonly query: Q;
  readonly headers: H;
  readonly body: B;
  /** True if a request has a JSON body. Most POSTs without fields also accept `{}`. */
  readonly hasBody: boolean;
  readonly output: O;
  /** Success statuses. */
  readonly statuses: readonly number[];
};

/** Fills in the defaults: no parameters, query, headers or body fields, and status 200. */
export function wireShape<
  O extends z.ZodType,
  P extends z.ZodObject = NoFields,
  Q extends z.ZodObject = NoFields,
  H extends z.ZodObject = NoFields,
  B extends z.ZodType = NoFields,
>(input: {
  params?: P;
  query?: Q;
  headers?: H;
  body?: B;
  /** False if the body is bytes, not JSON. */
  hasBody?: boolean;
  output: O;
  statuses?: readonly number[];
}): WireShape<P, Q, H, B, O> {
  return {
    params: nothing,
    query: nothing,
    headers: nothing,
    body: nothing,
    hasBody: input.body !== undefined,
    statuses: [200],
    ...input,
  } as unknown as WireShape<P, Q, H, B, O>;
}

/** Response of an operation that returns 204 without a body. */
export const noContent = { output: z.null(), statuses: [204] } as const;
