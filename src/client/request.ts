import type { Method } from '../contract/routes.ts';
import { readJson } from '../domain/text/readJson.ts';
import { SightlineError } from './sightlineError.ts';
import type { Transport } from './transport.ts';

/**
 * Parses `Retry-After` as seconds from `now` (milliseconds since the epoch): a proxy in front of a server may send a
 * date instead (RFC 9110 §10.2.3). Null if the header is absent, unreadable or in the past.
 */
function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null;
  const givenCount = Number(header);
  const seconds = Number.isNaN(givenCount) ? (Date.parse(header) - now) / 1_000 : givenCount;
  return seconds > 0 ? seconds : null;
}

export type RequestOptions = {
  /** Required by the operations that may spend. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Milliseconds after which a slow server is abandoned; the request may still have arrived. No limit by default. */
  timeoutMs?: number;
};

export type Request = {
  method: Method;
  /** The complete address, without a query. */
  address: string;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  /** Bytes to send instead of JSON. */
  bytes?: AsyncIterable<Uint8Array> | Blob;
};

/** Sends one HTTP request once. The response is JSON, or empty (204). @throws SightlineError */
export async function request(
  transport: Transport,
  { method, address, query = {}, body, bytes }: Request,
  { idempotencyKey, signal, timeoutMs }: RequestOptions = {},
): Promise<unknown> {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = { ...transport.headers };
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  const init: RequestInit = { ...transport.init, method, headers };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  if (bytes !== undefined) {
    headers['content-type'] = 'application/octet-stream';
    Object.assign(init, { body: bytes, duplex: 'half' });
  }
  const timeout = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const signals = [signal ?? null, timeout].filter((one) => one !== null);
  if (signals.length > 0) init.signal = AbortSignal.any(signals);
  const key = idempotencyKey ?? null;
  let response: Response;
  let text: string;
  try {
    response = await transport.fetch(url, init);
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw timeout?.aborted === true
      ? new SightlineError({ code: 'too_slow', message: `The server at ${url.origin} did not answer in time.` }, key)
      : new SightlineError(
          {
            code: 'unreachable',
            message: `${url.origin} ${noAnswerText(cause)}.`,
            retry: 'same_key',
          },
          key,
          cause,
        );
  }
  if (response.status === 204) return null;
  const reply = parseObject(text);
  if (response.ok && reply !== null) return reply;
  throw buildRefusal(response, reply, key);
}

/** Explains why no answer came, and whether the request may have arrived. Node.js wraps the cause. */
function noAnswerText(cause: unknown): string {
  const code = String(innerCode(cause));
  if (code === 'ECONNREFUSED') return 'refuses connections; nothing was sent';
  if (code === 'ENOTFOUND') return 'does not exist; nothing was sent';
  if (/^(?:EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(code))
    return 'cannot be reached from here; nothing was sent';
  if (/^(?:EPROTO|ERR_SSL_)/.test(code)) return 'does not accept https; if it is an http server, write http://';
  if (/CERT|UNABLE_TO_/.test(code)) return `has a certificate that is not trusted here (${code}); nothing was sent`;
  return 'did not answer; whether the request arrived is unknown';
}

function innerCode(cause: unknown): unknown {
  const inner = cause instanceof Error ? cause.cause : null;
  return inner instanceof Error && 'code' in inner ? inner.code : null;
}

function parseObject(text: string): Record<string, unknown> | null {
  const value = readJson(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

function buildRefusal(response: Response, body: Record<string, unknown> | null, key: string | null): SightlineError {
  const error = body?.error as Partial<SightlineError> | undefined;
  return new SightlineError(
    {
      status: response.status,
      // A response that is not ours (a proxy's page) proves nothing about what the server did.
      code: typeof error?.code === 'string' ? error.code : 'unreachable',
      message:
        typeof error?.code === 'string'
          ? String(error.message)
          : `The server answered with status ${response.status} and nothing that can be read.`,
      retry: error?.retry ?? null,
      retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after'), Date.now()),
      recovery: (body?.recovery as SightlineError['recovery'] | undefined) ?? null,
      details: error?.details ?? null,
      requestId: response.headers.get('x-request-id'),
      body,
    },
    key,
  );
}
