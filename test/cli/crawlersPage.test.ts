import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { useService } from '../support/service.ts';

describe('a person with files from vendors', () => {
  let folder: string;
  let env: Record<string, string>;
  let site: readonly string[];
  let websiteId: string;
  const service = useService('sqlite');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vendor-files-'));
    env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: await service.makeKey(['manage']) };
    websiteId = (await service.makeSite({ url: 'https://www.shop.example/' })).id;
    site = ['--website', 'shop.example'];
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });
  const run = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCli(words, env);
    expect([words.join(' '), code, stderr]).toEqual([words.join(' '), 0, '']);
    return stdout;
  };

  it('imports lists as vendors publish them: with line breaks, with 1,023 ranges, and inside a page', async () => {
    const lists = join(folder, 'lists');
    await mkdir(lists);
    const prefixes = [
      { ipv4Prefix: '20.0.2.0/28' },
      ...Array.from({ length: 1022 }, (_one, at) => ({ ipv6Prefix: `2600:1900:4000:${at.toString(16)}::/64` })),
    ];
    const published = JSON.stringify({ creationTime: '2026-08-14T20:03:38.055838', prefixes }, null, 2);
    expect(published.length).toBeGreaterThan(60_000);
    await writeFile(join(lists, 'openai.com-gptbot.json'), `${published}\n`);
    const embedded = JSON.stringify({ prefixes: prefixes.slice(0, 3) }, null, 1).replaceAll('"', '&quot;');
    const page = `<html><style>a{}</style>${'<p>text</p>\n'.repeat(9_000)}<pre>${embedded}</pre></html>`;
    await writeFile(join(lists, 'developer.amazon.com-ip-addresses.html'), page);
    await writeFile(join(lists, 'duckduckgo.com-duckduckbot.json'), '<html>not found</html>');
    const { code, stdout, stderr } = await runCli(['bots', 'update', '--from', lists], env);
    expect(stdout).toContain('gptbot.json: 1023 ranges');
    expect(stdout).toContain('ip-addresses/: 3 ranges');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/duckduckbot\.json: list: has no prefixes$/m)]);
    expect(await run('bots')).toContain('openai.com-gptbot.json  https://openai.com/gptbot.json  1023 ranges');
  });

  it('counts a log again after saving a list, and lists every line that does not count', async () => {
    const at = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19);
    const line = (host: string, uri: string, time = at): string =>
      JSON.stringify({
        ...{ ts: `${time}Z`, status: 200, logger: 'http.log.access' },
        request: {
          ...{ client_ip: '20.0.3.7', method: 'GET', host, uri },
          headers: { 'User-Agent': ['OAI-SearchBot/1.3'] },
        },
      });
    const lines = [
      line('shop.example', '/a'),
      line('other.example', '/b'),
      line('shop.example', '/c', '2020-01-01T00:00:00'),
    ];
    const file = join(folder, 'caddy.log');
    await writeFile(file, lines.join('\n'));
    const log = ['logs', 'import', file, ...site];
    expect(await run(...log)).toContain(
      '3 lines, 1 of crawlers, 0 visits from assistants, 1 of other hosts, not counted, 1 more than 400 days old or an hour ahead, not counted (caddy)',
    );
    expect(await run('logs', ...site)).toMatch(/OAI-SearchBot +search +0 +0 +0 +1 /);
    await mkdir(join(folder, 'later'));
    const list = JSON.stringify({ prefixes: [{ ipv4Prefix: '20.0.3.0/28' }] }, null, '\t');
    await writeFile(join(folder, 'later', 'openai.com-searchbot.json'), list);
    await run('bots', 'update', '--from', join(folder, 'later'));
    expect(await run(...log)).toContain('nothing changed');
    expect(await run(...log, '--again')).toContain('3 lines, 1 of crawlers');
    expect(await run('logs', ...site)).toMatch(/OAI-SearchBot +search +1 +1 +0 +0 /);
    const [id = ''] = /log_\S+|import_\S+/.exec(await run('logs', 'imports', ...site)) ?? [];
    await run('logs', 'remove', id);
    expect(await run('logs', ...site)).toContain('No log covers this period');
  });

  it('opens a drain by the name of its source', async () => {
    const opened = await run('logs', 'drain', 'edge', '--format', 'vercel', '--kind', 'platform', ...site);
    expect(opened).toMatch(/\/api\/log-drains\/logs_\S+\n\S{16,}/);
    expect(await run('logs', 'sources', ...site)).toMatch(/edge +platform +vercel/);
  });

  it('connects a property with the key file that Google hands out, which has line breaks', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const key = { type: 'service_account', client_email: 'a@b.example', private_key };
    await writeFile(join(folder, 'key.json'), `${JSON.stringify(key, null, 2)}\n`);
    const words = ['imports', 'connect', 'ga4', '123456789', '--credential', join(folder, 'key.json'), ...site];
    expect(await run(...words)).toContain('ga4  123456789');
  });

  it('changes a fact by stating it again, and removes it', async () => {
    const fact = ['facts', 'add', '--kind', 'price', '--name', 'Team', '--source', 'https://shop.example/p', ...site];
    await run(...fact, '--word', 'Team plan', '--value', '€49 per month');
    await run(...fact, '--value', '€59 per month');
    const sheet = await run('facts', ...site);
    expect(sheet).toMatch(/fact_\S+ +Team +price +€59 per month +Team plan/);
    expect(sheet).toContain('no answers yet');
    expect(await run('sources', ...site)).toContain('no answers yet');
    const date = await runCli(
      ['facts', 'add', '--kind', 'date', '--name', 'Founded', '--value', '3/1/2019', ...fact.slice(6)],
      env,
    );
    expect([date.code, date.stderr]).toEqual([2, expect.stringContaining('which number is the month')]);
    await run('facts', 'remove', /fact_\S+/.exec(sheet)?.[0] ?? '');
    expect(await run('facts', ...site)).toContain('no facts yet');
    expect(await run('sources', 'forget', 'LIST.example')).toContain('list.example: 0 pages');
  });

  it('is told which websites to choose from', async () => {
    await service.makeSite({ url: 'https://second.example/' });
    const { code, stderr } = await runCli(['logs'], env);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/--website: .*shop\.example.*second\.example|--website: .*second\.example.*shop\.example/),
    ]);
    expect(await run('logs', '--website', websiteId)).toContain('Crawlers');
  });
});
