import type { InputOf, OutputOf } from '../contract/callTypes.ts';
import type { KeyOperationId } from '../contract/routes.ts';
import { createBudgetLimiter } from './budgetLimiter.ts';
import { ensureAndFollow, type FollowOptions, follow, type Observation } from './follow.ts';
import type { RequestOptions } from './request.ts';
import { type Call, send } from './send.ts';
import { SightlineError } from './sightlineError.ts';
import { bearerTransport } from './transport.ts';

export type { FollowOptions, InputOf, KeyOperationId as OperationId, Observation, OutputOf, RequestOptions };
export { SightlineError };

export type ClientOptions = {
  /** Address of the server, for example `http://127.0.0.1:4280`. */
  url: string;
  apiKey: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
};

export type SightlineClient = {
  /** One request, sent once. @throws SightlineError */
  call: Call<KeyOperationId>;
  /**
   * Evaluates a target and polls the run until its end. Respects `Retry-After`, repeats an uncertain request only with
   * its own key and body, and never starts a second one. Under a budget it is sent once it fits in addition to what
   * this client's own runs hold. @throws SightlineError
   */
  ensureAndFollow(input: InputOf<'ensureObservation'>, options?: FollowOptions): Promise<Observation>;
  /** Polls an existing run until its end. @throws SightlineError */
  follow(run: { kind: 'website' | 'keyword'; id: string }, options?: FollowOptions): Promise<Observation>;
};

/** A typed client of the API, for callers with a key: v1, and the operations of v2 that a key may call. Needs nothing but `fetch`. */
export function createClient(options: ClientOptions): SightlineClient {
  const transport = bearerTransport(options);
  const call: Call<KeyOperationId> = (id, input, requestOptions) => send(transport, id, input, requestOptions);
  const gate = createBudgetLimiter(call);
  return {
    call,
    ensureAndFollow: (input, options) => ensureAndFollow(call, input, options, gate),
    follow: (run, followOptions) => follow(call, run, followOptions),
  };
}
