import { readJson } from '../../domain/text/readJson.ts';
import type { Server } from '../serverConnection.ts';

type Message = { jsonrpc?: unknown; id?: string | number; method?: unknown; params?: unknown };
type Json = Readonly<Record<string, unknown>>;

export type Bridge = {
  /** Forwards one message. Resolves when the whole response has been passed to `emit`. Never rejects. */
  forward(line: string): Promise<void>;
};

/** Parameter that the `Mcp-Name` header repeats, by method, as the protocol defines. */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};
const versionKey = 'io.modelcontextprotocol/protocolVersion';

/**
 * Creates a bridge for JSON-RPC between a client with pipes and `{url}/api/mcp`, adding the key that such a client
 * cannot send. It parses messages only as far as the protocol's headers require.
 */
export function createBridge(server: Server, emit: (message: string) => void): Bridge {
  let negotiated: string | null = null;
  const waiting = new Map<string, AbortController>();

  async function exchange(message: Message, text: string, stop: AbortSignal): Promise<void> {
    const response = await fetch(`${server.url}/api/mcp`, {
      method: 'POST',
      headers: { ...headersFor(message, negotiated), authorization: `Bearer ${server.key}` },
      body: text,
      redirect: 'error',
      signal: stop,
    });
    const deliver = (answer: string): void => {
      if (message.method === 'initialize') negotiated = versionOf(answer) ?? negotiated;
      emit(withId(answer, message));
    };
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/event-stream') && response.body !== null) {
      for await (const data of eventsOf(response.body)) deliver(data);
      return;
    }
    const answer = await response.text();
    if (message.id === undefined) return;
    if (answer === '') emit(failure(message, `the server answered ${response.status} without a body`));
    else deliver(answer);
  }

  return {
    async forward(line) {
      const text = line.trim();
      if (text === '') return;
      const message = parsed(text);
      if (message === null) {
        emit(
          JSON.stringify({
            jsonrpc: '2.0',
            id: null,
            error: { code: -32700, message: 'Parse error: each line must be one JSON object' },
          }),
        );
        return;
      }
      if (message.method === 'notifications/cancelled') {
        // Stops waiting; the server finishes the call and saves its receipt.
        waiting.get(String((message.params as Json | undefined)?.requestId))?.abort();
      }
      const stop = new AbortController();
      if (message.id !== undefined) waiting.set(String(message.id), stop);
      try {
        await exchange(message, text, stop.signal);
      } catch (cause) {
        if (message.id !== undefined && !stop.signal.aborted) emit(failure(message, unreachable(server, cause)));
      } finally {
        if (message.id !== undefined) waiting.delete(String(message.id));
      }
    },
  };
}

function headersFor(message: Message, negotiated: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const params = (message.params ?? {}) as Json;
  const claimed = ((params._meta ?? {}) as Json)[versionKey];
  if (typeof claimed !== 'string') {
    return negotiated === null ? headers : { ...headers, 'mcp-protocol-version': negotiated };
  }
  headers['mcp-protocol-version'] = claimed;
  if (message.id === undefined || typeof message.method !== 'string') return headers;
  headers['mcp-method'] = message.method;
  const name = params[namedBy[message.method] ?? ''];
  if (typeof name === 'string') headers['mcp-name'] = fieldValue(name);
  return headers;
}

/** Encodes text as a header field: plain if that is safe, otherwise in the protocol's Base64 form. */
function fieldValue(text: string): string {
  const plain = /^[\x20-\x7e\t]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return plain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

function parsed(text: string): Message | null {
  const value = readJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}

function versionOf(answer: string): string | null {
  const result = (parsed(answer) as { result?: { protocolVersion?: unknown } } | null)?.result;
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : null;
}

/**
 * Adds the id to an error that was sent before the message was parsed: over a pipe, only the id links a response to its
 * request. One line.
 */
function withId(answer: string, message: Message): string {
  const value = parsed(answer);
  if (value === null) return failure(message, 'the server’s response is not JSON');
  const answers = 'error' in value && value.id === null && message.id !== undefined;
  return JSON.stringify(answers ? { ...value, id: message.id } : value);
}

function failure(message: Message, text: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: message.id ?? null, error: { code: -32000, message: text } });
}

function unreachable(server: Server, cause: unknown): string {
  const why = cause instanceof Error && cause.cause instanceof Error ? ` (${cause.cause.message})` : '';
  return `no answer from ${server.url}${why}: a paid call may have started; repeat it with the same idempotencyKey`;
}

/** Yields the data of server-sent events, each as soon as it is complete. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      const text = data.map((line) => line.slice('data:'.length).trimStart()).join('\n');
      if (text !== '') yield text;
    }
  }
}
