import type { Operation, ReplyFault, ScriptEntry } from './faults.ts';
import type { ErrorBody, Reply } from './sendReply.ts';

/** What a request did: the reply it would get, and the id of what it made, for the ledger. */
export type Performed = { reply: Reply; created: string | null };

/** One request understood, split so that a fault can decide whether the work is done before the reply is spoilt. */
export type Route = {
  operation: Operation;
  /** What a script's `when` and a question's marker are looked for in. */
  text: string;
  run(scripted: Pick<ScriptEntry, 'course' | 'seo'>): Performed;
};

/** One provider's side of the simulator. */
export type World = {
  speaks(path: string): boolean;
  /** Whether a caller with this Authorization header is let in; any well-formed one is. */
  knows(authorization: string): boolean;
  unknownCaller: Extract<ReplyFault, { kind: 'status' }>;
  errorBody: ErrorBody;
  /** Null for a path or method that does not exist. `body` is the parsed JSON body, `{}` when there is none. */
  route(method: string, url: URL, body: unknown): Route | null;
};
