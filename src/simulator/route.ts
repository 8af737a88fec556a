import type { Operation, ReplyFault, ScriptEntry } from './faults.ts';
import type { ErrorBody, Reply } from './sendReply.ts';

/** Result of a request: the intended reply, and the id of what it created, for the ledger. */
export type RouteResult = { reply: Reply; created: string | null };

/** One parsed request, split so that a fault can decide whether the work is done before the reply is damaged. */
export type Route = {
  operation: Operation;
  /** Text searched for a script's `when` and a question's marker. */
  text: string;
  run(scripted: Pick<ScriptEntry, 'course' | 'seo'>): RouteResult;
};

/** Protocol of one provider, served by the simulator. */
export type Dialect = {
  speaks(path: string): boolean;
  /** Returns true for a caller with a well-formed credential in these headers (names in lower case). */
  knows(headers: Readonly<Record<string, string | string[] | undefined>>): boolean;
  unknownCaller: Extract<ReplyFault, { kind: 'status' }>;
  errorBody: ErrorBody;
  /** Returns null for an unknown path or method. `body` is the parsed JSON body, `{}` if there is none. */
  route(method: string, url: URL, body: unknown): Route | null;
  /**
   * Makes the simulator forget a piece of work, as a provider does after its retention period; returns false if the id
   * is unknown.
   */
  forget?(id: string): boolean;
};
