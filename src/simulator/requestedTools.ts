import type { RemoteToolUse } from './answerWork.ts';

type Json = Readonly<Record<string, unknown>>;

/** A remote tool that the simulated agent calls, as described by the request. */
export type ToolCall = {
  serverUrl: string;
  authorization: string;
  serverLabel: string;
  toolName: string;
  /** The request's instructions, which say what the tool is for. */
  instructions: string;
};

function toolsOf(body: Json): readonly Json[] {
  const tools: unknown[] = Array.isArray(body.tools) ? body.tools : [];
  return tools.map((tool) => (typeof tool === 'object' && tool !== null ? { ...tool } : {}));
}

/** Returns the domains that the search is limited to; null = the open web. */
export function allowedDomainsOf(body: Json): readonly string[] | null {
  const filters = toolsOf(body).find(({ type }) => type === 'web_search')?.filters;
  const domains =
    typeof filters === 'object' && filters !== null && 'allowed_domains' in filters ? filters.allowed_domains : null;
  return Array.isArray(domains) && domains.length > 0 ? domains.map(String) : null;
}

/**
 * Starts to use the remote tool of a request, if it has one. Without `callTool` the use is pretended, and ends at once.
 */
export function startTool(body: Json, callTool: ((call: ToolCall) => Promise<string>) | null): RemoteToolUse | null {
  const remote = toolsOf(body).find(({ type }) => type === 'mcp');
  if (remote === undefined) return null;
  const names: unknown[] = Array.isArray(remote.allowed_tools) ? remote.allowed_tools : [];
  const serverLabel = String(remote.server_label);
  const toolName = String(names[0] ?? 'simulated_tool');
  const use: RemoteToolUse = { serverLabel, toolName, result: callTool === null ? { output: '{}' } : null };
  const serverUrl = String(remote.server_url);
  const authorization = String(remote.authorization);
  const instructions = String(body.instructions ?? '');
  callTool?.({ serverUrl, authorization, serverLabel, toolName, instructions }).then(
    (output) => {
      use.result = { output };
    },
    (error: unknown) => {
      use.result = { error: error instanceof Error ? error.message : 'tool failed' };
    },
  );
  return use;
}
