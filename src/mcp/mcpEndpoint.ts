import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeMcpRequestHandler, NodeServerResponseLike } from '@modelcontextprotocol/node';
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';
import type { ApiContext } from '../api/apiContext.ts';
import { keyOperations } from '../api/registry.ts';
import type { Principal } from '../domain/access/principal.ts';
import { invalidField } from '../domain/errors.ts';
import type { DocPage } from './docPage.ts';
import { type ServerOptions, serverFor } from './server.ts';
import { type ToolProfile, toolProfiles, toolsOf } from './tools.ts';

/** Caller of one message, and the tool profile named in the address. */
type McpCaller = { principal: Principal; profile: ToolProfile };

/** MCP endpoint. The code that mounts it has already checked host, origin, key and rate. */
export type McpEndpoint = {
  /**
   * Loads the protocol library and builds the tools, once. If that fails, the caller can still answer, and the next
   * request tries again.
   */
  open(): Promise<HandleMessage>;
  /** Ends open streams, and waits for calls in progress, whose callers may have disconnected. */
  close(): Promise<void>;
};

/** Answers one POST with its parsed body. Resolves when the response has been written. */
type HandleMessage = (
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  caller: McpCaller,
) => Promise<void>;

type Loaded = { handler: McpHttpHandler; node: NodeMcpRequestHandler };

/** Maximum number of idle subscription streams (`subscriptions/listen`); nothing is ever sent on them. */
const maxSubscriptions = 64;

/**
 * Creates the endpoint. The protocol library is loaded by the first request, so that a server without MCP clients stays
 * small. `pages` is called when a client lists or reads resources.
 */
export function createMcpEndpoint(api: ApiContext, pages: () => Promise<readonly DocPage[]>): McpEndpoint {
  let loading: Promise<Loaded> | null = null;

  async function load(): Promise<Loaded> {
    const [sdk, { toNodeHandler }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/node'),
    ]);
    const served: ServerOptions = { api, tools: toolsOf(keyOperations), pages };
    const onerror = (error: Error): void => api.log.info({ cause: error.message }, 'an MCP request was refused');
    const handler = sdk.createMcpHandler(({ authInfo }) => serverFor(sdk, served, callerOf(authInfo)), {
      legacy: 'stateless',
      maxSubscriptions: maxSubscriptions,
      onerror,
    });
    return { handler, node: toNodeHandler(handler, { onerror }) };
  }

  return {
    async open() {
      loading ??= load().catch((cause: unknown) => {
        loading = null;
        throw cause;
      });
      const { node } = await loading;
      return (request, response, body, caller) => {
        const { principal } = caller;
        // The secret is not passed on: the principal replaces it.
        const auth = {
          token: '',
          clientId: principal.workspaceId,
          scopes: [...principal.permissions],
          extra: { caller },
        };
        const { method = 'POST', url = '/' } = request;
        return node(Object.assign(request, { auth, method, url }), privately(response), body);
      };
    },
    async close() {
      await api.underWay.settled();
      await (await loading)?.handler.close();
    },
  };
}

/** Keeps our cache header, which is stricter than the protocol library's and was set before. */
function privately(response: ServerResponse): NodeServerResponseLike {
  return {
    writeHead: (status, headers = {}) => {
      const otherHeaders = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'cache-control');
      return response.writeHead(status, Object.fromEntries(otherHeaders));
    },
    write: (chunk) => response.write(chunk),
    end: (chunk) => (chunk === undefined ? response.end() : response.end(chunk)),
    on: (event, listener) => response.on(event, listener),
    get destroyed() {
      return response.destroyed;
    },
  };
}

/** Returns the tool profile that an address names. @throws invalid_request */
export function profileIn(url: string): ToolProfile {
  const named = new URL(url, 'http://server').searchParams.get('profile') ?? toolProfiles[0];
  const profile = toolProfiles.find((knownText) => knownText === named);
  if (profile === undefined) throw invalidField('profile', `must be one of: ${toolProfiles.join(', ')}`);
  return profile;
}

function callerOf(auth: AuthInfo | undefined): McpCaller {
  const caller = auth?.extra?.caller;
  if (caller === undefined) throw new Error('an MCP request came without its caller');
  return caller as McpCaller;
}
