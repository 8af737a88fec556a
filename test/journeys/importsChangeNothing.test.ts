import { beforeAll, expect, it } from 'vitest';
import { importKindIds } from '../../src/domain/imports/importKinds.ts';
import { onEachDatabase } from '../support/databases.ts';
import { daysBefore, panelEngines, savePanel } from '../support/panel.ts';
import { searchConsoleFiles } from '../support/searchConsoleFiles.ts';
import { useService } from '../support/service.ts';
import { zipOf } from '../support/zipFile.ts';

const site = 'https://acme-crm.example';
const dates = { startDate: daysBefore(30), endDate: daysBefore(3) };
const row = (key: string) => ({ key, clicks: 3, impressions: 40, position: 2 });

/** One file of each kind, about pages, queries and rivals of the saved answers. */
const files: readonly [kind: string, name: string, bytes: string | Uint8Array<ArrayBuffer>, more?: object][] = [
  [
    'search-console',
    'export.zip',
    zipOf(
      searchConsoleFiles({
        days: [row(daysBefore(9))],
        queries: [row('which tool suits an agency?'), row('rivalo or acme crm')],
        pages: [row(`${site}/`), row(`${site}/prices`)],
      }),
    ),
    dates,
  ],
  [
    'search-console-ai',
    'Pages.csv',
    `Top pages,Impressions\n${site}/,900\n`,
    { confirm: 'search-console-ai', ...dates },
  ],
  ['ga4', 'ga4.csv', 'Landing page,Session source / medium,Sessions\n/,chatgpt.com / ai-assistant,12\n', dates],
  ['bing-ai', 'bing.csv', `Page,Citations\n${site}/,17\n`],
  ['bing-search', 'keywords.csv', 'Keyword,Impressions,Clicks\nwhich tool is cheapest?,99,3\n'],
  [
    'cloudflare-ai',
    'crawl.csv',
    'Path,Hostname,Crawler,Operator,Allowed requests\n/,acme-crm.example,GPTBot,OpenAI,7\n',
  ],
  ['plausible', 'pages.csv', 'name,visitors,pageviews\n/,31,40\n'],
  ['umami', 'referrers.csv', 'x,y\nchatgpt.com,5\n'],
  ['matomo', 'matomo.csv', 'label,nb_visits,nb_hits\n/prices,8,9\n'],
  ['clarity', 'clarity.json', '[{"metricName":"Traffic","information":[{"totalSessionCount":"12","Url":"/"}]}]'],
];

/** Tables that an import or another request itself writes. */
const ownTables = /^(?:api_keys|audit_entries|request_|log_|bot_|assistant_|address_lists|owner_|sampling_frames)/;

onEachDatabase('files of the owner and logs', (engine) => {
  const service = useService(engine, { env: { ENGINES: panelEngines.join(',') } });
  let websiteId: string;
  let key: string;
  let before: { reports: string; tables: string };

  async function read(): Promise<typeof before> {
    const { cookie } = service;
    const body = async (path: string): Promise<string> => {
      const answered = await service.ask(path, { cookie });
      expect([path, answered.status]).toEqual([path, 200]);
      // Removes the only figure that depends on the time of reading.
      return `${path} ${JSON.stringify(answered.body).replace(/"medianAgeSeconds":[\d.]+/, '')}`;
    };
    const names = ['current', 'overview', 'citations', 'prompts', 'recommendations', 'sources', 'history', 'searches'];
    const paths = panelEngines.flatMap((asked) => [
      ...names.map((name) => `/api/v2/visibility/${name}?websiteId=${websiteId}&engine=${asked}`),
      `/api/v2/visibility/rivals?websiteId=${websiteId}&engine=${asked}`,
    ]);
    const list = await service.call('findAnswers', { websiteId, limit: 20 });
    const ids: string[] = list.items.map(({ runId }) => runId);
    expect(ids.length).toBe(20);
    const all = [`/api/v2/visibility/engines?websiteId=${websiteId}`, '/api/v2/runs?limit=100', ...paths];
    const reports = [JSON.stringify(list)];
    for (const path of [...all, ...ids.map((id) => `/api/v2/answers/${id}`)]) reports.push(await body(path));
    const tables = (await service.db.introspection.getTables()).filter(({ name }) => !ownTables.test(name));
    const rows: string[] = [];
    for (const { name } of tables) {
      const saved = await service.db
        .selectFrom(name as 'runs')
        .selectAll()
        .execute();
      rows.push(`${name} ${JSON.stringify(saved.map((one) => JSON.stringify(one)).toSorted())}`);
    }
    return { reports: reports.join('\n'), tables: rows.join('\n') };
  }

  async function post(path: string, bytes: string | Uint8Array<ArrayBuffer>): Promise<any> {
    const response = await fetch(`${service.url}/api/v2/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
      body: bytes,
    });
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  }

  beforeAll(async () => {
    ({ siteId: websiteId } = await savePanel(service, service.cookie));
    key = await service.makeKey(['manage']);
    before = await read();
    expect(before.reports).toContain('Rivalo');
  });

  it('have a sample here for every kind', () =>
    expect(files.map(([kind]) => kind).toSorted()).toEqual([...importKindIds].toSorted()));

  it.each(files)('of %s change no metric, answer or saved row', async (kind, name, bytes, more = {}) => {
    const query = new URLSearchParams({ websiteId, name, ...more });
    const saved = await post(`imports?${query}`, bytes);
    expect([saved.import.kind, saved.import.counts.figures > 0]).toEqual([kind, true]);
    expect(await read()).toEqual(before);
  });

  it('of a server change no metric, answer or saved row', async () => {
    const body = { websiteId, name: 'nginx' };
    const made = await service.call('createLogSource', body, { key });
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const lines = ['GPTBot/1.2', 'OAI-SearchBot/1.3', 'Bytespider', 'Mozilla/5.0 Chrome/130'].map(
      (agent) =>
        `{"ts":"${at}","logger":"x","request":{"client_ip":"203.0.113.9","method":"GET","host":"acme-crm.example","uri":"/prices","headers":{"User-Agent":["${agent}"],"Referer":["https://chatgpt.com/"]}},"status":200}`,
    );
    const saved = await post(`log-sources/${made.source.id}/imports?name=x.log`, lines.join('\n'));
    expect(saved.import.counts).toMatchObject({ lines: 4, claims: 3, visits: 1 });
    expect(await read()).toEqual(before);
  });
});
