import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import type { HeaderList, Hop } from '../../domain/checks/evidenceBundle.ts';
import type { AddressGuard } from './addressGuard.ts';
import { decodeBody } from './decodeContent.ts';
import { classifyFault, DeadlineFault, WireFault } from './hopFault.ts';
import { pinnedConnector } from './pinnedConnector.ts';

type ExchangeLimits = {
  maxBodyBytes: number;
  maxHeaderBytes: number;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  totalTimeoutMs: number;
};

export type ExchangeRequest = { url: string; method: 'GET' | 'HEAD'; headers: HeaderList };

/** One hop with its result. Times are milliseconds since the hop began, including its connection. */
export type ExchangeResult = {
  hop: Hop;
  /** Target of a redirect, resolved; null for any other response. */
  redirectTo: string | null;
  body: Uint8Array | null;
  sha256: string | null;
  decodedBytes: number;
  truncated: boolean;
  ttfbMs: number | null;
  totalMs: number;
  tls: { protocol: string | null; validTo: string | null } | null;
};

export type ExchangeContext = { guard: AddressGuard; limits: ExchangeLimits; monotonic(): number };
export type Exchange = (request: ExchangeRequest, context: ExchangeContext) => Promise<ExchangeResult>;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const emptyStatuses = new Set([204, 205, 304]);

/** Types that no check reads, because they are not text: not worth downloading from someone else's server. */
const unreadTypes = /^\s*(?:image\/(?!svg)|audio\/|video\/|font\/)/i;

/**
 * Sends one request on a separate connection, to an address that the guard has checked, and reads the response within
 * the limits. Never follows a redirect, never stores a cookie, never throws because of the other side.
 */
export async function exchange(request: ExchangeRequest, context: ExchangeContext): Promise<ExchangeResult> {
  const { guard, limits, monotonic } = context;
  const started = monotonic();
  const url = new URL(request.url);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DeadlineFault()), limits.totalTimeoutMs);
  let client: Client | null = null;
  let remoteAddress: string | null = null;
  let tls: ExchangeResult['tls'] = null;
  let status: number | null = null;
  let ttfbMs: number | null = null;

  function end(outcome: Hop['outcome'], rest: Partial<ExchangeResult> = {}): ExchangeResult {
    return {
      hop: { url: request.url, method: request.method, outcome, remoteAddress },
      redirectTo: null,
      body: null,
      sha256: null,
      decodedBytes: 0,
      truncated: false,
      ttfbMs,
      totalMs: round(monotonic() - started),
      tls,
      ...rest,
    };
  }

  try {
    const verdict = await withDeadline(guard.check(url), deadline.signal);
    if (verdict.kind === 'blocked') return end({ kind: 'error', code: verdict.code, message: verdict.message });
    const connector = pinnedConnector(verdict.addresses, limits, guard, (opened) => {
      remoteAddress = opened.remoteAddress ?? null;
      tls = tlsFacts(opened);
      // Interim responses, trailers and chunk extensions are outside the body, and a server may send them endlessly.
      opened.on('readable', () => {
        if (opened.bytesRead > wireLimit(limits)) deadline.abort(new WireFault());
      });
    });
    client = new Client(url.origin, {
      connect: connector,
      maxHeaderSize: limits.maxHeaderBytes,
      // Our deadline is exact; the client's own timers are coarse and may end half a second early.
      headersTimeout: 0,
      bodyTimeout: limits.idleTimeoutMs,
      allowH2: false,
      pipelining: 0,
    });
    const response = await client.request({
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: request.headers.flat(),
      signal: deadline.signal,
      responseHeaders: 'raw',
    });
    response.body.on('error', () => {});
    status = response.statusCode;
    ttfbMs = round(monotonic() - started);
    const headers = headerPairs(response.headers);
    const outcome: Hop['outcome'] = { kind: 'response', status, headers };
    const redirectTo = redirectStatuses.has(status) ? findLocation(headers, url) : null;
    if (redirectTo !== null) return end(outcome, { redirectTo });
    const type = headerValue(headers, 'content-type') ?? '';
    if (request.method === 'HEAD' || emptyStatuses.has(status) || unreadTypes.test(type)) return end(outcome);
    const codings = headerValue(headers, 'content-encoding') ?? '';
    const decoded = await decodeBody(response.body, codings, limits.maxBodyBytes);
    return end(outcome, { ...decoded, sha256: createHash('sha256').update(decoded.body).digest('hex') });
  } catch (fault) {
    const cause = deadline.signal.aborted ? deadline.signal.reason : fault;
    return end(classifyFault(cause, status));
  } finally {
    clearTimeout(timer);
    await client?.destroy().catch(() => {});
  }
}

/** Allows for a body at the cap in wasteful framing, and for headers at both ends. */
function wireLimit(limits: ExchangeLimits): number {
  return 2 * limits.maxBodyBytes + 4 * limits.maxHeaderBytes;
}

function withDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** undici types raw headers as a record, but returns a flat list of names and values. */
function headerPairs(raw: unknown): [string, string][] {
  const flat: unknown[] = Array.isArray(raw) ? raw : [];
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) pairs.push([String(flat[index]), String(flat[index + 1])]);
  return pairs;
}

/** Returns all values of a header joined as in RFC 9110 §5.3; null if it was not sent. */
export function headerValue(headers: HeaderList, name: string): string | null {
  const values = headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? null : values.join(', ');
}

function findLocation(headers: HeaderList, base: URL): string | null {
  const octets = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (octets === undefined) return null;
  const location = Buffer.from(octets, 'latin1').toString('utf8');
  if (!URL.canParse(location, base.href)) return null;
  const target = new URL(location, base.href);
  target.hash = '';
  return target.href;
}

function tlsFacts(socket: Socket | TLSSocket): ExchangeResult['tls'] {
  if (!('getPeerCertificate' in socket)) return null;
  const validTo = Date.parse(socket.getPeerCertificate().valid_to ?? '');
  return {
    protocol: socket.getProtocol(),
    validTo: Number.isNaN(validTo) ? null : new Date(validTo).toISOString(),
  };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
