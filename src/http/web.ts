import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePaths } from '../contract/pages.ts';

/** The API reference is a page of its own, and none of the app's router. */
const referenceAddress = '/docs/api/reference';

const noInlineStyles = "style-src 'self'";

/**
 * Returns the policy of the app's pages: they load nothing from anywhere but this server, not even inline styles, and
 * no text may be turned into markup: the browser itself refuses innerHTML there. The API reference is a foreign program
 * that writes its own styles, so it has a page of its own, whose policy is wider in that one point. `scripts` are the
 * digests of the page's inline scripts.
 */
function pagePolicy(page: 'app' | 'reference', scripts: readonly string[]): string {
  const shared = `default-src 'none'; script-src ${["'self'", ...scripts].join(' ')}; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; manifest-src 'self'`;
  return page === 'app'
    ? `${shared}; ${noInlineStyles}; require-trusted-types-for 'script'; trusted-types 'none'`
    : `${shared}; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:`;
}

const pageAddress = new RegExp(`^(?:${pagePaths.map((path) => path.replace(/\$\w+/g, '[^/]+')).join('|')})/?$`);

/** Digests, as a policy names them, of the scripts that the build wrote into a page. */
function inlineScripts(html: string): string[] {
  const texts = html.split('<script>').slice(1);
  return texts.map((rest) => {
    const text = rest.slice(0, rest.indexOf('</script>'));
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  });
}

/** Serves the built web app from `root`: hashed files cached permanently, its page never, and the page for its own addresses. */
export async function mountWeb(app: FastifyInstance, root: string): Promise<void> {
  const isBuilt = existsSync(join(root, 'index.html'));
  const policies = {
    app: pagePolicy('app', isBuilt ? inlineScripts(readFileSync(join(root, 'index.html'), 'utf8')) : []),
    reference: pagePolicy('reference', []),
  };
  const sendPage = (reply: FastifyReply, page: 'app' | 'reference'): FastifyReply => {
    reply.headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policies[page] });
    return reply.sendFile(page === 'app' ? 'index.html' : 'reference/index.html');
  };
  await app.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    etag: true,
    preCompressed: true,
  });
  app.get('/*', async (request, reply) => {
    const path = pathOf(request);
    if (isFile(path)) return sendFile(reply, path, root);
    const isReference = path === referenceAddress;
    if (!isReference && !pageAddress.test(path)) {
      return isBuilt && isNavigation(request) && !programAddress.test(path)
        ? sendPage(reply.code(404), 'app')
        : reply.callNotFound();
    }
    if (!isBuilt) return notBuilt(reply);
    if (isReference) return sendPage(reply, 'reference');
    return wantsPage(request) ? sendPage(reply, 'app') : reply.callNotFound();
  });
}

function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?')[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The page of a rival ends in its domain. */
const rivalAddress = /^\/sites\/[^/]+\/rivals\/[^/]+$/;

/** Other addresses of the app have no dot in their last part; files of the build all do. */
function isFile(path: string): boolean {
  return /\.[a-z0-9]+$/i.test(path) && !path.endsWith('.html') && !rivalAddress.test(path);
}

/** Addresses that programs ask for, which read what is missing as JSON. */
const programAddress = /^\/(?:api|\.well-known)(?:\/|$)/i;

/** A page that a browser opens for a person: browsers ask for XHTML too, programs do not. */
function isNavigation(request: FastifyRequest): boolean {
  return wantsPage(request) && /application\/xhtml\+xml/.test(request.headers.accept ?? '');
}

/** A navigation of a browser, or a program that takes anything; not a script of a page that mistyped an address. */
function wantsPage(request: FastifyRequest): boolean {
  const mode = request.headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '');
}

function sendFile(reply: FastifyReply, path: string, root: string): FastifyReply {
  const isHashed = path.startsWith('/assets/');
  if (isHashed && !existsSync(join(root, path))) return reply.callNotFound() as unknown as FastifyReply;
  reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
  return reply.sendFile(path.slice(1));
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The web app is not built yet. Run `npm run build`, or `npm start`, which builds what is missing.\n');
}
