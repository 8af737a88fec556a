import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import type { OperationId } from '../../src/contract/routes.ts';
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

const ofOneEngine = [
  ...['engineVisibility', 'engineOverview', 'engineCitations', 'enginePrompts', 'engineRecommendations'],
  ...['sourceKinds', 'visibilityHistory', 'engineSearches', 'rivalVisibility'],
] as const;

/** Tables that an import or another request itself writes. */
const ownTables = /^(?:api_keys|audit_entries|request_|log_|bot_|assistant_|address_lists|owner_|sampling_frames)/;

onEachDatabase('files of the owner and logs', (database) => {
  const service = useService(database, { env: { ENGINES: panelEngines.join(',') } });
  let websiteId: string;
  let key: string;
  let before: { reports: string; tables: string };

  async function read(): Promise<typeof before> {
    const reports: string[] = [];
    const add = async <Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<void> => {
      const answer = JSON.stringify(await service.call(id, input));
      // Removes the only figure that depends on the time of reading.
      reports.push(`${id} ${JSON.stringify(input)} ${answer.replace(/"medianAgeSeconds":[\d.]+/, '')}`);
    };
    for (const engine of panelEngines) for (const id of ofOneEngine) await add(id, { websiteId, engine });
    await add('compareEngines', { websiteId });
    await add('listRuns', { limit: 100 });
    const list = await service.call('findAnswers', { websiteId, limit: 20 });
    expect(list.items.length).toBe(20);
    for (const { runId } of list.items) await add('readAnswer', { id: runId });
    reports.push(JSON.stringify(list));
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

  beforeAll(async () => {
    ({ siteId: websiteId } = await savePanel(service, service.cookie));
    key = await service.makeKey(['manage']);
    before = await read();
    expect(before.reports).toContain('Rivalo');
  });

  it('have a sample here for every kind', () =>
    expect(files.map(([kind]) => kind).toSorted()).toEqual([...importKindIds].toSorted()));

  it.each(files)('of %s change no metric, answer or saved row', async (kind, name, bytes, more = {}) => {
    const saved = await service.call('importFile', { websiteId, name, ...more, bytes: new Blob([bytes]) }, { key });
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
    const log = { id: made.source.id, name: 'x.log', bytes: new Blob([lines.join('\n')]) };
    const saved = await service.call('importLog', log, { key });
    expect(saved.import.counts).toMatchObject({ lines: 4, claims: 3, visits: 1 });
    expect(await read()).toEqual(before);
  });
});
