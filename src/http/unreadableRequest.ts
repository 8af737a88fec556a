import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '../api/errorBody.ts';
import { AppError } from '../domain/errors.ts';

type Answer = { status: number; reason: string; headers: Readonly<Record<string, string>>; body: string };

/** Builds an error for a request that reached no route, in the common shape and with the id from the log. */
function refusal(status: number, reason: string, requestId: string): Answer {
  const body = JSON.stringify(errorBody(new AppError('invalid_request', `The request could not be read: ${reason}.`)));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'private, no-store',
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  return { status, reason, headers, body };
}

export type Refused = (refused: { requestId: string; status: number; cause: string }) => void;

/** Answers requests that the HTTP parser itself refuses: they reach no hook or error handler. */
export function refuseUnreadable(
  newId: () => string,
  note: Refused,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, reason] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? ([431, 'Request Header Fields Too Large'] as const)
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? ([408, 'Request Timeout'] as const)
          : ([400, 'Bad Request'] as const);
    const requestId = newId();
    note({ requestId, status, cause: error.code ?? error.message });
    const { headers, body } = refusal(status, reason, requestId);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`);
  };
}

/** Answers an `Expect` other than `100-continue`: without a listener the parser would do so without a body. */
export function refuseExpectations(server: Server, newId: () => string): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, reason, headers, body } = refusal(417, 'Expectation Failed', newId());
    response.writeHead(status, reason, headers).end(body);
  });
}
