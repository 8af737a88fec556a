import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { onEachDatabase } from '../support/databases.ts';
import { listen } from '../support/listen.ts';
import { long } from '../support/long.ts';
import { useProgram, useService } from '../support/service.ts';
import { useStarted } from '../support/useStarted.ts';

const dayMs = 24 * 60 * 60 * 1000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
type Seen = { url: string; headers: IncomingMessage['headers']; body: string };
type Reply = { status?: number; type?: string; body: unknown; headers?: Record<string, string> };

/** Starts a local server that acts as every vendor, by host and path. */
async function startVendors() {
  const replies = new Map<string, (seen: Seen) => Reply>();
  const requests: Seen[] = [];
  const { port, close } = await listen(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const seen = { url: request.url ?? '', headers: request.headers, body };
    requests.push(seen);
    const reply = replies.get(seen.url.split('?')[0] ?? '')?.(seen) ?? { status: 404, body: {} };
    response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'application/json', ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  });
  return {
    replies,
    requests,
    place: (url: string): string => url.replace('https://', `http://127.0.0.1:${port}/`),
    close,
  };
}

onEachDatabase('vendors outside', (engine) => {
  const names = new Map<string, string[]>();
  const vendors = useStarted(startVendors);
  const service = useService(engine, () => ({
    env: { ALLOW_PRIVATE_TARGETS: '1', FETCH_ADDRESS_LISTS: 'true', REVERSE_DNS: 'true' },
    replace: {
      vendorPlace: vendors.place,
      vendors: {
        namesOf: async (address) => names.get(address) ?? [],
        addressesOf: async (name) => names.get(name) ?? [],
      },
    },
  }));
  const program = useProgram(service, ['manage']);
  let websiteId: string;
  let domain: string;
  beforeAll(async () => {
    ({ id: websiteId, domain } = await service.makeSite());
  });

  const addSource = async (more: Record<string, unknown>): Promise<string> =>
    (await program.call('createLogSource', { websiteId, name: 'drain', ...more })).source.id;
  const deliver = async (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
    const response = await fetch(url.replace(/^https?:\/\/[^/]+/, service.url), { method: 'POST', headers, body });
    return { status: response.status, verify: response.headers.get('x-vercel-verify'), body: await response.json() };
  };
  const importsNow = async () => (await program.call('listLogImports', { websiteId })).items;

  it('send logs that count once, as one import a day, if they are signed', async () => {
    const source = await addSource({ kind: 'platform', format: 'vercel' });
    const secret = 'a secret of the vendor';
    const opened = await program.call('openLogDrain', { id: source, secret, verify: 'code-1' });
    const { url } = opened;
    const entry = (id: string): object => ({
      id,
      source: 'static',
      requestId: id,
      proxy: {
        timestamp: Date.now() - 60_000,
        method: 'GET',
        host: domain,
        path: '/faq',
        userAgent: ['GPTBot/1.2'],
        statusCode: 200,
        clientIp: '203.0.113.9',
      },
    });
    const signed = (body: string): Record<string, string> => ({
      'content-type': 'application/json',
      'x-vercel-signature': createHmac('sha1', secret).update(body).digest('hex'),
    });
    expect(await deliver(url, '', {})).toMatchObject({ status: 200, verify: 'code-1', body: { linesToday: 0 } });
    const [first, second] = [JSON.stringify([entry('1'), entry('2')]), JSON.stringify([entry('2'), entry('3')])];
    expect(await deliver(url, first, { ...signed(second) })).toMatchObject({ status: 401 });
    expect(await deliver(url, first, { 'content-type': 'application/json' })).toMatchObject({ status: 401 });
    expect(await deliver(`${url}x`, first, signed(first))).toMatchObject({ status: 401 });
    expect(await importsNow()).toEqual([]);
    const both = await Promise.all([deliver(url, first, signed(first)), deliver(url, second, signed(second))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const bad = JSON.stringify([entry('4'), { nonsense: 1 }]);
    expect(await deliver(url, bad, signed(bad))).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    });
    const imports = await importsNow();
    expect(imports.map(({ counts }) => counts)).toMatchObject([{ lines: 4, claims: 3, duplicates: 1, unreadable: 0 }]);
    const visits = await program.call('listBotVisits', { websiteId });
    expect(visits.rows[0]?.requests.unverifiable).toBe(3);
    await program.call('closeLogDrain', { id: source });
    expect(await deliver(url, first, signed(first))).toMatchObject({ status: 401 });
    await program.call('removeLogSource', { id: source });
  });

  it('send logs with a bearer token, compressed or not, and test their address', async () => {
    const source = await addSource({ kind: 'cdn', format: 'cloudflare' });
    const { url, secret } = await program.call('openLogDrain', { id: source });
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    const line = `${JSON.stringify({ ClientIP: '203.0.113.9', ClientRequestHost: domain, ClientRequestMethod: 'GET', ClientRequestURI: '/faq', ClientRequestUserAgent: 'GPTBot/1.2', EdgeResponseStatus: 200, EdgeStartTimestamp: (Date.now() - 5_000) * 1_000_000 })}\n`;
    expect(await deliver(url, new Uint8Array(gzipSync('{"content":"test"}')), headers)).toMatchObject({ status: 200 });
    expect(await deliver(url, new Uint8Array(gzipSync(line)), headers)).toMatchObject({
      status: 200,
      body: { linesToday: 2 },
    });
    expect(await deliver(url, line, { authorization: 'Bearer wrong' })).toMatchObject({ status: 401 });
    const unnamed = await addSource({});
    const { details } = await program.refuse('openLogDrain', { id: unnamed }, 'invalid_request');
    expect(details?.field).toBe('format');
    const saved = await service.db.selectFrom('log_drains').selectAll().execute();
    expect(JSON.stringify(saved)).not.toContain(secret);
    for (const id of [source, unnamed]) await program.call('removeLogSource', { id });
  });

  it('publish address lists that are fetched, and keep their last good reading', async () => {
    const list = (prefix: string): Reply => ({ body: { prefixes: [{ ipv4Prefix: prefix }] } });
    vendors.replies.set('/openai.com/gptbot.json', () => list('20.0.2.0/28'));
    vendors.replies.set('/openai.com/searchbot.json', () => ({
      status: 302,
      body: '',
      headers: { location: 'http://127.0.0.1/' },
    }));
    vendors.replies.set('/claude.com/crawling/bots.json', () => ({ body: '{"prefixes":[{"ipv4Prefix":"20.0"}]}' }));
    const first = (await program.call('refreshAddressLists', {})).lists;
    const outcomes = Object.fromEntries(first.map(({ url, outcome }) => [url, outcome]));
    expect(outcomes).toMatchObject({
      'https://openai.com/gptbot.json': 'saved',
      'https://openai.com/searchbot.json': 'kept',
      'https://claude.com/crawling/bots.json': 'kept',
    });
    vendors.replies.set('/openai.com/gptbot.json', () => ({ status: 500, body: '' }));
    await program.call('refreshAddressLists', {});
    const { lists } = await program.call('listAddressLists', {});
    expect(lists.find(({ url }) => url.endsWith('gptbot.json'))?.prefixes).toBe(1);
  });

  it('are named by reverse DNS only under their own names, and only if the name resolves back', async () => {
    names.set('20.9.0.1', ['crawl-20-9-0-1.googlebot.com']).set('crawl-20-9-0-1.googlebot.com', ['20.9.0.1']);
    names.set('20.9.0.2', ['x.googlebot.com.evil.example']).set('x.googlebot.com.evil.example', ['20.9.0.2']);
    names.set('20.9.0.3', ['crawl-20-9-0-3.googlebot.com']).set('crawl-20-9-0-3.googlebot.com', ['20.9.0.9']);
    names.set('20.9.0.4', ['evilcrawl-1.googlebot.com']).set('evilcrawl-1.googlebot.com', ['20.9.0.4']);
    const source = await addSource({});
    const [day, month, year, time] = new Date(Date.now() - 60_000).toUTCString().slice(5).split(' ');
    const lines = [1, 2, 3, 4].map(
      (end) => `20.9.0.${end} - - [${day}/${month}/${year}:${time} +0000] "GET /g HTTP/1.1" 200 1 "-" "Googlebot/2.1"`,
    );
    await program.call('importLog', { id: source, bytes: new Blob([lines.join('\n')]) });
    const { rows } = await program.call('listBotVisits', { websiteId });
    expect(rows.find((row) => row.key === 'Googlebot')?.requests).toEqual({
      verified: 1,
      operatorOnly: 0,
      falseClaim: 0,
      unverifiable: 3,
    });
    await program.call('removeLogSource', { id: source });
  });

  type Kind = InputOf<'connectData'>['kind'];
  const connect = async (kind: Kind, property: string, credential: string) =>
    (await program.call('connectData', { websiteId, kind, property, credential })).connection;
  const readings = (id: string) => program.call('readDataConnection', { id });
  const figuresOf = async (source: string) => {
    const { rows } = await program.call('listOwnerPages', { websiteId });
    return rows.find(({ figures }) => figures[source] !== undefined)?.figures[source];
  };

  long('report Search Console figures by a service account, in pages, days late, and never partially', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const credential = JSON.stringify({
      type: 'service_account',
      client_email: 'reader@project.example',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    });
    vendors.replies.set('/oauth2.googleapis.com/token', ({ body }) => {
      const [head = '', claims = '', signature = ''] = (new URLSearchParams(body).get('assertion') ?? '').split('.');
      const isSigned = verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        publicKey,
        Buffer.from(signature, 'base64url'),
      );
      const { scope } = JSON.parse(Buffer.from(claims, 'base64url').toString());
      return isSigned && scope.includes('webmasters')
        ? { body: { access_token: 'token-1', expires_in: 3600 } }
        : { status: 400, body: {} };
    });
    const path = `/searchconsole.googleapis.com/webmasters/v3/sites/${encodeURIComponent(`sc-domain:${domain}`)}/searchAnalytics/query`;
    const lastDay = dateOf(Date.now() - 3 * dayMs);
    const answer = ({ body, headers }: Seen): Reply => {
      const { dimensions, startRow, rowLimit } = JSON.parse(body);
      if (headers.authorization !== 'Bearer token-1') return { status: 401, body: {} };
      const row = (name: string, impressions: number) => ({
        keys: [name],
        clicks: 2,
        impressions,
        ctr: 0.1,
        position: 3.5,
      });
      if (dimensions[0] === 'date') return { body: { rows: [row(lastDay, 30)] } };
      if (dimensions[0] === 'page') return { body: { rows: [row(`https://${domain}/faq`, 20)] } };
      const rows =
        startRow === 0
          ? Array.from({ length: rowLimit }, (_one, index) => row(`query ${index}`, 5))
          : [row('the last query', 5)];
      return { body: { rows } };
    };
    vendors.replies.set(path, answer);
    const given = { websiteId, kind: 'search-console', property: `sc-domain:${domain}`, credential };
    for (const [field, value] of Object.entries({ property: 'nonsense', credential: '{"type":"x"}' })) {
      const { details } = await program.refuse('connectData', { ...given, [field]: value }, 'invalid_request');
      expect(details?.field).toBe(field);
    }
    const { id } = await connect('search-console', given.property, credential);
    const tooLate = { id, endDate: dateOf(Date.now() - dayMs) };
    const refused = await program.refuse('readDataConnection', tooLate, 'invalid_request');
    expect(refused.details?.field).toBe('endDate');

    vendors.replies.set(path, (seen) =>
      JSON.parse(seen.body).dimensions[0] === 'query'
        ? { status: 429, body: {}, headers: { 'retry-after': '7' } }
        : answer(seen),
    );
    const limited = await program.refuse('readDataConnection', { id }, 'rate_limited');
    expect(limited.retryAfterSeconds).toBe(7);
    expect((await program.call('listImports', { websiteId })).items).toEqual([]);

    vendors.replies.set(path, answer);
    const read = await readings(id);
    expect([read.requests, read.connection.endDate]).toEqual([4, lastDay]);
    expect(await figuresOf('search-console')).toMatchObject({
      clicks: 2,
      impressions: 20,
      position: 3.5,
    });
    expect((await program.call('listOwnerQueries', { websiteId, limit: 1 })).total).toBe(25_001);
    const again = await readings(id);
    expect(again.imports.map((one) => one.id)).toEqual(read.imports.map((one) => one.id));
    const saved = await service.db.selectFrom('data_connections').selectAll().execute();
    expect(JSON.stringify([saved, read])).not.toContain('PRIVATE KEY');
    await program.call('removeDataConnection', { id });
    await program.refuse('readDataConnection', { id }, 'not_found');
  });

  it('report Google Analytics by an OAuth consent, and Bing by its key', async () => {
    vendors.replies.set('/oauth2.googleapis.com/token', ({ body }) =>
      new URLSearchParams(body).get('refresh_token') === 'refresh-1'
        ? { body: { access_token: 'token-2' } }
        : { status: 400, body: {} },
    );
    const day = dateOf(Date.now() - 4 * dayMs);
    vendors.replies.set('/analyticsdata.googleapis.com/v1beta/properties/123456:runReport', ({ body }) => {
      const [{ name }] = JSON.parse(body).dimensions;
      const value = {
        date: day.replaceAll('-', ''),
        landingPage: '/faq',
        sessionSourceMedium: 'chatgpt.com / ai-assistant',
      }[name as 'date'];
      return {
        body: {
          dimensionHeaders: [{ name }],
          metricHeaders: [{ name: 'sessions', type: 'TYPE_INTEGER' }],
          rows: [{ dimensionValues: [{ value }], metricValues: [{ value: '12' }] }],
          rowCount: 1,
          propertyQuota: { tokensPerDay: { consumed: 5, remaining: 199_995 } },
        },
      };
    });
    const consent = { type: 'authorized_user', client_id: 'c', client_secret: 's', refresh_token: 'refresh-1' };
    await readings((await connect('ga4', '123456', JSON.stringify(consent))).id);
    expect(await figuresOf('ga4')).toMatchObject({ visits: 12 });
    const old = await connect('ga4', '123456', JSON.stringify({ ...consent, refresh_token: 'old' }));
    const refusal = await program.refuse('readDataConnection', { id: old.id }, 'invalid_request');
    expect(refusal.details?.field).toBe('credential');

    const stats = (Query: string, at: string) => ({
      __type: 'QueryStats:#Microsoft.Bing.Webmaster.Api',
      AvgClickPosition: 1,
      AvgImpressionPosition: 3,
      Clicks: 5,
      Date: `/Date(${Date.parse(at)})/`,
      Impressions: 100,
      Query,
    });
    const root = '/ssl.bing.com/webmaster/api.svc/json';
    vendors.replies.set(`${root}/GetRankAndTrafficStats`, () => ({
      body: { d: [{ Clicks: 5, Impressions: 100, Date: `/Date(${Date.parse(day)})/` }] },
    }));
    vendors.replies.set(`${root}/GetPageStats`, () => ({
      body: { d: [stats(`https://${domain}/faq`, day), stats(`https://${domain}/faq`, '2025-01-01')] },
    }));
    vendors.replies.set(`${root}/GetQueryStats`, ({ url }) =>
      url.includes('apikey=bing-key-1')
        ? { body: { d: [stats('crm', day), stats('crm', day)] } }
        : { status: 403, body: {} },
    );
    const bing = await connect('bing-search', `https://${domain}/`, 'bing-key-1');
    expect((await readings(bing.id)).requests).toBe(3);
    expect(await figuresOf('bing-search')).toMatchObject({
      clicks: 5,
      impressions: 100,
      position: 3,
    });
    const { rows } = await program.call('listOwnerQueries', { websiteId, limit: 200 });
    expect(rows.find(({ query }) => query === 'crm')?.figures['bing-search']).toMatchObject({
      clicks: 10,
      impressions: 200,
      position: 3,
    });
    const wrong = await connect('bing-search', `https://${domain}/`, 'another-key');
    const failure = await program.refuse('readDataConnection', { id: wrong.id }, 'invalid_request');
    expect(JSON.stringify({ ...failure, message: failure.message })).not.toContain('another-key');
  });
});
