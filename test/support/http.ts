import type { Permission } from '../../src/domain/access/permissions.ts';
import { owner, setupToken } from './owner.ts';
import type { WireBody, WireRun } from './wire.ts';

export type HttpReply = { status: number; headers: Headers; body: WireBody; text: string };

export type HttpRequest = {
  method?: string;
  key?: string;
  cookie?: string | undefined;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  idempotencyKey?: string;
};

/** Sends one request over real HTTP and reads its answer to the end. */
export async function askAt(base: string, path: string, asked: HttpRequest = {}): Promise<HttpReply> {
  const headers: Record<string, string> = { ...asked.headers };
  if (asked.key !== undefined) headers.authorization = `Bearer ${asked.key}`;
  if (asked.cookie !== undefined) headers.cookie = asked.cookie;
  if (asked.idempotencyKey !== undefined) headers['idempotency-key'] = asked.idempotencyKey;
  const init: RequestInit = { method: asked.method ?? (asked.body === undefined ? 'GET' : 'POST'), headers };
  if (asked.body !== undefined) {
    headers['content-type'] ??= 'application/json';
    init.body = typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body);
  }
  const response = await fetch(base + path, init);
  const text = await response.text();
  const json = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  const body = (json ? JSON.parse(text) : null) as WireBody;
  return { status: response.status, headers: response.headers, text, body };
}

/** Returns the cookies of an answer, as a browser would send them back. */
export function cookieOf(answered: HttpReply): string {
  return answered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Creates a server's first owner; returns the cookie of their session, and the secret of an API key. */
export async function setUpAt(
  base: string,
  permissions: Permission[] = ['evaluate'],
): Promise<{ cookie: string; key: string }> {
  const cookie = cookieOf(await askAt(base, '/api/setup', { body: { token: setupToken, ...owner } }));
  const body = { name: 'k', permissions, password: owner.password };
  const made = await askAt(base, '/api/v2/keys', { cookie, body });
  if (made.status !== 201) throw new Error(`set-up: ${made.status} ${made.text}`);
  return { cookie, key: made.body.secret };
}

/** Saves a keyword case by a session; returns its id. */
export async function makeCaseAt(base: string, cookie: string, query: string, more: object = {}): Promise<string> {
  return (await askAt(base, '/api/v2/benchmark-cases', { cookie, body: { query, ...more } })).body.case.id;
}

/** Makes one ensure of a keyword case. */
export function ensureAt(
  base: string,
  key: string,
  caseId: string,
  idempotencyKey: string,
  more: Record<string, unknown> = {},
): Promise<HttpReply> {
  const body = { kind: 'keyword', caseId, ...more };
  return askAt(base, '/api/v1/observations/ensure', { key, idempotencyKey, body });
}

/** Requests the cancellation or another poll of a keyword run. */
export function actOnRunAt(base: string, key: string, runId: string, act: 'cancel' | 'reconcile'): Promise<HttpReply> {
  return askAt(base, `/api/v1/runs/keyword/${runId}/${act}`, { key, method: 'POST', body: {} });
}

/** Reads a run with an API key. */
export type ReadRun = (key: string, runId: string, kind?: WireRun['kind']) => Promise<WireRun>;

export function readRunAt(base: () => string): ReadRun {
  return async (key, runId, kind = 'keyword') =>
    (await askAt(base(), `/api/v1/runs/${kind}/${runId}`, { key })).body.run;
}
