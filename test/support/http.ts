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

/** Reads a run with an API key. */
export type ReadRun = (key: string, runId: string, kind?: WireRun['kind']) => Promise<WireRun>;

export function readRunAt(base: () => string): ReadRun {
  return async (key, runId, kind = 'keyword') =>
    (await askAt(base(), `/api/v1/runs/${kind}/${runId}`, { key })).body.run;
}
