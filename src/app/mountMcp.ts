import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type ApiContext, authenticateBearer } from '../api/apiContext.ts';
import { AppError } from '../domain/errors.ts';
import {
  assertJson,
  assertOwnHost,
  assertOwnOrigin,
  assertSentOnce,
  bodyHeaders,
  identityHeaders,
  type Places,
} from '../http/guards.ts';
import { countRequest, refuseOtherMethods } from '../http/rest.ts';
import { errorHandler } from '../http/sendError.ts';
import type { DocPage } from '../mcp/docPage.ts';
import { createMcpEndpoint, profileIn } from '../mcp/mcpEndpoint.ts';
import { rpcErrorBody } from '../mcp/rpcError.ts';

/** Pages of `docs/` that explain numbers and checks; pages about operating a server do not help an agent. */
const forAgents = ['metrics', 'website-checks', 'checks', 'guarantees', 'mcp-clients'];

/** Reads the pages in order, from the sources or from the bundle, whose folders have different depths. */
async function readDocPages(): Promise<DocPage[]> {
  const folder = docsFolder(import.meta.dirname);
  if (folder === null) return [];
  const present = await readdir(folder);
  const names = forAgents.filter((name) => present.includes(`${name}.md`));
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, `${name}.md`), 'utf8');
      return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
    }),
  );
}

function docsFolder(from: string): string | null {
  const folder = join(from, 'docs');
  if (existsSync(join(folder, 'metrics.md'))) return folder;
  const above = dirname(from);
  return above === from ? null : docsFolder(above);
}

const path = '/api/mcp';

/**
 * Mounts the MCP endpoint after the same checks as REST, in the same order, with the same key, rate limit and body
 * size. Host and origin are checked first, because a page in a browser could be made to call a server on loopback.
 */
export async function mountMcp(app: FastifyInstance, api: ApiContext, places: Places): Promise<void> {
  const mcp = createMcpEndpoint(api, readDocPages);
  app.addHook('preClose', () => mcp.close());
  await app.register(async (scope) => {
    scope.setErrorHandler(errorHandler(api, rpcErrorBody));
    scope.route({
      method: 'POST',
      url: path,
      onRequest: async (request, reply) => {
        assertSentOnce(request, [...identityHeaders, ...bodyHeaders]);
        assertOwnHost(request, places);
        assertOwnOrigin(request, places);
        const caller = await authenticateBearer(api, request.headers.authorization, 'mcp');
        request.principal = caller.principal;
        await countRequest(api, caller, reply);
        assertJson(request);
      },
      handler: async (request, reply) => {
        const { principal, body } = request;
        if (principal === undefined) throw new AppError('unauthorized', 'No principal.');
        assertOneMessage(body);
        const profile = profileIn(request.url);
        const handle = await mcp.open();
        // From here the protocol library writes to the socket itself, and must keep the headers set by hooks.
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        await handle(request.raw, reply.raw, body, { principal, profile });
      },
    });
    refuseOtherMethods(scope, path, ['POST'], rpcErrorBody);
  });
}

function flawOf(body: unknown): string | null {
  if (body === undefined) return 'is required';
  // A batch would count many calls as one request; the protocol no longer has batches.
  return Array.isArray(body) ? 'send one message per request, not a batch' : null;
}

/** @throws invalid_request */
function assertOneMessage(body: unknown): void {
  const why = flawOf(body);
  if (why === null) return;
  throw new AppError('invalid_request', `body: ${why}`, { details: { field: 'body' }, retry: 'never' });
}
