import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';

/** Answer of one path. A function receives the request, so that a test can count or change its answer. */
export type Answer = {
  status?: number;
  headers?: Readonly<Record<string, string | string[]>>;
  body?: string | Uint8Array;
};
export type Answering = Answer | ((request: IncomingMessage, response: ServerResponse) => Answer | null);

export type Website = {
  /** `http://127.0.0.1:<port>/`, or https for a website with a certificate. */
  url: string;
  port: number;
  /** `GET /path` of every request, in order of arrival. */
  requests: string[];
  /** The headers of every request, in the same order. */
  headers: IncomingMessage['headers'][];
  close(): Promise<void>;
};

export type WebsiteOptions = {
  /** Answers by path with query; any other path is a plain 404. */
  pages: Readonly<Record<string, Answering>>;
  /** Default 127.0.0.1. */
  address?: string;
  port?: number;
  tls?: { key: string; cert: string };
};

/** Serves scripted pages on this machine. Paths are matched with their query first, then without. */
export async function startWebsite(options: WebsiteOptions): Promise<Website> {
  const requests: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    requests.push(`${request.method} ${path}`);
    headers.push(request.headers);
    const scripted = options.pages[path] ?? options.pages[path.split('?')[0] ?? ''];
    const reply = typeof scripted === 'function' ? scripted(request, response) : (scripted ?? notFound);
    if (reply === null) return;
    const body = typeof reply.body === 'string' ? Buffer.from(reply.body) : Buffer.from(reply.body ?? []);
    response.writeHead(reply.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...reply.headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  }
  const server = options.tls === undefined ? createPlainServer(answer) : createTlsServer({ ...options.tls }, answer);
  const { port, close } = await listen(server, options.address, options.port);
  const scheme = options.tls === undefined ? 'http' : 'https';
  return { url: `${scheme}://${options.address ?? '127.0.0.1'}:${port}/`, port, requests, headers, close };
}

const notFound: Answer = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: 'There is no such page here.',
};

/**
 * Starts a server that sends raw bytes, for responses that no correct HTTP server sends. `talk` gets every connection.
 */
export async function startRawServer(talk: (socket: Socket) => void, address?: string) {
  let connections = 0;
  const server = createSocketServer((socket) => {
    connections += 1;
    socket.on('error', () => socket.destroy());
    talk(socket);
  });
  const { port, close } = await listen(server, address, 0);
  return { url: `http://${address ?? '127.0.0.1'}:${port}/`, port, close, connections: () => connections };
}

/** Accepts connections and never answers. */
export const startSilentServer = () => startRawServer((socket) => socket.resume());

async function listen(server: Server, address = '127.0.0.1', port = 0) {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, address, resolve);
  });
  const bound = server.address() as AddressInfo;
  const close = () => {
    for (const socket of open) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { port: bound.port, close };
}

const words = 'A kettle boils water and the water becomes tea after some quiet minutes in the pot. ';

/** Builds a correct page: title, description, canonical, heading, enough words, links. */
export function soundPage(site: string, path: string, title: string, links: readonly string[] = []): Answer {
  const anchors = links.map((link) => `<li><a href="${link}">Read ${link}</a></li>`).join('');
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="${title} explained for people who like to know how a kettle works.">
<link rel="canonical" href="${site}${path.slice(1)}"></head>
<body><header><nav><ul>${anchors}</ul></nav></header>
<main><h1>${title}</h1><p>${words.repeat(14)}</p></main></body></html>`;
  return { headers: { etag: `"${path}"`, 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' }, body };
}

/** Builds a correct website of `count` pages besides home, with robots.txt, a sitemap and the four trust pages. */
export function soundSite(site: string, count: number): Record<string, Answering> {
  const paths = Array.from({ length: count }, (_, index) => `/part-${index % 4}/page-${index}`);
  const trust = ['/about', '/contact', '/privacy', '/terms'];
  const entries = ['/', ...paths].map(
    (path) => `<url><loc>${site}${path.slice(1)}</loc><lastmod>2026-10-0${1 + (path.length % 8)}</lastmod></url>`,
  );
  const sitemap = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
  const pages: Record<string, Answering> = {
    '/robots.txt': text(`User-agent: *\nAllow: /\nSitemap: ${site}sitemap.xml\n`),
    '/sitemap.xml': { headers: { 'content-type': 'application/xml' }, body: sitemap },
    '/': soundPage(site, '/', 'Kettle House', [...paths.slice(0, 6), ...trust]),
  };
  for (const path of paths) pages[path] = soundPage(site, path, `Kettle ${path.slice(-2)} in depth`, ['/']);
  for (const path of trust) pages[path] = soundPage(site, path, `Kettle House ${path.slice(1)}`, ['/']);
  return pages;
}

export function text(body: string): Answer {
  return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

/** Page that an edge shows to a client it considers a robot. */
export const challengePage: Answer = {
  status: 403,
  headers: { 'cf-mitigated': 'challenge' },
  body: '<!doctype html><title>One moment</title><p>Please show that you are no robot.</p>',
};

/** A document that is not HTML. */
export const pdfPage: Answer = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7 nothing to see' };

/** Redirects to another address of the same website each time, without end. */
export const endlessRedirect: Answering = (request) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const step = Number(url.searchParams.get('step') ?? '0');
  return { status: 302, headers: { location: `${url.pathname}?step=${step + 1}` } };
};

export function redirect(location: string, status = 301): Answer {
  return { status, headers: { location } };
}
