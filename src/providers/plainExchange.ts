import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { readJson } from '../domain/text/readJson.ts';
import { causeCode, unsentRequestCause } from './connectFailure.ts';
import { plainMessage } from './plainMessage.ts';
import { retryAfterSeconds } from './providerRetryAfter.ts';

export type PlainExchangeOptions = {
  /** Without a trailing slash; paths are appended. */
  baseUrl: string;
  /** Sent with every call, including credentials. */
  headers: Readonly<Record<string, string>>;
  /** Milliseconds for a call, from its start to the last byte of its reply. */
  timeoutMs: number;
  /** Longer replies are not read to their end. */
  maxReplyBytes: number;
  /** Replaced in every vendor text that is kept. */
  secrets: readonly string[];
};

/** Outcome of one HTTP call. */
export type Exchange =
  | {
      kind: 'answered';
      status: number;
      text: string;
      /** The reply as JSON; undefined if it is not JSON. */
      body: unknown;
      /** The vendor's hint of when to try again. */
      retryAfterSeconds: number | null;
    }
  /** Provably no byte of the request was sent: nothing was done. */
  | { kind: 'never_left'; code: string; cause: string }
  /** No complete reply arrived. The request may have been carried out. */
  | { kind: 'broken'; cause: string };

export type Ask = {
  method: 'GET' | 'POST';
  path: string;
  /** Sent as JSON; absent: no body. */
  body?: unknown;
  /** Additional headers for this call. */
  headers?: Readonly<Record<string, string>>;
  /** Ends the call in place of `timeoutMs`, if the call shares its time with earlier work. */
  signal?: AbortSignal;
  /** Overrides the default limit. */
  maxReplyBytes?: number;
  /**
   * For paid creates: a kept connection may be dead without notice, and such a call must not be the one to find out.
   */
  onFreshConnection?: boolean;
};

export type PlainExchange = {
  /** Makes one call, sent once. Never rejects, never repeats and follows no redirect. */
  ask(call: Ask): Promise<Exchange>;
  /** Returns a vendor's text, made safe to save and show. */
  clean(text: string): string;
};

/** Creates a plain HTTP client for one vendor, for adapters whose vendor's own client would repeat paid calls. */
export function createPlainExchange(options: PlainExchangeOptions): PlainExchange {
  const clean = (text: string): string => plainMessage(text, options.secrets);
  let loading: ReturnType<typeof load> | null = null;

  // Loaded by the first call, so that starting the service without such work stays cheap.
  async function load() {
    const { Agent, request } = await import('undici');
    // `pipelining: 0` keeps no connection after its reply.
    return { request, fresh: new Agent({ pipelining: 0 }), lasting: new Agent() };
  }

  async function ask(call: Ask): Promise<Exchange> {
    let url: URL;
    let headers: Headers;
    try {
      url = new URL(`${options.baseUrl}${call.path}`);
      // A key with invalid characters is rejected as a header here: inside the call, it would seem as if the request
      // had been sent.
      headers = new Headers({ 'accept-encoding': 'gzip', ...options.headers, ...call.headers });
      if (call.body !== undefined) headers.set('content-type', 'application/json');
    } catch {
      return {
        kind: 'never_left',
        code: 'client_unusable',
        cause: 'The address or the key of the provider is unusable.',
      };
    }
    loading ??= load();
    const { request, fresh, lasting } = await loading;
    try {
      // Unlike `fetch`, it follows no redirect: a 307 would send a create a second time, and the key to any host it names.
      const reply = await request(url, {
        method: call.method,
        headers: Object.fromEntries(headers),
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        signal: call.signal ?? AbortSignal.timeout(options.timeoutMs),
        dispatcher: call.onFreshConnection === true ? fresh : lasting,
      });
      const header = (name: string) => reply.headers[name]?.toString() ?? null;
      const maxBytes = call.maxReplyBytes ?? options.maxReplyBytes;
      const text = await readUpTo(reply.body, header('content-encoding'), maxBytes);
      if (text === null) return { kind: 'broken', cause: 'The reply of the provider is too long.' };
      return {
        kind: 'answered',
        status: reply.statusCode,
        text,
        body: readJson(text),
        retryAfterSeconds: retryAfterSeconds(header, Date.now()),
      };
    } catch (thrown) {
      return failureOf(thrown);
    }
  }

  function failureOf(thrown: unknown): Exchange {
    if (thrown instanceof Error && thrown.name === 'TimeoutError') {
      return { kind: 'broken', cause: `No complete answer from the provider within ${options.timeoutMs} ms.` };
    }
    const knownText = causeCode(thrown);
    const message = thrown instanceof Error && knownText === null ? thrown.message : 'the connection failed';
    const cause = clean(knownText === null ? message : `${message} (${knownText})`);
    const code = unsentRequestCause(thrown);
    return code === null ? { kind: 'broken', cause } : { kind: 'never_left', code, cause };
  }

  return { ask, clean };
}

/** Reads a reply to its end, also one that was compressed as requested; null if it is longer. */
async function readUpTo(body: Readable, encoding: string | null, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of encoding === 'gzip' ? pipeline(body, createGunzip(), () => {}) : body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
