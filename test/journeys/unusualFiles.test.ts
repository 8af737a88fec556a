import { gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../support/service.ts';

const agent = 'GPTBot/1.2';
const hourAgo = (): number => Date.now() - 3_600_000;

/** One logged request in the form of Cloudflare Logpush. */
const entry = (path: string): Record<string, unknown> => ({
  ...{ ClientIP: '203.0.113.9', ClientRequestHost: 'shop.example', ClientRequestMethod: 'GET' },
  ...{ ClientRequestURI: path, ClientRequestUserAgent: agent, EdgeResponseStatus: 200 },
  EdgeStartTimestamp: new Date(hourAgo()).toISOString(),
});

describe('files of unusual shapes', () => {
  const service = useService('sqlite');
  let key: string;
  let websiteId: string;
  let sourceId: string;
  beforeAll(async () => {
    key = await service.makeKey(['manage']);
    websiteId = (await service.makeSite({ url: 'https://shop.example/' })).id;
    sourceId = (await service.call('createLogSource', { websiteId, name: 'edge' }, { key })).source.id;
  });

  async function post(path: string, body: string | Buffer): Promise<{ status: number; body: any }> {
    const response = await fetch(`${service.url}/api/v2${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
      body: Uint8Array.from(Buffer.from(body)),
    });
    return { status: response.status, body: await response.json() };
  }
  const sendLog = (body: string | Buffer) => post(`/log-sources/${sourceId}/imports?name=log`, body);
  const sendFile = (name: string, body: string | Buffer, more = '') =>
    post(`/imports?websiteId=${websiteId}&name=${name}${more}`, body);
  const september = '&startDate=2026-09-01&endDate=2026-09-30';

  it.each([
    ['a list with line breaks', JSON.stringify([entry('/a'), entry('/b')], null, 2), 2],
    [
      'a list on each line',
      [[entry('/c')], [entry('/d'), entry('/e')]].map((list) => JSON.stringify(list)).join('\r\n'),
      3,
    ],
  ])('logs: %s is counted', async (_name, text, claims) => {
    expect(await sendLog(text)).toMatchObject({ status: 200, body: { import: { counts: { lines: claims, claims } } } });
  });

  const combined = (path: string, count: number): string =>
    Array.from({ length: count }, (_, index) => {
      const time = new Date(hourAgo()).toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/, '$1/$2/$3:$4 +0000');
      return `192.0.2.9 - - [${time}] "GET /${path}${index} HTTP/1.1" 200 5 "-" "${agent}"\n`;
    }).join('');

  it('logs: every frame of a zstd file is counted', async () => {
    const frames = [3, 50_000, 0, 4].map((count, index) => zstdCompressSync(combined(`frame${index}-`, count)));
    const imported = await sendLog(Buffer.concat(frames));
    expect(imported).toMatchObject({ status: 200, body: { import: { counts: { lines: 50_007, claims: 50_007 } } } });
  });

  it.each([
    ['a zstd frame with other bytes after it', [zstdCompressSync(combined('rest', 3)), Buffer.from('rest')], 'damaged'],
    [
      'a second zstd frame that is cut',
      [3, 900].map((count, at) =>
        zstdCompressSync(combined(`cut${at}-`, count)).subarray(0, count === 3 ? undefined : -9),
      ),
      'damaged',
    ],
    ['a gzip file with other bytes after it', [gzipSync(combined('gz', 3)), Buffer.from('rest')], 'damaged'],
    ['an empty list', '[]', 'no readable line'],
    ['UTF-16', Buffer.from(`\ufeff${JSON.stringify(entry('/f'))}`, 'utf16le'), 'UTF-16'],
    ['a list that is cut', JSON.stringify([entry('/g')], null, 2).slice(0, -3), 'truncated'],
    [
      'days and hours that do not exist',
      ['31/Feb/2026:10:00:00', '20/Nov/2026:25:00:00', '20/Nov/2026:10:61:00']
        .map((time) => `192.0.2.9 - - [${time} +0000] "GET / HTTP/1.1" 200 5 "-" "${agent}"`)
        .join('\n'),
      'not in a supported format',
    ],
  ])('logs: %s is refused', async (_name, body, reason) => {
    const refused = await sendLog(Array.isArray(body) ? Buffer.concat(body) : body);
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(reason)]);
    expect(refused.body.error.details).toEqual({ field: 'body' });
  });

  const head = 'Top pages,Clicks,Impressions,CTR,Position';
  it.each([
    ['a header without rows', head, '', 'body', 'no rows'],
    ['a sign-in page', '<!doctype html>\n<title>Sign in</title>', september, 'body', 'is a web page'],
    ['a compressed table', gzipSync(`${head}\nhttps://shop.example/,1,2,50%,1`), september, 'body', 'unpack it'],
    [
      'a column twice',
      `Top pages,Clicks,Clicks,Impressions,CTR,Position\nhttps://shop.example/,1,1,2,50%,1`,
      september,
      'confirm',
      'column `Clicks` twice',
    ],
    [
      'a column twice where names count',
      'Page,Citations,Citations\nhttps://shop.example/,1,2',
      september,
      'confirm',
      'column `Citations` twice',
    ],
    [
      'a day in the future',
      `Date,Clicks,Impressions,CTR,Position\n2099-01-01,1,2,50%,1`,
      '',
      'body',
      '2099-01-01, which is in the future',
    ],
    [
      'a day before the stated ones',
      `Date,Clicks,Impressions,CTR,Position\n2026-08-31,1,2,50%,1`,
      september,
      'startDate',
      '2026-08-31',
    ],
    [
      'a day after the stated ones',
      `Date,Clicks,Impressions,CTR,Position\n2026-10-01,1,2,50%,1`,
      september,
      'endDate',
      '2026-10-01',
    ],
  ])('imports: %s is refused', async (_name, text, more, field, reason) => {
    const refused = await sendFile('own.csv', text, more);
    expect([refused.status, refused.body.error.details?.field]).toEqual([400, field]);
    expect(refused.body.error.message).toContain(reason);
    expect((await service.call('listImports', { websiteId }, { key })).items).toEqual([]);
  });

  const analytics = [
    ...['# ----------', '# Zielseiten', '# 20260901-20260930', '# ----------'],
    ...['Tag,Besuchssitzungen', '0000,7', ''],
    ...['Einstiegsseite,Aktive Nutzer,Besuchssitzungen', ',12,16', '/faq,9,12', '/prices,3,4'],
  ].join('\n');

  it('imports: a header in another language is refused with its row and column', async () => {
    const refused = await sendFile('ga4.csv', analytics, '&confirm=ga4');
    const details = {
      field: 'columns',
      header: 'Einstiegsseite\nAktive Nutzer\nBesuchssitzungen',
      subjects: 'page\nday\nsource',
      figures: 'visits\nviews',
    };
    expect(refused).toMatchObject({ status: 400, body: { error: { details } } });
    expect(refused.body.error.message).toContain('(ga4.csv, row 8): column 1, `Einstiegsseite`, is unknown');
  });

  it('imports: declared columns replace an unknown header', async () => {
    const imported = await sendFile('ga4.csv', analytics, '&confirm=ga4&columns=page=1,visits=3');
    const counts = { rows: 4, figures: 2, foreign: 0, leftOut: 1, otherTables: 1 };
    const dates = { startDate: '2026-09-01', endDate: '2026-09-30' };
    expect(imported).toMatchObject({ status: 200, body: { import: { dimensions: ['page'], counts, ...dates } } });
  });

  it.each([
    ['without a kind', '&columns=page=1,visits=3'],
    ['without figures', '&confirm=ga4&columns=page=1'],
  ])('imports: declared columns %s are refused', async (_name, more) => {
    const refused = await sendFile('ga4-2.csv', `${analytics}\n/new,1,1`, more);
    expect(refused).toMatchObject({ status: 400, body: { error: { details: { field: 'columns' } } } });
  });
});
