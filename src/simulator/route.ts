import type { Operation, ReplyFault, ScriptEntry } from './faults.ts';
import type { ErrorBody, Reply } from './sendReply.ts';

/** What a request did: the reply it would get, and the id of what it made, for the ledger. */
export type RouteResult = { reply: Reply; created: string | null };

/** One request understood, split so that a fault can decide whether the work is done before the reply is spoilt. */
export type Route = {
  operation: Operation;
  /** What a script's `when` and a question's marker are looked for in. */
  text: string;
  run(scripted: Pick<ScriptEntry, 'course' | 'seo'>): RouteResult;
};

/** How one provider speaks: one side of the simulator. */
export type Dialect = {
  speaks(path: string): boolean;
  /** Returns true for a caller with a well-formed credential in these headers (names in lower case). */
  knows(headers: Readonly<Record<string, string | string[] | undefined>>): boolean;
  unknownCaller: Extract<ReplyFault, { kind: 'status' }>;
  errorBody: ErrorBody;
  /** Null for a path or method that does not exist. `body` is the parsed JSON body, `{}` when there is none. */
  route(method: string, url: URL, body: unknown): Route | null;
  /** Makes a piece of work unknown, as after the provider's retention; false when it holds none of this id. */
  forget?(id: string): boolean;
};
