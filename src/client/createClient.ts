import { ensureAndFollow, type FollowOptions, follow, type Observation } from './ensureAndFollow.ts';
import { type InputOf, type OperationId, type OutputOf, routes } from './routes.ts';
import { SightlineError } from './sightlineError.ts';

export type { FollowOptions, InputOf, Observation, OperationId, OutputOf };
export { SightlineError };

export type ClientOptions = {
  /** Address of the server, for example `http://127.0.0.1:4280`. */
  url: string;
  apiKey: string;
  /** Stand-in for the global `fetch`. */
  fetch?: typeof fetch;
};

/** `idempotencyKey` is required by the operations that may spend. */
export type CallOptions = { idempotencyKey?: string; signal?: AbortSignal };

export type SightlineClient = {
  /** One request, sent once. @throws SightlineError */
  call<Id extends OperationId>(id: Id, input: InputOf<Id>, options?: CallOptions): Promise<OutputOf<Id>>;
  /**
   * Has a target evaluated and follows the run to its end. Waits as `Retry-After` says, repeats an uncertain request only
   * with its own key and body, and never starts a second one. @throws SightlineError
   */
  ensureAndFollow(input: InputOf<'ensureObservation'>, options?: FollowOptions): Promise<Observation>;
  /** Follows an existing run to its end. @throws SightlineError */
  follow(run: { kind: 'website' | 'keyword'; id: string }, options?: FollowOptions): Promise<Observation>;
};

/** A typed client of the v1 API. Needs nothing but `fetch`. */
export function createClient(options: ClientOptions): SightlineClient {
  const client: SightlineClient = {
    call: (id, input, given = {}) => send(options, id, input, given),
    ensureAndFollow: (input, given = {}) => ensureAndFollow(client, input, given),
    follow: (run, given = {}) => follow(client, run, given),
  };
  return client;
}

async function send<Id extends OperationId>(
  options: ClientOptions,
  id: Id,
  input: InputOf<Id>,
  { idempotencyKey, signal }: CallOptions,
): Promise<OutputOf<Id>> {
  const { method, path } = routes[id];
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) };
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const url = new URL(`${options.url.replace(/\/+$/, '')}/api/v1${filled}`);
  const headers: Record<string, string> = { authorization: `Bearer ${options.apiKey}` };
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  const init: RequestInit = { method, headers, redirect: 'error', ...(signal === undefined ? {} : { signal }) };
  if (method === 'POST') {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(rest);
  } else {
    for (const [name, value] of Object.entries(rest)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
  }
  const { response, text } = await exchange(options, url, init, idempotencyKey ?? null);
  const body = parsed(text);
  if (response.ok && body !== null) return body as OutputOf<Id>;
  throw refusal(response, body, idempotencyKey ?? null);
}

async function exchange(options: ClientOptions, url: URL, init: RequestInit, key: string | null) {
  try {
    const response = await (options.fetch ?? fetch)(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    const message = `no answer from ${url.origin}; whether the request arrived is unknown`;
    const refused = {
      status: 0,
      code: 'unreachable',
      message,
      retry: 'same_key',
      retryAfterSeconds: null,
      recovery: null,
      details: null,
    } as const;
    throw new SightlineError(refused, key, cause);
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

type WireError = Pick<SightlineError, 'code' | 'message' | 'retry' | 'details'>;

function refusal(response: Response, body: Record<string, unknown> | null, key: string | null): SightlineError {
  const error = body?.error as Partial<WireError> | undefined;
  return new SightlineError(
    {
      status: response.status,
      // An answer that is not ours (a proxy's page) says nothing about what happened behind it.
      code: error?.code ?? 'unreachable',
      message: error?.message ?? `HTTP ${response.status} without a readable answer`,
      retry: error?.retry ?? null,
      retryAfterSeconds: secondsOf(response.headers.get('retry-after'), Date.now()),
      recovery: (body?.recovery as SightlineError['recovery'] | undefined) ?? null,
      details: error?.details ?? null,
    },
    key,
  );
}

/** `Retry-After` as seconds from now: what stands in front of a server may name a date instead (RFC 9110 §10.2.3). */
function secondsOf(retryAfter: string | null, now: number): number | null {
  const given = Number(retryAfter);
  const seconds = Number.isNaN(given) ? (Date.parse(retryAfter ?? '') - now) / 1_000 : given;
  return seconds > 0 ? seconds : null;
}
