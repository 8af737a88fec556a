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

  it.each([
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
    const refused = await sendLog(body);
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(reason)]);
    expect(refused.body.error.details).toEqual({ field: 'body' });
  });

  const head = 'Top pages,Clicks,Impressions,CTR,Position';
  it.each([
    ['a header without rows', head, '', 'body', 'no rows'],
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
});
