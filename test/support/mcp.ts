import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { HttpRequest, TestService } from './service.ts';
import type { WireBody, WireError } from './wire.ts';

export const eras = ['2026-07-28', '2025-11-25'] as const;
export type Era = (typeof eras)[number];

const path = '/api/mcp';
const both = 'application/json, text/event-stream';

type Json = Record<string, unknown>;

/** Reply of a tool, typed as if it had every member: tests assert which are present. */
export type ToolAnswer = { isError?: boolean; content: [{ text: string }]; structuredContent: WireBody; _meta: Json };

type Listed = {
  name: string;
  description: string;
  annotations: Json;
  inputSchema: Listing;
  arguments: { name: string }[];
};
type Listing = Json & { properties: Json; required?: string[] };

/** JSON-RPC reply, typed as if it had every member. */
export type RpcMessage = {
  id: number | string | null;
  result: ToolAnswer & {
    tools: Listed[];
    prompts: Listed[];
    resources: { uri: string }[];
    contents: [{ text: string }];
    messages: [{ content: { text: string } }];
  };
  error: { code: number; message: string; data: WireError };
};

/** Reply to one message: the HTTP part, and the JSON-RPC message, in either transport form. */
export type RpcReply = { status: number; headers: Headers; message: RpcMessage };

let lastId = 0;

/** Builds a message and its headers as a client of an era would send them. */
export function messageOf(era: Era, method: string, params: Record<string, unknown> = {}) {
  const id = ++lastId;
  if (era === '2025-11-25') {
    return { body: { jsonrpc: '2.0', id, method, params }, headers: { accept: both, 'mcp-protocol-version': era } };
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const named = params.name ?? params.uri;
  const headers: Record<string, string> = { accept: both, 'mcp-protocol-version': era, 'mcp-method': method };
  if (typeof named === 'string') headers['mcp-name'] = named;
  return { body: { jsonrpc: '2.0', id, method, params: { ...params, _meta } }, headers };
}

/** Sends one message with a key; `asked` may override headers and body. */
export async function rpc(
  service: Pick<TestService, 'ask'>,
  key: string | undefined,
  method: string,
  params: Record<string, unknown> = {},
  { era = '2026-07-28', path: address = path, ...asked }: HttpRequest & { era?: Era; path?: string } = {},
): Promise<RpcReply> {
  const made = messageOf(era, method, params);
  const answered = await service.ask(address, {
    ...(key === undefined ? {} : { key }),
    body: made.body,
    ...asked,
    headers: { ...made.headers, ...asked.headers },
  });
  const { status, headers, text } = answered;
  const streamed = (headers.get('content-type') ?? '').includes('text/event-stream');
  const data = streamed
    ? text
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .at(-1)
        ?.slice(5)
    : text;
  return { status, headers, message: data === undefined || data === '' ? null : JSON.parse(data) };
}

/** Calls a tool and returns its result. */
export async function tool(
  service: Pick<TestService, 'ask'>,
  key: string,
  name: string,
  args: Record<string, unknown> = {},
  asked: HttpRequest & { era?: Era } = {},
): Promise<ToolAnswer> {
  const { message } = await rpc(service, key, 'tools/call', { name, arguments: args }, asked);
  if (message.result === undefined) throw new Error(JSON.stringify(message));
  return message.result;
}

export async function toolNames(service: Pick<TestService, 'ask'>, key: string): Promise<string[]> {
  const { message } = await rpc(service, key, 'tools/list');
  return message.result.tools.map(({ name }) => name);
}

/** Connects the vendor's own client. */
export async function connect(url: string, key: string, era: Era): Promise<Client> {
  const mode = era === '2026-07-28' ? { pin: era } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url), { requestInit }));
  return client;
}

/** Counts paid SEO calls that reached the provider. Two make one lookup. */
export function paidSeoCalls(service: Pick<TestService, 'simulator'>): number {
  return service.simulator.ledger.filter((entry) => entry.operation === 'seo_call').length;
}
