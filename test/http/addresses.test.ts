import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagePaths } from '../../src/contract/pages.ts';
import { mountWeb } from '../../src/http/web.ts';
import { newFolder } from '../support/newFolder.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { useService } from '../support/service.ts';

describe('a response with saved data', () => {
  const service = useService('sqlite');
  let key: string;
  beforeAll(async () => {
    key = await service.makeKey();
  });

  it.each([
    '/api/v1/sites',
    '/api/v1/%73ites',
    '/%61pi/v1/sites',
    '/api/v1/sites/',
    '/api/v1//sites',
    '//api/v1/sites',
    '/API/v1/sites',
    '/healthz',
    'http://elsewhere.example/api/v1/sites',
    '/',
  ])('is never cached by anyone, requested as %s', async (address) => {
    const { host } = new URL(service.url);
    const lines = [`GET ${address} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${key}`];
    expect((await sendRaw(service.url, lines)).headers.get('cache-control')).toMatch(/\bno-store\b/);
  });
});

describe('addresses of the web app', () => {
  const root = newFolder();
  let app: FastifyInstance;
  beforeAll(async () => {
    writeFileSync(join(root, 'index.html'), '<!doctype html><title>the app</title>');
    writeFileSync(join(root, 'icon.svg'), '<svg/>');
    app = Fastify();
    app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: { code: 'not_found' } }));
    await mountWeb(app, root, async (id) => id === 'none');
  });
  afterAll(async () => {
    await app.close();
  });
  const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });

  it.each(pagePaths)('%s returns the app', async (path) => {
    const address = path.replace(/\$\w+/g, 'some_id');
    for (const url of [address, `${address}?a=b`, address === '/' ? '/' : `${address}/`]) {
      const { statusCode, body } = await get(url);
      expect([statusCode, body], url).toEqual([200, expect.stringContaining('the app')]);
    }
  });

  it.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/security.txt',
    '/.well-known/oauth-protected-resource/api/other',
    '/register',
    '/token',
    '/authorize',
    '/oauth/token',
    '/API/v1/sites',
    '//api/v1/sites',
    '/api',
    '/site',
    '/sites/a/b',
    '/seo/more',
    '/no-such-page',
    '/%2e%2e/etc/passwd',
    '/index.html',
  ])('%s is not a page: 404 as JSON', async (url) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers['content-type']]).toEqual([404, expect.stringMatching(/^application\/json/)]);
  });

  it.each(['/login', '/settings/keys', '/docs', '/no-such-page'])(
    '%s, opened in a browser, returns 404 with a page that explains it, and JSON for programs',
    async (url) => {
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      const opened = await app.inject({ url, headers: { accept } });
      expect([opened.statusCode, opened.body]).toEqual([404, expect.stringContaining('the app')]);
      expect(opened.headers['content-security-policy']).toContain("default-src 'none'");
      for (const headers of [{ accept: '*/*' }, { accept, 'sec-fetch-mode': 'cors' }]) {
        const fetched = await app.inject({ url, headers });
        expect([fetched.statusCode, fetched.json()]).toEqual([404, { error: { code: 'not_found' } }]);
      }
    },
  );

  it('of a website that the workspace does not have return 404 with the page that explains it', async () => {
    for (const url of ['/sites/none', '/sites/none/questions?from=2026-01-01']) {
      const { statusCode, body } = await get(url);
      expect([statusCode, body], url).toEqual([404, expect.stringContaining('the app')]);
    }
  });

  it('of programs return JSON even in a browser', async () => {
    const accept = 'text/html,application/xhtml+xml';
    for (const url of ['/api/v9/sites', '/.well-known/nothing', '/no-such-file.txt']) {
      const { statusCode, headers } = await app.inject({ url, headers: { accept } });
      expect([statusCode, headers['content-type']]).toEqual([404, expect.stringMatching(/^application\/json/)]);
    }
  });

  it('a file of the build is served', async () => {
    expect((await get('/icon.svg')).statusCode).toBe(200);
  });

  it('the list equals the router’s', () => {
    const folder = new URL('../../web/src/routes/', import.meta.url);
    const files = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const routes = new Map<string, { parent: string; path: string }>();
    for (const [, name = '', body = ''] of files
      .join('')
      .matchAll(/^(?:export )?const (\w+) = createRoute\(\{\n(.*?)^\}\);/gms)) {
      const parent = /getParentRoute: \(\) => (\w+)/.exec(body)?.[1] ?? '';
      routes.set(name, { parent, path: /^ {2}path: '([^']*)'/m.exec(body)?.[1] ?? '' });
    }
    const whole = (name: string): string => {
      const route = routes.get(name);
      return route === undefined ? '' : `${whole(route.parent)}${route.path === '/' ? '' : route.path}`;
    };
    const addresses = new Set([...routes.keys()].map((name) => whole(name) || '/'));
    expect([...addresses].sort()).toEqual([...pagePaths].sort());
  });
});
