import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePaths } from '../contract/pages.ts';

/** The API reference is a separate page outside the app's router. */
const referenceAddress = '/docs/api/reference';

const noInlineStyles = "style-src 'self'";

/**
 * Returns the policy of the app's pages. They load everything from this server, without inline styles, and the browser
 * refuses innerHTML, so text cannot become markup. The API reference is a third-party program that writes its own
 * styles, so its policy also allows inline styles. `scripts` are the digests of the page's inline scripts.
 */
function pagePolicy(page: 'app' | 'reference', scripts: readonly string[]): string {
  const shared = `default-src 'none'; script-src ${["'self'", ...scripts].join(' ')}; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; manifest-src 'self'`;
  return page === 'app'
    ? `${shared}; ${noInlineStyles}; require-trusted-types-for 'script'; trusted-types 'none'`
    : `${shared}; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:`;
}

const pageAddress = new RegExp(`^(?:${pagePaths.map((path) => path.replace(/\$\w+/g, '[^/]+')).join('|')})/?$`);

/** Returns the digests of a page's inline scripts, in the form of a policy. */
function inlineScripts(html: string): string[] {
  const texts = html.split('<script>').slice(1);
  return texts.map((rest) => {
    const text = rest.slice(0, rest.indexOf('</script>'));
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  });
}

/** Returns true if the caller may know that their workspace has no such website. */
export type IsMissing = (websiteId: string, cookie: string | undefined) => Promise<boolean>;

/**
 * Serves the built web app from `root`: hashed files are cached permanently and the page never, which is sent for every
 * address of the app; with 404 if its website is missing.
 */
export async function mountWeb(app: FastifyInstance, root: string, isMissing: IsMissing): Promise<void> {
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
    if (!wantsPage(request)) return reply.callNotFound();
    const websiteId = siteAddress.exec(path)?.[1];
    if (websiteId !== undefined && (await isMissing(websiteId, request.headers.cookie))) reply.code(404);
    return sendPage(reply, 'app');
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

const siteAddress = /^\/sites\/([^/]+)/;

/** The address of a rival's page ends in the rival's domain. */
const rivalAddress = /^\/sites\/[^/]+\/rivals\/[^/]+$/;

/** Returns true for a file of the build, which has a dot in its last part; other addresses of the app do not. */
function isFile(path: string): boolean {
  return /\.[a-z0-9]+$/i.test(path) && !path.endsWith('.html') && !rivalAddress.test(path);
}

/** Addresses for programs, which expect JSON for anything missing. */
const programAddress = /^\/(?:api|\.well-known)(?:\/|$)/i;

/** Returns true if a browser opens a page for a person: browsers accept XHTML too, programs do not. */
function isNavigation(request: FastifyRequest): boolean {
  return wantsPage(request) && /application\/xhtml\+xml/.test(request.headers.accept ?? '');
}

/**
 * Returns true for a browser's navigation, or a program that accepts anything, but not for a script with a wrong
 * address.
 */
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
