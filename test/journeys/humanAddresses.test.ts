import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { newFolder } from '../support/newFolder.ts';
import { useService } from '../support/service.ts';

/** Addresses of people, in the forms that logs use. */
const people = [
  '203.0.113.77',
  '2001:db8:77:1::abcd',
  '::ffff:203.0.113.78',
  '::ffff:cb00:714f',
  '203.0.113.80:41234',
  '[2001:db8:77:2::abcd]:41234',
];
/** Byte sequences that must appear nowhere: the addresses above in any form. */
const forbidden = ['203.0.113.', '2001:db8:77:', 'cb00:71', '2001%3Adb8%3A77'];
const crawler = '20.0.2.7';

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) yield join(entry.parentPath, entry.name);
  }
}

describe('addresses of people', () => {
  let folder: string;
  let key: string;
  let site: { id: string; domain: string };
  let env: Record<string, string>;
  const service = useService('sqlite');
  beforeAll(async () => {
    folder = newFolder();
    key = await service.makeKey(['manage']);
    env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key, XDG_STATE_HOME: join(folder, 'state') };
    site = await service.makeSite();
  });

  // Two days ago. A delivery by the drain has no time, so it counts for today.
  const at = Date.now() - 2 * 86_400_000;
  const common = (): string => {
    const [day, month, year, time] = new Date(at).toUTCString().slice(5).split(' ');
    return `${day}/${month}/${year}:${time} +0000`;
  };
  const combined = (address: string, target: string, referer: string, agent: string): string =>
    `${address} - - [${common()}] "GET ${target} HTTP/1.1" 200 5 "${referer}" "${agent}"`;
  /**
   * Builds visits and other requests of people, and one of a crawler. @param door distinguishes the pages of each
   * import path
   */
  const lines = (door: string): string[] => [
    ...people.flatMap((address) => [
      combined(address, `/${door}?ip=${address}`, 'https://chatgpt.com/', 'Mozilla/5.0 Chrome/130'),
      combined(address, `/${door}?utm_source=chatgpt.com&from=${address}`, '-', 'Mozilla/5.0 Chrome/130'),
      combined(address, `/${door}`, `https://news.example/?for=${address}`, `Mozilla/5.0 (${address})`),
    ]),
    combined(crawler, `/${door}?for=${people[0]}`, '-', 'GPTBot/1.2'),
  ];
  const jsonLines = (door: string): string[] =>
    people.map((address) =>
      JSON.stringify({
        ts: at / 1000,
        logger: 'http.log.access',
        request: {
          client_ip: address,
          remote_ip: address,
          method: 'GET',
          host: site.domain,
          uri: `/${door}`,
          headers: { 'User-Agent': ['Chrome/130'], Referer: ['https://chatgpt.com/'], 'X-Forwarded-For': [address] },
        },
        status: 200,
      }),
    );

  const send = (id: string, name: string, text: string) =>
    service.reply('importLog', { id, name, bytes: new Blob([text]) }, { key });

  it('reach no file, log, export or backup by any path, while a crawler’s is kept', async () => {
    const source = (await service.call('createLogSource', { websiteId: site.id, name: 'api' }, { key })).source.id;
    expect((await send(source, 'api.log', lines('api').join('\n'))).status).toBe(200);
    expect((await send(source, 'j.log', jsonLines('json').join('\n'))).status).toBe(200);

    const drain = (
      await service.call('createLogSource', { websiteId: site.id, name: 'drain', format: 'netlify' }, { key })
    ).source.id;
    const opened = await service.call('openLogDrain', { id: drain }, { key });
    const delivery = people.map((address) => ({
      method: 'GET',
      url: `https://${site.domain}/drain?ip=${address}`,
      status_code: 200,
      user_agent: 'Chrome/130',
      client_ip: address,
      referrer: 'https://chatgpt.com/',
    }));
    const { pathname } = new URL(opened.url);
    const headers = { authorization: `Bearer ${opened.secret}`, 'content-type': 'application/json' };
    expect((await service.ask(pathname, { body: delivery, headers })).status).toBe(200);

    const outside = newFolder();
    const [file, growing] = [join(outside, 'cli.log'), join(outside, 'follow.log')];
    await writeFile(file, lines('cli').join('\n'));
    await writeFile(growing, `${lines('follow').join('\n')}\n`);
    const results = [
      await runCli(['logs', 'import', file, '--site', site.id, '--source', 'cli'], env),
      await runCli(['logs', 'follow', growing, '--once', '--site', site.id, '--source', 'follow'], env),
      await runCli(['logs', 'list', '--by', 'page', '--site', site.id], env),
    ];
    for (const { stdout } of results.slice(0, 2)) expect(stdout).toContain('12 visits from assistants');
    const bad = await send(source, 'bad.log', `${people.join('\n')}\n`);
    expect(bad.status).toBe(400);

    const reports = (['listBotVisits', 'listAssistantVisits', 'listLogImports', 'listOwnerPages'] as const).map((id) =>
      service.call(id, { websiteId: site.id }, { key }),
    );
    const texts = new Map<string, string>([
      ...results.map(({ stdout, stderr }, index) => [`command ${index}`, stdout + stderr] as const),
      ['a refusal', bad.text],
      ...(await Promise.all(reports)).map((report, index) => [`report ${index}`, JSON.stringify(report)] as const),
    ]);
    const copy = join(folder, 'copy');
    const backup = await runCli(['backup', copy], { ...service.database.env });
    expect([backup.code, backup.stderr]).toEqual([0, '']);
    let hasCrawler = false;
    for (const place of [String(service.database.env.DATA_DIR), folder]) {
      for await (const path of filesBelow(place)) {
        const bytes = (await readFile(path)).toString('latin1');
        hasCrawler ||= bytes.includes(crawler);
        texts.set(path, bytes);
      }
    }
    for (const [what, text] of texts) {
      for (const sequence of forbidden)
        expect([what, sequence, text.includes(sequence)]).toEqual([what, sequence, false]);
    }
    // Shows that the search would find an address.
    expect(hasCrawler).toBe(true);
    const visits = await service.call('listAssistantVisits', { websiteId: site.id, by: 'page' }, { key });
    // If several sources log one host on one day, the nearest counts: the command's logs repeat those of the API.
    expect(visits.rows.map((row) => row.key).sort()).toEqual(['/api', '/drain', '/json']);
  });

  it('are not counted twice: files that a landing page loads with its address as Referer are not visits', async () => {
    const source = (await service.call('createLogSource', { websiteId: site.id, name: 'assets' }, { key })).source.id;
    const landing = '/landing?utm_source=chatgpt.com';
    const page = `https://${site.domain}${landing}`;
    const visit = [
      combined('203.0.113.90', landing, '-', 'Chrome/130'),
      ...['/a.css', '/a.js', '/a.png', '/api/items.json'].map((path) =>
        combined('203.0.113.90', path, page, 'Chrome/130'),
      ),
    ];
    const { body } = await send(source, 'a.log', visit.join('\n'));
    expect(body.import.counts).toMatchObject({ lines: 5, visits: 1, dropped: 4 });
  });
});
