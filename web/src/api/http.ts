import type { ErrorBody } from '../../../src/api/wireTypes.ts';

type Retry = NonNullable<ErrorBody['error']['retry']>;
type Details = {
  status: number;
  code: string;
  retry: Retry | null;
  field: string | null;
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
    this.details = { retry: null, field: null, requestId: null, retryAfterSeconds: null, runId: null, ...details };
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

/** Calls any path of this server with the session cookie. @throws ApiError */
export async function send<T>(method: Method, path: string, asked: Asked = {}): Promise<T> {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(asked.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = { accept: 'application/json' };
  if (asked.body !== undefined) headers['content-type'] = 'application/json';
  if (asked.idempotencyKey !== undefined) headers['idempotency-key'] = asked.idempotencyKey;
  const timeout = AbortSignal.timeout(asked.patience ?? 30_000);
  const signal = asked.signal === undefined ? timeout : AbortSignal.any([asked.signal, timeout]);
  const init: RequestInit = { method, headers, signal, credentials: 'same-origin', cache: 'no-store' };
  if (asked.body !== undefined) init.body = JSON.stringify(asked.body);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, init);
    text = await response.text();
  } catch (cause) {
    if (asked.signal?.aborted === true) throw cause;
    throw timeout.aborted
      ? new ApiError('The server has not answered in time.', { status: 0, code: 'too_slow' })
      : new ApiError('The server cannot be reached from this browser.', { status: 0, code: 'unreachable' });
  }
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
  const field = said?.error?.details?.field;
  return new ApiError(said?.error?.message ?? `The server answered with status ${response.status}.`, {
    status: response.status,
    code: said?.error?.code ?? 'internal_error',
    retry: said?.error?.retry ?? null,
    field: typeof field === 'string' ? field : null,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: after > 0 ? after : null,
    runId: said?.recovery?.runId ?? null,
  });
}
