import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { type AddressInfo, connect as openSocket, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AddressGuard } from './addressGuard.ts';
import { familyAttemptMs, pinnedLookup } from './pinnedLookup.ts';

export type FilteringProxy = {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** Starts a new allowance of bytes for the browser. When it is used up every open connection is cut. */
  allow(bytes: number): void;
  /** Bytes sent to the browser since the proxy was opened. */
  bytes(): number;
  close(): Promise<void>;
};

const idleMs = 15_000;
const hopByHop = new Set([
  'connection',
  'proxy-connection',
  'proxy-authorization',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'cookie',
  'authorization',
]);

/**
 * Opens the only way out for a browser that shows a third-party page: plain GET and HEAD requests and TLS tunnels, each
 * to an address that the guard has checked, for every name or number the page uses. Listens only on this machine.
 */
export async function openFilteringProxy(guard: AddressGuard): Promise<FilteringProxy> {
  const open = new Set<Duplex>();
  let sentCount = 0;
  let allowance = 0;

  function track(socket: Duplex): void {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  function count(source: NodeJS.ReadableStream): void {
    source.on('data', (chunk: Buffer) => {
      sentCount += chunk.length;
      allowance -= chunk.length;
      if (allowance < 0) for (const socket of open) socket.destroy();
    });
  }

  async function plain(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
    if (url === null || (request.method !== 'GET' && request.method !== 'HEAD')) return refuse(response, 405);
    const verdict = await guard.check(url);
    if (verdict.kind === 'blocked') return refuse(response, 403);
    const forwardedHeaders = Object.entries(request.headers).filter(([name]) => !hopByHop.has(name) && name !== 'host');
    const onward = sendRequest({
      host: bareHost(url),
      port: url.port === '' ? 80 : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: { ...Object.fromEntries(forwardedHeaders), host: url.host, connection: 'close' },
      agent: false,
      lookup: pinnedLookup(verdict.addresses),
      timeout: idleMs,
    });
    onward.on('socket', track);
    onward.on('timeout', () => onward.destroy());
    onward.on('error', () => (response.headersSent ? response.destroy() : refuse(response, 502)));
    onward.on('response', (answer) => {
      const headers = Object.entries(answer.headers).filter(([name]) => !hopByHop.has(name) && name !== 'set-cookie');
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
      count(answer);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    response.on('close', () => onward.destroy());
    onward.end();
  }

  async function tunnel(request: IncomingMessage, browser: Duplex): Promise<void> {
    track(browser);
    const url = URL.canParse(`https://${request.url}`) ? new URL(`https://${request.url}`) : null;
    const verdict = url === null ? null : await guard.check(url);
    // A tunnel to port 80 would be a web socket, which a capture never needs.
    if (url === null || url.port === '80' || verdict === null || verdict.kind === 'blocked') {
      browser.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const site: Socket = openSocket({
      host: bareHost(url),
      port: url.port === '' ? 443 : Number(url.port),
      lookup: pinnedLookup(verdict.addresses),
      autoSelectFamilyAttemptTimeout: familyAttemptMs,
      timeout: idleMs,
    });
    track(site);
    site.on('timeout', () => site.destroy());
    site.on('close', () => browser.destroy());
    browser.on('close', () => site.destroy());
    site.on('connect', () => {
      if (!guard.permits(site.remoteAddress ?? '')) return site.destroy();
      browser.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      count(site);
      site.pipe(browser);
      browser.pipe(site);
    });
  }

  const server = createServer((request, response) => {
    plain(request, response).catch(() => refuse(response, 502));
  });
  server.on('connect', (request, socket) => {
    tunnel(request, socket).catch(() => socket.destroy());
  });
  server.on('clientError', (_fault, socket) => socket.destroy());
  server.on('connection', track);
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    allow(bytes) {
      allowance = bytes;
    },
    bytes: () => sentCount,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function bareHost(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

function portOf(address: string | AddressInfo | null): number {
  return address === null || typeof address === 'string' ? 0 : address.port;
}

function refuse(response: ServerResponse, status: number): void {
  if (!response.headersSent) response.writeHead(status, { 'content-length': '0' });
  response.end();
}
