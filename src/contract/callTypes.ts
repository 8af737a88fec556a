import type { z } from 'zod';
import type { OperationId } from './routes.ts';
import type { Wire } from './wire.ts';

/** Fields of one part of a request. An empty part has an index type, which would add a member to the input. */
type Fields<Part> = string extends keyof Part ? unknown : Part;
type Each<Union> = Union extends unknown ? Fields<Union> : never;

/** Input of a call: path, query and body members in one object; members with a default may be left out. */
export type InputOf<Id extends OperationId> = Fields<z.input<Wire[Id]['params']>> &
  Fields<z.input<Wire[Id]['query']>> &
  Each<z.input<Wire[Id]['body']>>;

/** Output of a call. */
export type OutputOf<Id extends OperationId> = z.output<Wire[Id]['output']>;
