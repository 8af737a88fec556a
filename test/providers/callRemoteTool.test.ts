import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { callRemoteTool } from '../../src/simulator/callRemoteTool.ts';
import type { ToolCall } from '../../src/simulator/requestedTools.ts';
import { answerProvider, answerRequest, canaryCapability, seoTool, simulator } from './setting.ts';

/** Bridges two types: in Node a request's method may be undefined, in this package it may be absent. */
type ToolRequest = Parameters<ReturnType<typeof toNodeHandler>>[0];

/** Starts a server of one tool, which records its calls and accepts one capability. */
async function toolServer(fails = false) {
  const calls: unknown[] = [];
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'tools', version: '1.0.0' });
    const inputSchema = z.object({ domain: z.string(), confirmSpend: z.boolean(), idempotencyKey: z.string() });
    server.registerTool('seo_domain_overview', { inputSchema }, async (given) => {
      calls.push(given);
      return { content: [{ type: 'text', text: fails ? 'no funds' : 'figures' }], isError: fails };
    });
    return server;
  });
  const serve = toNodeHandler(handler);
  const server = createServer((request, response) => {
    if (request.headers.authorization === `Bearer ${canaryCapability}`) void serve(request as ToolRequest, response);
    else response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { calls, serverUrl: `http://127.0.0.1:${port}/api/mcp` };
}

function toolCall(serverUrl: string, changes: Partial<ToolCall> = {}): ToolCall {
  const instructions = 'You may call it once, for the domain "studio.example".';
  return {
    serverUrl,
    authorization: canaryCapability,
    serverLabel: 'seo',
    toolName: 'seo_domain_overview',
    instructions,
    ...changes,
  };
}

describe('the simulated agent with a remote tool', () => {
  test('calls it once, for the named domain, with its capability', async () => {
    const { calls, serverUrl } = await toolServer();
    const sim = await simulator({ callTool: callRemoteTool, pace: { by: 'looks', queued: 0, working: 0 } });
    const { provider } = answerProvider(sim.openAiUrl);
    const request = answerRequest({ seoTool: { ...seoTool, serverUrl } });
    const accepted = await provider.submit(request, { sessionId: null, taskId: null });
    const taskId = accepted.kind === 'accepted' ? (accepted.handle.taskId ?? '') : '';
    await expect
      .poll(async () => {
        const seen = await provider.retrieve({ sessionId: null, taskId });
        return seen.kind === 'found' ? seen.snapshot.status : seen.kind;
      })
      .toBe('completed');
    const expected = { domain: 'studio.example', confirmSpend: true, idempotencyKey: 'simulated-studio.example' };
    expect(calls).toEqual([expected]);
  });

  test('returns the tool’s result', async () => {
    const { serverUrl } = await toolServer();
    expect(await callRemoteTool(toolCall(serverUrl))).toBe('figures');
  });

  test('passes on a failure of the tool', async () => {
    const { serverUrl } = await toolServer(true);
    await expect(callRemoteTool(toolCall(serverUrl))).rejects.toThrow('no funds');
  });

  test.each<[string, Partial<ToolCall>, string]>([
    ['a capability that is not known', { authorization: 'another' }, '401'],
    ['a tool that it may not see', { toolName: 'ensure_observation' }, 'does not show'],
  ])('fails with %s', async (_name, changes, message) => {
    const { calls, serverUrl } = await toolServer();
    await expect(callRemoteTool(toolCall(serverUrl, changes))).rejects.toThrow(message);
    expect(calls).toEqual([]);
  });
});
