import type { ToolCall } from './requestedTools.ts';

type Json = Readonly<Record<string, unknown>>;

const timeoutMs = 10_000;

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Returns the JSON-RPC message of a reply, which the server may send plainly or as one event of a stream. */
function messageOf(contentType: string, text: string): Json {
  const events = text.split('\n').filter((line) => line.startsWith('data:'));
  const json = contentType.includes('text/event-stream') ? (events.at(-1)?.slice('data:'.length) ?? 'null') : text;
  return objectOf(JSON.parse(json));
}

async function ask({ serverUrl, authorization }: ToolCall, id: number, method: string, params: Json): Promise<Json> {
  const response = await fetch(serverUrl, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${authorization}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the tool server answered ${response.status}`);
  const { error, result } = messageOf(response.headers.get('content-type') ?? '', await response.text());
  if (error !== undefined) throw new Error(String(objectOf(error).message ?? 'the tool server refused'));
  return objectOf(result);
}

/**
 * Fills in arguments as a model would: the domain from its instructions, consent where it is required, and a key of its
 * own.
 */
function argumentsFor(schema: Json, instructions: string): Json {
  const domain = /for the domain "([^"]+)"/.exec(instructions)?.[1] ?? '';
  const filled: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(objectOf(schema.properties))) {
    if (name === 'domain') filled[name] = domain;
    else if (objectOf(property).type === 'boolean') filled[name] = true;
    else if (/key$/i.test(name)) filled[name] = `simulated-${domain}`;
  }
  return filled;
}

/**
 * Calls a request's remote tool over MCP (streamable HTTP, stateless), as the real provider's agent would: lists the
 * available tools, then calls the allowed one. Resolves to the tool's text; rejects if the tool is not listed or fails,
 * so that the simulated answer contains a failed call.
 */
export async function callRemoteTool(call: ToolCall): Promise<string> {
  const { tools } = await ask(call, 1, 'tools/list', {});
  const listed = Array.isArray(tools) ? tools.map(objectOf) : [];
  const tool = listed.find(({ name }) => name === call.toolName);
  if (tool === undefined) throw new Error(`the tool server does not show ${call.toolName}`);
  const filled = argumentsFor(objectOf(tool.inputSchema), call.instructions);
  const result = await ask(call, 2, 'tools/call', { name: call.toolName, arguments: filled });
  const content = Array.isArray(result.content) ? result.content.map(objectOf) : [];
  const text = content.map((part) => (typeof part.text === 'string' ? part.text : '')).join('\n');
  if (result.isError === true) throw new Error(text || 'the tool failed');
  return text;
}
