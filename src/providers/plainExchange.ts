import { causeCode, unsentRequestCause } from './connectFailure.ts';
import { plainMessage } from './plainMessage.ts';
import { retryAfterSeconds } from './providerRetryAfter.ts';

export type PlainExchangeOptions = {
  /** Without a trailing slash; paths are appended. */
  baseUrl: string;
  /** Sent with every call, credentials among them. */
  headers: Readonly<Record<string, string>>;
  /** Milliseconds for a call, from its start to the last byte of its reply. */
  timeoutMs: number;
  /** A longer reply is not read to its end. */
  maxReplyBytes: number;
  /** Replaced in every foreign text that is kept. */
  secrets: readonly string[];
};

/** Outcome of one HTTP call. */
export type Exchange =
  | {
      kind: 'answered';
      status: number;
      text: string;
      /** The reply as JSON; undefined if it is none. */
      body: unknown;
      /** The vendor's own hint of when to come back. */
      retryAfterSeconds: number | null;
    }
  /** Provably no byte of the request left: nothing was done. */
  | { kind: 'never_left'; code: string; cause: string }
  /** No whole reply came. Whatever was requested may have been done. */
  | { kind: 'broken'; cause: string };

export type Ask = {
  method: 'GET' | 'POST';
  path: string;
  /** Sent as JSON; absent: no body. */
  body?: unknown;
  /** More headers for this call. */
  headers?: Readonly<Record<string, string>>;
  /** Ends the call in place of `timeoutMs`, where it shares its time with earlier work. */
  signal?: AbortSignal;
  /** Overrides the default limit. */
  maxReplyBytes?: number;
  /** A paid create: a kept connection may have died unseen, and such a call must not find that out. */
  onFreshConnection?: boolean;
};

export type PlainExchange = {
  /** One call, sent once. Never rejects, repeats nothing and follows no redirect. */
  ask(asked: Ask): Promise<Exchange>;
  /** A foreign text made fit to be saved and shown. */
  clean(text: string): string;
};

/** Plain HTTP with one vendor, for adapters whose vendor's own client would repeat paid calls. */
export function createPlainExchange(options: PlainExchangeOptions): PlainExchange {
  const clean = (text: string): string => plainMessage(text, options.secrets);
  let loading: ReturnType<typeof load> | null = null;

  // Loaded by the first call, so that a start without such work does not pay for it.
  async function load() {
    const { Agent, fetch } = await import('undici');
    // `pipelining: 0` keeps no connection after its reply.
    return { fetch, fresh: new Agent({ pipelining: 0 }), lasting: new Agent() };
  }

  async function ask(request: Ask): Promise<Exchange> {
    let url: URL;
    let headers: Headers;
    try {
      url = new URL(`${options.baseUrl}${request.path}`);
      // A key with odd characters is invalid in a header: found out inside the call, it would seem as if it had been
      // sent.
      headers = new Headers({ ...options.headers, ...request.headers });
      if (request.body !== undefined) headers.set('content-type', 'application/json');
    } catch {
      return {
        kind: 'never_left',
        code: 'client_unusable',
        cause: 'The address or the key of the provider is unusable.',
      };
    }
    loading ??= load();
    const { fetch, fresh, lasting } = await loading;
    try {
      const response = await fetch(url, {
        method: request.method,
        headers: [...headers],
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        // A followed 307 would send a create a second time, and the key to wherever it points.
        redirect: 'manual',
        signal: request.signal ?? AbortSignal.timeout(options.timeoutMs),
        dispatcher: request.onFreshConnection === true ? fresh : lasting,
      });
      const text = await readUpTo(response.body, request.maxReplyBytes ?? options.maxReplyBytes);
      if (text === null) return { kind: 'broken', cause: 'The reply of the provider is too long.' };
      return {
        kind: 'answered',
        status: response.status,
        text,
        body: parsed(text),
        retryAfterSeconds: retryAfterSeconds((name) => response.headers.get(name), Date.now()),
      };
    } catch (thrown) {
      return failureOf(thrown);
    }
  }

  function failureOf(thrown: unknown): Exchange {
    if (thrown instanceof Error && thrown.name === 'TimeoutError') {
      return { kind: 'broken', cause: `No complete answer from the provider within ${options.timeoutMs} ms.` };
    }
    const message = thrown instanceof Error ? thrown.message : 'the connection failed';
    const knownText = causeCode(thrown);
    const cause = clean(knownText === null ? message : `${message} (${knownText})`);
    const code = unsentRequestCause(thrown);
    return code === null ? { kind: 'broken', cause } : { kind: 'never_left', code, cause };
  }

  return { ask, clean };
}

async function readUpTo(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
