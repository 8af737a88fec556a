import { gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { useService } from '../support/service.ts';

const hourMs = 60 * 60 * 1000;
const gptList = 'https://openai.com/gptbot.json';
const human = '203.0.113.77';

/** Formats a line of the combined format, `hoursAgo` hours ago. */
function line(
  hoursAgo: number,
  address: string,
  path: string,
  agent: string,
  more: { status?: number; referer?: string } = {},
): string {
  const [day, month, year, time] = new Date(Date.now() - hoursAgo * hourMs).toUTCString().slice(5).split(' ');
  const { status = 200, referer = '-' } = more;
  return `${address} - - [${day}/${month}/${year}:${time} +0000] "GET ${path} HTTP/1.1" ${status} 512 "${referer}" "${agent}"`;
}

/** Builds twelve lines with known counts. */
function plantedLog(): string[] {
  return [
    line(3, '20.0.2.7', '/faq?x=1', 'GPTBot/1.2'),
    line(3, '20.0.2.7', '/faq', 'GPTBot/1.2'),
    line(3, '::ffff:20.0.2.8', '/prices', 'GPTBot/1.2'),
    line(2, '20.0.2.7', '/robots.txt', 'GPTBot/1.2'),
    line(2, '20.0.2.7', '/secret', 'GPTBot/1.2', { status: 403 }),
    line(2, '198.51.100.66', '/faq', 'GPTBot/1.2'),
    line(2, '198.51.100.66', '/faq', 'Mozilla/5.0 (compatible; Google-Extended)'),
    line(2, '198.51.100.66', '/faq', 'Bytespider'),
    line(1, human, '/faq', 'Mozilla/5.0 Chrome/130', { referer: 'https://chatgpt.com/' }),
    line(1, human, '/style.css', 'Mozilla/5.0 Chrome/130', { referer: 'https://chatgpt.com/' }),
    line(1, human, '/faq', 'Mozilla/5.0 Chrome/130'),
    '',
  ];
}

onEachDatabase('logs of a website', (engine) => {
  const service = useService(engine);
  let key: string;
  let websiteId: string;
  let domain: string;
  let planted: string[];

  beforeAll(async () => {
    key = await service.makeKey(['manage']);
    ({ id: websiteId, domain } = await service.makeSite());
    planted = plantedLog();
    const list = JSON.stringify({ prefixes: [{ ipv4Prefix: '20.0.2.0/28' }] });
    await service.call('uploadAddressList', { url: gptList, list }, { key });
  });

  const ask = (method: string, path: string, body?: unknown, asker = key) =>
    service.ask(`/api/v2${path}`, { method, key: asker, ...(body === undefined ? {} : { body }) });
  const addSource = async (name: string, more: Record<string, unknown> = {}): Promise<string> =>
    (await service.call('createLogSource', { websiteId, name, ...more }, { key })).source.id;
  const send = (id: string, bytes: string | Uint8Array<ArrayBuffer>, name = 'access.log') =>
    service.reply('importLog', { id, name, bytes: new Blob([bytes]) }, { key });
  const visitsBy = (by: 'bot' | 'day' | 'page') => service.call('listBotVisits', { websiteId, by }, { key });
  const removeSource = (id: string) => service.call('removeLogSource', { id }, { key });

  it('count each line once, and forgeries separately from proved reads', async () => {
    const source = await addSource('origin');
    const { status, body } = await send(source, planted.join('\n'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ isRepeated: false, import: { format: 'combined', notes: [] } });
    const { lines, ...parts } = body.import.counts;
    expect(lines).toBe(11);
    expect(parts).toMatchObject({ claims: 8, visits: 1, dropped: 2, duplicates: 0, unreadable: 0 });
    expect(Object.values<number>(parts).reduce((sum, count) => sum + count, 0)).toBe(lines);
    const { rows, coverage } = await visitsBy('bot');
    expect(coverage.hoursCovered).toBe(3);
    expect(rows.find((row) => row.key === 'GPTBot')).toMatchObject({
      role: 'training',
      requests: { verified: 5, operatorOnly: 0, falseClaim: 1, unverifiable: 0 },
      reads: 3,
      pages: 2,
      blocked: 1,
    });
    expect(rows.find((row) => row.key === 'Google-Extended')?.requests.falseClaim).toBe(1);
    expect(rows.find((row) => row.key === 'Bytespider')?.requests.unverifiable).toBe(1);
    expect((await visitsBy('page')).rows[0]).toMatchObject({ key: '/faq', reads: 2, readsByRole: { training: 2 } });
    const visits = await service.call('listAssistantVisits', { websiteId, by: 'page' }, { key });
    expect(visits.rows).toEqual([{ key: 'other', visits: 1, paid: 0, byReferer: 1, byUtmSource: 0 }]);
    await removeSource(source);
  });

  it('show which pages of the sitemap each role read, and the rest as never read', async () => {
    const source = await addSource('sitemap');
    await send(source, planted.join('\n'));
    const changedAt = new Date(Date.now() - 10 * hourMs).toISOString();
    const page = (path: string, changed_at: string | null = null) => ({
      website_id: websiteId,
      page: path,
      changed_at,
      read_at: changedAt,
    });
    await service.db
      .insertInto('sitemap_pages')
      .values([page('/faq', changedAt), page('/prices'), page('/new')])
      .execute();
    const { sitemap, rows } = await visitsBy('page');
    expect(sitemap).toMatchObject({ pages: 3, readAt: changedAt });
    expect(sitemap.roles.find(({ role }) => role === 'training')).toMatchObject({ read: 2, refused: 0 });
    expect(rows.find(({ key }) => key === '/new')).toMatchObject({ reads: 0, crawlers: [] });
    const faq = rows.find(({ key }) => key === '/faq');
    expect(faq).toMatchObject({ crawlers: ['GPTBot'], sitemap: { changedAt, firstReadAfterAt: faq?.firstReadAt } });
    const one = await service.call('listBotVisits', { websiteId, by: 'day', bot: 'Bytespider' }, { key });
    expect([one.sitemap, one.rows[0]?.requests.unverifiable, one.rows[0]?.reads]).toEqual([null, 1, 0]);
    await service.db.deleteFrom('sitemap_pages').execute();
    await removeSource(source);
  });

  it('count once, however often and however divided they arrive', async () => {
    const source = await addSource('twice');
    const half = Math.floor(planted.length / 2);
    await send(source, planted.slice(0, half).join('\n'), 'first.log');
    await send(source, planted.slice(half).join('\n'), 'second.log');
    const before = (await visitsBy('bot')).rows;
    const whole = await send(source, planted.join('\n'), 'whole.log');
    expect(whole.body.import.counts).toMatchObject({ claims: 0, visits: 0, duplicates: 9 });
    const again = await send(source, planted.join('\n'), 'whole.log');
    expect(again.body).toMatchObject({ isRepeated: true, import: { id: whole.body.import.id } });
    expect((await visitsBy('bot')).rows).toEqual(before);
    await removeSource(source);
    expect((await visitsBy('bot')).rows).toEqual([]);
  });

  it('count the source nearest to the visitor if a CDN and its origin log the same hour', async () => {
    const [origin, cdn] = [await addSource('origin'), await addSource('edge', { kind: 'cdn' })];
    await send(origin, planted.join('\n'));
    await send(cdn, planted.join('\n'));
    const rows = (await visitsBy('bot')).rows;
    expect(rows.find((row) => row.key === 'GPTBot')?.requests.verified).toBe(5);
    await removeSource(origin);
    await removeSource(cdn);
  });

  it('are read compressed, and reported as damaged if they are cut off', async () => {
    const source = await addSource('packed');
    const text = Buffer.from(planted.join('\n'));
    for (const packed of [gzipSync(text), zstdCompressSync(text)]) {
      const { body } = await send(source, new Uint8Array(packed));
      expect(body.import.counts.lines).toBe(11);
    }
    for (const packed of [gzipSync(text).subarray(0, 60), zstdCompressSync(text).subarray(0, 60)]) {
      const { status, body } = await send(source, new Uint8Array(packed));
      expect([status, body.error.details.field]).toEqual([400, 'body']);
    }
    await removeSource(source);
  });

  long('that cannot be read leave nothing behind', async () => {
    const source = await addSource('bad');
    const bad: [name: string, bytes: string | Uint8Array<ArrayBuffer>][] = [
      ['nothing', ''],
      ['words', 'hello\nworld\n'],
      ['one unreadable line in ten', [...planted.slice(0, 9), 'garbage', ''].join('\n')],
      ['a ZIP archive', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])],
      ['a bomb', new Uint8Array(gzipSync(Buffer.alloc(30 * 1024 * 1024, 32)))],
      ['half a list', '[{"id":"1"'],
      ['lines without agents', Array.from({ length: 60 }, (_one, at) => line(2, human, `/${at}`, '-')).join('\n')],
      ['years ago', line(24 * 500, '20.0.2.7', '/', 'GPTBot/1.2')],
    ];
    for (const [name, bytes] of bad) {
      const { status, body } = await send(source, bytes);
      expect([name, status, body.error?.code, body.error?.details?.field]).toEqual([
        name,
        400,
        'invalid_request',
        'body',
      ]);
      expect(JSON.stringify(body)).not.toContain('garbage');
    }
    expect((await service.call('listLogImports', { websiteId }, { key })).items).toEqual([]);
    expect((await visitsBy('bot')).rows).toEqual([]);
    await removeSource(source);
  });

  it('never keep the address of a person, and a crawler’s only if the owner wants it', async () => {
    const source = await addSource('private', { keepDays: 0 });
    await send(source, planted.join('\n'));
    const tables = ['log_imports', 'log_hours', 'bot_visits', 'assistant_visits', 'bot_claims', 'log_lines'] as const;
    const saved = await Promise.all(tables.map((table) => service.db.selectFrom(table).selectAll().execute()));
    expect(JSON.stringify(saved)).not.toContain(human);
    expect(JSON.stringify(saved)).not.toContain('20.0.2.7');
    await removeSource(source);
  });

  it('show for each page the first proved read of an engine’s search crawler', async () => {
    const url = 'https://openai.com/searchbot.json';
    const list = JSON.stringify({ prefixes: [{ ipv4Prefix: '20.0.3.0/28' }] });
    await service.call('uploadAddressList', { url, list }, { key });
    const keys = 'https://agent.bot.goog/.well-known/http-message-signatures-directory';
    expect((await ask('POST', '/address-lists', { url: keys, list: '{"keys":[]}' })).status).toBe(400);
    const source = await addSource('searchers');
    await send(
      source,
      [line(2, '20.0.3.1', '/faq/', 'OAI-SearchBot/1.3'), line(2, '20.0.9.9', '/x', 'OAI-SearchBot/1.3')].join('\n'),
    );
    const { status, body } = await ask('GET', `/sites/${websiteId}/read-and-cited`);
    expect([status, body]).toMatchObject([
      200,
      { bot: 'OAI-SearchBot', answers: 0, pairs: 0, medianDays: null, total: 1 },
    ]);
    expect((body as any).rows[0]).toMatchObject({ page: '/faq', firstCitedAt: null });
    await removeSource(source);
  });

  it('count a request once however many entries it has, and refute nothing behind a proxy', async () => {
    const drain = await addSource('platform', { kind: 'platform', format: 'vercel' });
    const entry = (id: string, address: string): string =>
      JSON.stringify({
        id,
        source: 'lambda',
        requestId: 'same',
        message: id,
        proxy: {
          timestamp: Date.now() - hourMs,
          method: 'GET',
          host: 'x',
          path: '/faq',
          userAgent: ['GPTBot/1.2'],
          statusCode: 200,
          clientIp: address,
        },
      });
    const own = (text: string): string => text.replace('"host":"x"', `"host":"${domain}"`);
    const sent = await send(
      drain,
      [own(entry('1', '20.0.2.7')), own(entry('2', '20.0.2.7')), '{"id":"3","source":"build"}'].join('\n'),
    );
    expect(sent.body.import.counts).toMatchObject({ lines: 3, claims: 1, duplicates: 1, skipped: 1 });
    await removeSource(drain);

    const source = await addSource('behind');
    const proxied = Array.from({ length: 120 }, (_one, index) => line(2, '10.0.0.2', `/p${index}`, 'GPTBot/1.2'));
    const edges = Array.from({ length: 120 }, (_one, index) => line(3, '198.51.100.90', `/q${index}`, 'GPTBot/1.2'));
    const named = line(4, 'crawl-1.example', '/named', 'GPTBot/1.2');
    expect((await send(source, [...proxied, named].join('\n'))).body.import.notes).toContain('private_addresses');
    expect((await send(source, edges.join('\n'))).body.import.notes).toContain('shared_addresses');
    await send(
      source,
      [line(5, '20.0.2.7', '/', 'GPTBot/1.2'), line(5, '198.51.100.91', '/', 'GPTBot/1.2')].join('\n'),
    );
    expect((await visitsBy('bot')).rows[0]?.requests).toMatchObject({ verified: 1, falseClaim: 1, unverifiable: 241 });
    await removeSource(source);
  });

  it('name the first line that cannot be read, and keep no hash of a person’s address', async () => {
    const source = await addSource('line');
    const bad = await send(source, [...planted.slice(0, 9), 'garbage', ''].join('\n'));
    expect(bad.body.error.message).toContain('line 10');
    const visit = (address: string): string =>
      line(1, address, '/faq', 'Chrome/130', { referer: 'https://chatgpt.com/' });
    const [one, other] = [visit(human), visit('203.0.113.78')];
    await send(source, one);
    expect((await send(source, other)).body.import.counts).toMatchObject({ visits: 0, duplicates: 1 });
    await removeSource(source);
  });

  it('are judged again when a list arrives, as long as the addresses of an hour are kept and agree', async () => {
    const list = (prefix: string): string => JSON.stringify({ prefixes: [{ ipv4Prefix: prefix }] });
    const url = 'https://duckduckgo.com/duckassistbot.json';
    const logOf = (bot: string, hours: number): string =>
      [
        ...[line(hours, '20.9.1.1', '/a', bot), line(hours, '20.9.1.2', '/b', bot)],
        ...[line(hours + 1, '20.9.1.1', '/c', bot), line(hours + 1, '198.51.100.5', '/d', bot)],
      ].join('\n');
    const [kept, dropped] = [await addSource('kept'), await addSource('dropped', { keepDays: 0 })];
    await send(kept, logOf('DuckAssistBot/1.0', 2));
    await send(dropped, logOf('DuckDuckBot/1.1', 6));
    const countsOf = async (bot: string) => (await visitsBy('bot')).rows.find(({ key }) => key === bot)?.requests;
    const unverified = { verified: 0, operatorOnly: 0, falseClaim: 0, unverifiable: 4 };
    expect(await countsOf('DuckAssistBot')).toEqual(unverified);
    await service.call('uploadAddressList', { url, list: list('20.9.1.0/28') }, { key });
    await service.call(
      'uploadAddressList',
      { url: 'https://duckduckgo.com/duckduckbot.json', list: list('20.9.1.0/28') },
      { key },
    );
    expect(await countsOf('DuckAssistBot')).toEqual({ ...unverified, verified: 2, unverifiable: 2 });
    expect(await countsOf('DuckDuckBot')).toEqual(unverified);
    const lists = (await service.call('listAddressLists', {}, { key })).lists;
    expect(lists.find((one) => one.url === url)?.confirmedAt).toEqual(expect.any(String));
    await removeSource(kept);
    await removeSource(dropped);
  });

  it('belong to their workspace, and name the invalid field', async () => {
    const source = await addSource('mine');
    const { secret: stranger } = await addKey(service, await addWorkspace(service, 'other owner'), ['manage']);
    await service.refuse('removeLogSource', { id: source }, 'not_found', { key: stranger });
    await service.refuse('listBotVisits', { websiteId }, 'not_found', { key: stranger });
    for (const [body, field] of [
      [{ websiteId, name: 'x', format: 'nonsense' }, 'format'],
      [{ websiteId, name: 'x', format: 'haproxy' }, 'captures'],
      [{ websiteId, name: 'x', format: 'json' }, 'mapping'],
      [{ websiteId, name: 'x', keepDays: 31 }, 'keepDays'],
    ] as const) {
      const refused = await ask('POST', '/log-sources', body);
      expect([refused.status, refused.body.error.details?.field]).toEqual([400, field]);
    }
    const shrunk = JSON.stringify({ prefixes: [{ ipv4Prefix: '20.0.2.0/28' }] });
    const wide = JSON.stringify({
      prefixes: ['20.0.2.0/28', '20.0.4.0/28', '20.0.6.0/28'].map((ipv4Prefix) => ({ ipv4Prefix })),
    });
    await service.call('uploadAddressList', { url: gptList, list: wide }, { key });
    const refused = await ask('POST', '/address-lists', { url: gptList, list: shrunk });
    expect([refused.status, refused.body.error.details?.field]).toEqual([400, 'accept']);
    await removeSource(source);
  });
});
