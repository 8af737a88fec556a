import type { ErrorBody } from '../../../src/api/wireTypes.ts';

type Retry = NonNullable<ErrorBody['error']['retry']>;
type Details = {
  status: number;
  code: string;
  retry: Retry | null;
  field: string | null;
  /** Which allowance a `run_limit` means; null for every other refusal. */
  limit: string | null;
  requestId: string | null;
  retryAfterSeconds: number | null;
  runId: string | null;
};

/** A refusal of the server, or no answer from it (`unreachable`, `too_slow`). The message is for people. */
export class ApiError extends Error {
  readonly details: Details;
  constructor(message: string, details: Partial<Details> & Pick<Details, 'status' | 'code'>) {
    super(message);
    this.name = 'ApiError';
    this.details = {
      retry: null,
      field: null,
      limit: null,
      requestId: null,
      retryAfterSeconds: null,
      runId: null,
      ...details,
    };
  }
}

export type Asked = {
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Milliseconds after which a slow server is given up on. */
  patience?: number;
};

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Calls one operation of the workspace. @throws ApiError */
export function call<T>(method: Method, path: string, asked: Asked = {}): Promise<T> {
  return send<T>(method, `/api/workspace${path}`, asked);
}

const readable: Record<string, string> = { accept: 'application/json' };
const asMyself = { credentials: 'same-origin', cache: 'no-store' } as const;
type Answer = { response: Response; text: string };

/** Read to its end at once: an answer that nobody reads would keep its connection. */
async function ask(url: URL, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { response, text: await response.text() };
}

/** Milliseconds for which an answer that was asked for ahead counts as new. One still on its way is as new as another. */
const aheadMs = 5_000;
const ahead = new Map<string, { answer: Promise<Answer>; cameAt: number }>();

/** Asks before anybody can use the answer: the app is still on its way. The first `send` of the same address takes it. */
export function askAhead(path: string, query: Asked['query'] = {}): void {
  const url = urlOf(path, query);
  const answer = ask(url, { ...asMyself, headers: readable, signal: AbortSignal.timeout(30_000) });
  const asked = { answer, cameAt: Number.POSITIVE_INFINITY };
  ahead.set(url.href, asked);
  const came = () => {
    asked.cameAt = performance.now();
  };
  // Who takes it hears of the failure; if nobody does, nobody is concerned.
  answer.then(came, came);
}

function takeAhead(url: URL): Promise<Answer> | null {
  const found = ahead.get(url.href);
  ahead.delete(url.href);
  return found === undefined || performance.now() - found.cameAt > aheadMs ? null : found.answer;
}

function urlOf(path: string, query: Asked['query'] = {}): URL {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** Calls any path of this server with the session cookie. @throws ApiError */
export async function send<T>(method: Method, path: string, asked: Asked = {}): Promise<T> {
  const url = urlOf(path, asked.query);
  // What was asked for before a write, a sign-in for one, is no answer to what is asked after it.
  if (method !== 'GET') ahead.clear();
  const headers = { ...readable };
  if (asked.body !== undefined) headers['content-type'] = 'application/json';
  if (asked.idempotencyKey !== undefined) headers['idempotency-key'] = asked.idempotencyKey;
  const timeout = AbortSignal.timeout(asked.patience ?? 30_000);
  const signal = asked.signal === undefined ? timeout : AbortSignal.any([asked.signal, timeout]);
  const init: RequestInit = { ...asMyself, method, headers, signal };
  if (asked.body !== undefined) init.body = JSON.stringify(asked.body);
  let answer: Answer;
  try {
    answer = await ((method === 'GET' ? takeAhead(url) : null) ?? ask(url, init));
  } catch (cause) {
    if (asked.signal?.aborted === true) throw cause;
    throw timeout.aborted
      ? new ApiError('The server has not answered in time.', { status: 0, code: 'too_slow' })
      : new ApiError('The server cannot be reached from this browser.', { status: 0, code: 'unreachable' });
  }
  const { response, text } = answer;
  const body: unknown = parse(text);
  if (response.ok) return body as T;
  throw refusal(response, body);
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(response: Response, body: unknown): ApiError {
  const said = body as ErrorBody | null;
  const after = Number(response.headers.get('retry-after'));
  const detail = (name: string): string | null => {
    const found = said?.error?.details?.[name];
    return typeof found === 'string' ? found : null;
  };
  return new ApiError(said?.error?.message ?? `The server answered with status ${response.status}.`, {
    status: response.status,
    code: said?.error?.code ?? 'internal_error',
    retry: said?.error?.retry ?? null,
    field: detail('field'),
    limit: detail('limit'),
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: after > 0 ? after : null,
    runId: said?.recovery?.runId ?? null,
  });
}
