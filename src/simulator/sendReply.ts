import type { ServerResponse } from 'node:http';
import type { ReplyFault } from './faults.ts';

export type Reply = { status: number; body: unknown; headers?: Readonly<Record<string, string>> };

/** Returns true if the fault means that the work itself must not be done. */
export function preventsWork(fault: ReplyFault | undefined): boolean {
  return fault?.kind === 'dropped' || fault?.kind === 'held' || (fault?.kind === 'status' && fault.done !== true);
}

/** Builds the body of an error reply in the provider's shape. */
export type ErrorBody = (fault: Extract<ReplyFault, { kind: 'status' }>) => unknown;

/** OpenAI's shape, which also serves paths that no dialect has. */
export const openAiError: ErrorBody = ({ message, code, type, param }) => ({
  error: {
    message: message ?? 'Simulated error.',
    type: type ?? 'invalid_request_error',
    code: code ?? null,
    param: param ?? null,
  },
});

function sendJson(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  const body = JSON.stringify(reply.body);
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(body);
}

/** Sends the reply, or damages it as the script says. A delayed reply is dropped if the socket has closed by then. */
export function sendReply(
  response: ServerResponse,
  reply: Reply,
  fault: ReplyFault | undefined,
  errorBody: ErrorBody,
): void {
  switch (fault?.kind) {
    case undefined:
      sendJson(response, reply);
      return;
    case 'dropped':
    case 'lost':
      response.destroy();
      return;
    case 'held':
      return;
    case 'half': {
      const bytes = Buffer.from(JSON.stringify(reply.body));
      response.writeHead(reply.status, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
      return;
    }
    case 'stalled': {
      const send = (): void => sendJson(response, reply);
      if (fault.until !== undefined) {
        void fault.until.then(send);
        return;
      }
      const timer = setTimeout(send, fault.afterMs);
      response.once('close', () => clearTimeout(timer));
      return;
    }
    case 'nameless':
      sendJson(response, { ...reply, body: withoutId(reply.body) });
      return;
    case 'garbled':
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end('{"id": "resp_cut');
      return;
    case 'status': {
      if (fault.body === 'page' || fault.body === 'nothing') {
        response.writeHead(fault.status, { 'content-type': 'text/html', ...fault.headers });
        response.end(fault.body === 'page' ? '<html><body>Bad gateway</body></html>' : '');
        return;
      }
      sendJson(response, {
        status: fault.status,
        body: errorBody(fault),
        ...(fault.headers ? { headers: fault.headers } : {}),
      });
    }
  }
}

/** Leaves out the fields that a client needs: `id`, and the tasks of an SEO reply. */
function withoutId(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'id' && name !== 'tasks'));
}
