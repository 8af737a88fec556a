import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Pace } from '../simulator/answerWork.ts';
import type { OwnedSite } from '../simulator/composeAnswer.ts';
import { createScript, type Operation, type ReplyFault, type ScriptEntry } from '../simulator/faults.ts';
import type { ToolCall } from '../simulator/requestedTools.ts';
import type { Dialect } from '../simulator/route.ts';
import { type ErrorBody, openAiError, preventsWork, sendReply } from '../simulator/sendReply.ts';
import { createSeoDialect } from '../simulator/seoRoutes.ts';
import type { AnswerTask, SimulatorWiring, WorksOptions } from '../simulator/works.ts';
import { engineDefinitions } from './engineDefinitions.ts';

export type SimulatorOptions = {
  /** Milliseconds since the epoch; by default the machine's clock. */
  now?: () => number;
  pace?: Pace;
  /** Returns owned websites that may appear in the answer to this question of this run; called at every create. */
  hints?: (asked: AnswerTask) => readonly OwnedSite[];
  callTool?: (call: ToolCall) => Promise<string>;
  refusesConversations?: boolean;
  itemsPerPage?: number;
  /** Notifies a caller that a task is ready, at the address it gave; by default nobody is called. */
  pingback?: (url: string) => void;
  /** Maximum number of requests, and of ended tasks per provider, kept in memory. */
  maxKept?: { requests: number; works: number };
  /** Dialects of further engines. */
  dialects?: readonly Dialect[];
};

/** One request that reached the simulator. Headers come without any credential. */
type LedgerEntry = {
  at: number;
  operation: Operation | 'unknown';
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  /** Id of what this request made; null if it made nothing. */
  created: string | null;
  /** Status of the reply; null if the connection was cut instead. */
  status: number | null;
};

export type Simulator = {
  /** `http://127.0.0.1:<port>`; also the base URL of the SEO provider. */
  url: string;
  /** Base URL of the answer provider, ending in `/v1`. */
  openAiUrl: string;
  /** The newest requests in order of arrival. */
  ledger: readonly LedgerEntry[];
  /** Adds a fault for a coming request. */
  script(entry: ScriptEntry): void;
  clearScript(): void;
  /** Makes a task unknown, as after the provider's retention. */
  forget(taskId: string): boolean;
  close(): Promise<void>;
};

/** Long campaigns read all of their requests. */
const usuallyKept = { requests: 100_000, works: 5_000 };
const bodyLimit = 1_000_000;
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-goog-api-key']);

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw new Error('body too large');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
}

function plainHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !secretHeaders.has(name)) headers[name] = String(value);
  }
  return headers;
}

/**
 * Starts a server on a free port of 127.0.0.1 that imitates the answer provider under `/v1` and the SEO provider under
 * `/v3`. The service uses it while no provider key is set, and tests script it. It keeps everything in memory and calls
 * nobody, unless it was given a `callTool`.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const now = options.now ?? Date.now;
  const script = createScript();
  const ledger: LedgerEntry[] = [];
  const { maxKept = usuallyKept } = options;
  const works: WorksOptions = {
    now,
    pace: options.pace ?? { by: 'time', queuedMs: 400, workingMs: 1_600 },
    ownedSites: options.hints ?? (() => []),
    maxKept: maxKept.works,
  };
  const wiring: SimulatorWiring = {
    ...works,
    callTool: options.callTool ?? null,
    refusesConversations: options.refusesConversations ?? false,
    itemsPerPage: options.itemsPerPage ?? 100,
    pingback: options.pingback ?? null,
  };
  const makers = new Set(await Promise.all(engineDefinitions.map(({ simulator }) => simulator.dialect())));
  const dialects: readonly Dialect[] = [
    ...[...makers].map((make) => make(wiring)),
    createSeoDialect(now),
    ...(options.dialects ?? []),
  ];

  function note(request: IncomingMessage, url: URL, body: unknown, operation: LedgerEntry['operation']): LedgerEntry {
    const { method = 'GET' } = request;
    const headers = plainHeaders(request);
    const entry = { at: now(), operation, method, path: url.pathname, headers, body, created: null, status: null };
    ledger.push(entry);
    if (ledger.length > maxKept.requests) ledger.shift();
    return entry;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://simulator');
    const dialect = dialects.find(({ speaks }) => speaks(url.pathname));
    const errorBody: ErrorBody = dialect?.errorBody ?? openAiError;
    const refuse = (fault: ReplyFault): void => sendReply(response, { status: 400, body: {} }, fault, errorBody);
    let body: unknown;
    try {
      body = await readBody(request);
    } catch {
      return refuse({ kind: 'status', status: 400, code: 'unreadable_body' });
    }
    const route = dialect?.route(request.method ?? 'GET', url, body) ?? null;
    const entry = note(request, url, body, route?.operation ?? 'unknown');
    if (dialect === undefined || route === null) {
      entry.status = 404;
      return refuse({ kind: 'status', status: 404 });
    }
    if (!dialect.knows(request.headers)) {
      entry.status = dialect.unknownCaller.status;
      return refuse(dialect.unknownCaller);
    }
    const { reply: fault, ...scripted } = script.take(route.operation, route.text);
    const silent = fault?.kind === 'dropped' || fault?.kind === 'held' || fault?.kind === 'lost';
    const sent = fault?.kind === 'status' ? fault.status : silent ? null : 200;
    entry.status = sent;
    if (preventsWork(fault)) return sendReply(response, { status: 200, body: {} }, fault, errorBody);
    const { reply, created } = route.run(scripted);
    entry.created = created;
    if (sent === 200) entry.status = reply.status;
    sendReply(response, reply, fault, errorBody);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the simulator has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    openAiUrl: `${url}/v1`,
    ledger,
    script: script.add,
    clearScript: script.clear,
    forget: (id) => dialects.some((dialect) => dialect.forget?.(id) === true),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Clients keep their sockets open; without this a close would wait for them.
        server.closeAllConnections();
      }),
  };
}
