import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type CitedAnswer = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Delay before it answers, in milliseconds. */
  afterMs?: number;
};

/** Many websites on one port of this machine, distinguished by the requested host. */
export type CitedWeb = {
  /** `http://list.example:<port>/path`. */
  urlOf(host: string, path: string): string;
  /** `list.example /path` of every request, in order, with its time. */
  requests: { host: string; path: string; at: number; agent: string }[];
  set(host: string, path: string, answer: CitedAnswer): void;
  /** Resolves hosts by their addresses; every other host is on this machine. */
  resolve(hostname: string): Promise<readonly string[]>;
  inside: Map<string, string>;
  close(): Promise<void>;
};

export async function startCitedWeb(): Promise<CitedWeb> {
  const pages = new Map<string, CitedAnswer>();
  const requests: CitedWeb['requests'] = [];
  const inside = new Map<string, string>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? '').split(':')[0] ?? '';
    const path = request.url ?? '/';
    requests.push({ host, path, at: Date.now(), agent: request.headers['user-agent'] ?? '' });
    const answer = pages.get(`${host} ${path}`) ?? pages.get(`${host} *`) ?? { status: 404, body: 'No page.' };
    const send = () => {
      response.writeHead(answer.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...answer.headers });
      response.end(answer.body ?? '');
    };
    if (answer.afterMs === undefined) send();
    else setTimeout(send, answer.afterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (host, path) => `http://${host}:${port}${path}`,
    requests,
    set: (host, path, answer) => void pages.set(`${host} ${path}`, answer),
    resolve: async (hostname) => [inside.get(hostname) ?? '127.0.0.1'],
    inside,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Builds a typical page: navigation, main part, footer. */
export function pageOf(title: string, main: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>
<header><nav><a href="/">Home</a> <a href="/about">About</a></nav></header>
<main><h1>${title}</h1>${main}</main><footer>Imprint and privacy</footer></body></html>`;
}
