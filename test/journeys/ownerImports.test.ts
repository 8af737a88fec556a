import { beforeAll, expect, it } from 'vitest';
import words from '../../src/domain/imports/searchConsoleWords.json' with { type: 'json' };
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { required } from '../support/required.ts';
import { type SearchConsoleExport, searchConsoleFiles } from '../support/searchConsoleFiles.ts';
import { useService } from '../support/service.ts';
import { zipOf } from '../support/zipFile.ts';

onEachDatabase('files of the owner', (engine) => {
  const service = useService(engine);
  let key: string;
  let websiteId: string;
  let domain: string;

  beforeAll(async () => {
    key = await service.makeKey(['manage']);
    const site = await service.makeSite();
    websiteId = site.id;
    domain = (await service.call('listSites', {}, { key })).sites.find((one) => one.id === websiteId)?.domain ?? '';
  });

  const send = (bytes: string | Uint8Array<ArrayBuffer>, name: string, more: Record<string, string> = {}) =>
    service.reply('importFile', { websiteId, name, ...more, bytes: new Blob([bytes]) }, { key });
  const remove = (id: string) => service.call('removeImport', { id }, { key });
  const pages = () => service.call('listOwnerPages', { websiteId }, { key });
  const queries = () => service.call('listOwnerQueries', { websiteId }, { key });
  const days = () => service.call('listOwnerDays', { websiteId }, { key });
  const saved = async () => {
    const tables = ['owner_imports', 'owner_figures'] as const;
    return (await Promise.all(tables.map((table) => service.db.selectFrom(table).selectAll().execute()))).flat();
  };

  const exported = (more: Partial<SearchConsoleExport> = {}): SearchConsoleExport => ({
    days: ['2026-10-01', '2026-10-02'].map((day) => ({ key: day, clicks: 4, impressions: 12, position: 3.5 })),
    queries: [
      { key: 'crm, for small teams', clicks: 3, impressions: 9, position: 2.25 },
      { key: '=1+1', clicks: 1, impressions: 1234, position: 8.1 },
    ],
    pages: [
      { key: `https://${domain}/faq`, clicks: 2, impressions: 6, position: 2 },
      { key: `https://www.${domain}/faq/?utm_source=x`, clicks: 1, impressions: 2, position: 6 },
      { key: `https://${domain}/`, clicks: 5, impressions: 20, position: 1.5 },
    ],
    ...more,
  });
  const figuresOf = async () => ({
    pages: (await pages()).rows.map(({ page, figures }) => [page, figures]),
    queries: (await queries()).rows.map(({ query, figures }) => [query, figures]),
  });

  long('give equal figures in every language of Search Console, and however a spreadsheet saved them', async () => {
    const styles: Partial<SearchConsoleExport>[] = [
      ...Object.keys(words.languages).map((language) => ({ language }) as Partial<SearchConsoleExport>),
      { language: 'de', delimiter: ';', decimal: ',' },
      { language: 'fr', delimiter: '\t', decimal: ',' },
    ];
    const expected = {
      pages: [
        ['/', { 'search-console': { clicks: 5, impressions: 20, position: 1.5 } }],
        ['/faq', { 'search-console': { clicks: 3, impressions: 8, position: 3 } }],
      ],
      queries: [
        ['=1+1', { 'search-console': { clicks: 1, impressions: 1234, position: 8.1 } }],
        ['crm, for small teams', { 'search-console': { clicks: 3, impressions: 9, position: 2.25 } }],
      ],
    };
    for (const style of styles) {
      const { status, body } = await send(zipOf(searchConsoleFiles(exported(style))), 'export.zip');
      expect([style, status, body.error?.message]).toEqual([style, 200, undefined]);
      expect(body.import).toMatchObject({ kind: 'search-console', startDate: '2026-10-01', endDate: '2026-10-02' });
      const { rows, ...parts } = body.import.counts;
      expect(Object.values<number>(parts).reduce((sum, count) => sum + count, 0)).toBe(rows);
      const { pages: found, queries: asked } = await figuresOf();
      expect([style, found, asked]).toEqual([style, expected.pages.map(onlyKnown), expected.queries.map(onlyKnown)]);
      await remove(body.import.id);
    }
  });

  /** Formats rows like the API, which leaves out missing figures. */
  const onlyKnown = ([key, figures]: any) => [key, figures];

  it('are read in UTF-8 with a mark and in UTF-16', async () => {
    const { 'Queries.csv': table = '', 'Chart.csv': chart = '' } = searchConsoleFiles(exported());
    const wide = new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]));
    for (const bytes of [`\ufeff${table}`, wide]) {
      const files = { 'Chart.csv': chart, 'Queries.csv': bytes };
      const { body } = await send(zipOf(files), 'export.zip');
      expect(body.import?.counts.figures).toBe(4);
      await remove(body.import.id);
    }
    const bad = await send(new Uint8Array([0x51, 0x2c, 0xfc, 0x0a]), 'Queries.csv');
    expect([bad.status, bad.body.error.message]).toEqual([400, expect.stringMatching(/neither UTF-8 nor UTF-16/)]);
  });

  it('of the search type Image are refused, and a filter on queries is reported', async () => {
    const image = exported({
      filters: [
        ['Search type', 'Image'],
        ['Date', 'Last 28 days'],
      ],
    });
    const refused = await send(zipOf(searchConsoleFiles(image)), 'export.zip');
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/search type image/)]);
    const filters = [
      ['Search type', 'Web'],
      ['Date', 'Last 28 days'],
      ['Query', '+crm'],
    ] as const;
    const { body } = await send(zipOf(searchConsoleFiles(exported({ filters }))), 'export.zip');
    expect(body.import.warnings).toEqual(['filtered']);
    await remove(body.import.id);
  });

  it('of GA4 with three tables and a total count nothing twice', async () => {
    const file = [
      '# ----------------------------------------',
      '# Landing page',
      '# Start date: 20260901',
      '# End date: 20260930',
      '# ----------------------------------------',
      '',
      'Nth day,Sessions',
      '0000,7',
      '0001,9',
      '',
      'Landing page,Sessions',
      '/faq,9',
      '',
      'Landing page,Sessions,Active users,Average engagement time per session',
      ',16,12,30.25,Grand total',
      '/faq,9,7,31.125',
      '/prices,"1,006",5,28.5',
      '(not set),1,1,1.0',
    ].join('\n');
    const { body } = await send(file, 'landing.csv');
    expect(body.import).toMatchObject({ kind: 'ga4', startDate: '2026-09-01', endDate: '2026-09-30' });
    const { rows, sources } = await pages();
    expect(rows.map(({ page, figures }) => [page, figures.ga4?.visits])).toEqual([
      ['/prices', 1006],
      ['/faq', 9],
    ]);
    expect(sources[0]?.caveat).toMatch(/AI Overviews/);
    await remove(body.import.id);
  });

  it('of Bing are read with month-first days, and pages are never added to queries', async () => {
    const files = {
      overview:
        '\ufeff"Date","Citations","Cited Pages"\r\n"7/3/2026 12:00:00 AM","12","3"\r\n"7/4/2026 12:00:00 AM","9","2"\r\n',
      pages: `\ufeff"Page","Citations"\r\n"https://${domain}/faq","17"\r\n"https://${domain}/prices","1"\r\n`,
      queries:
        '\ufeff"Grounding Query","Intent","Topic","Citations","Citation Share"\r\n"best crm","Research","CRM","21","26.21%"\r\n',
    };
    const ids: string[] = [];
    for (const [name, text] of Object.entries(files)) {
      const { body } = await send(text, `${domain}_${name}_03-07-2026.csv`);
      expect(body.import?.kind).toBe('bing-ai');
      expect(body.replaces).toEqual([]);
      ids.push(body.import.id);
    }
    const [series] = (await days()).series;
    expect(series?.parts[0]?.days.map(({ date, figures }) => [date, figures.citations])).toEqual([
      ['2026-07-03', 12],
      ['2026-07-04', 9],
    ]);
    expect((await pages()).rows.map(({ page, figures }) => [page, figures['bing-ai']?.citations])).toEqual([
      ['/faq', 17],
      ['/prices', 1],
    ]);
    expect((await queries()).rows[0]).toMatchObject({ query: 'best crm', figures: { 'bing-ai': { citations: 21 } } });
    for (const id of ids) await remove(id);
  });

  it('change nothing if they are sent again, and leave nothing if they are removed', async () => {
    const before = await saved();
    const bytes = zipOf(searchConsoleFiles(exported()));
    const first = await send(bytes, 'export.zip');
    const after = await saved();
    const again = await send(bytes, 'renamed.zip');
    expect(again.body).toMatchObject({ isRepeated: true, import: { id: first.body.import.id, name: 'export.zip' } });
    expect(await saved()).toEqual(after);
    await remove(first.body.import.id);
    expect(await saved()).toEqual(before);
    await service.refuse('readImport', { id: first.body.import.id }, 'not_found', { key });
  });

  it('replace older ones for shared days, which stay as a version', async () => {
    const day = (date: string, clicks: number) => ({ key: date, clicks, impressions: 100, position: 1 });
    const old = exported({ days: [day('2026-10-01', 1), day('2026-10-02', 2)] });
    const fresh = exported({ days: [day('2026-10-02', 20), day('2026-10-03', 30)] });
    const first = await send(zipOf(searchConsoleFiles(old)), 'old.zip');
    const second = await send(zipOf(searchConsoleFiles(fresh)), 'new.zip');
    expect(second.body.replaces.map(({ name }: any) => name)).toEqual(['old.zip']);
    const read = await service.call('readImport', { id: first.body.import.id }, { key });
    expect(read.replacedBy.map(({ name }) => name)).toEqual(['new.zip']);
    const [series] = (await days()).series;
    expect(series?.parts.flatMap((part) => part.days).map(({ date, figures }) => [date, figures.clicks])).toEqual([
      ['2026-10-01', 1],
      ['2026-10-02', 20],
      ['2026-10-03', 30],
    ]);
    await remove(second.body.import.id);
    expect((await service.call('readImport', { id: first.body.import.id }, { key })).replacedBy).toEqual([]);
    await remove(first.body.import.id);
  });

  it('of 27 April 2026 and the day after never share a line, and wrong impressions are excluded', async () => {
    const row = (date: string) => ({ key: date, clicks: 3, impressions: 9, position: 2 });
    const across = exported({ days: ['2026-04-26', '2026-04-27', '2026-04-28', '2026-04-29'].map(row) });
    const { body } = await send(zipOf(searchConsoleFiles(across)), 'april.zip');
    expect(body.import.warnings).toEqual(['impressions_misreported']);
    const [series] = (await days()).series;
    const parts = series?.parts.map((part) =>
      part.days.map(({ date, figures }) => [date, figures.clicks, figures.impressions]),
    );
    expect(parts).toEqual([
      [
        ['2026-04-26', 3, null],
        ['2026-04-27', 3, null],
      ],
      [
        ['2026-04-28', 3, 9],
        ['2026-04-29', 3, 9],
      ],
    ]);
    expect(required((await pages()).rows[0]).figures['search-console']).not.toHaveProperty('impressions');
    await remove(body.import.id);
  });

  long('that are not plain archives are refused, with nothing written', async () => {
    const before = await saved();
    const table = `"Page","Citations"\n"https://${domain}/faq","1"\n`;
    const many = Object.fromEntries(Array.from({ length: 101 }, (_one, index) => [`p${index}.csv`, table]));
    const whole = zipOf({ 'pages.csv': table });
    const bad: [name: string, bytes: string | Uint8Array<ArrayBuffer>, says: RegExp][] = [
      ['a path outside', zipOf({ '../x.csv': table }), /leads outside/],
      ['an absolute path', zipOf({ '/etc/x.csv': table }), /leads outside/],
      ['101 files', zipOf(many), /contains 101 files/],
      ['a bomb', zipOf({ 'pages.csv': Buffer.alloc(30 * 1024 * 1024, '"a","b"\n') }), /200 times its size/],
      ['an archive inside', zipOf({ 'inner.zip': whole }), /contains another archive/],
      ['half an archive', whole.slice(0, whole.length - 30), /damaged/],
      ['a changed byte', whole.map((byte, index) => (index === 45 ? byte ^ 0xff : byte)), /damaged|neither/],
      ['many columns', `${'a,'.repeat(2_000_000)}b\n`, /more than 1000 columns/],
      ['an open quote', '"Page","Citations"\n"https://', /row 2, column 1 has a quote that is never closed/],
      ['no number', table.replace('"1"', '"one"'), /row 2, column 2 is not a whole number/],
      ['mixed signs', `Keyword,Impressions,Clicks,CTR,Avg. Position\na,1,1,"1,5%",1.5\n`, /mixes decimal signs/],
      ['another website', '"Page","Citations"\n"https://other.example/a","1"\n', /is another website/],
      ['unknown columns', 'Colour,Shape\nred,round\n', /header is `Colour, Shape`.*Nearest:/],
      ['nothing', '', /is empty/],
    ];
    for (const [name, bytes, says] of bad) {
      const { status, body } = await send(bytes, 'file.csv');
      expect([name, status, body.error?.code]).toEqual([name, 400, 'invalid_request']);
      expect([name, body.error.message]).toEqual([name, expect.stringMatching(says)]);
    }
    expect(await saved()).toEqual(before);
  });

  it('of a kind that content cannot prove need a name and days', async () => {
    const file = `Top pages,Impressions\nhttps://${domain}/faq,31\n`;
    const unsure = await send(file, 'Pages.csv');
    expect([unsure.status, unsure.body.error.details.field]).toEqual([400, 'confirm']);
    const undated = await send(file, 'Pages.csv', { confirm: 'search-console-ai' });
    expect([undated.status, undated.body.error.details.field]).toEqual([400, 'startDate']);
    const dates = { startDate: '2026-09-01', endDate: '2026-09-30' };
    const { body } = await send(file, 'Pages.csv', { confirm: 'search-console-ai', ...dates });
    expect(body.import).toMatchObject({ kind: 'search-console-ai', ...dates });
    await remove(body.import.id);
  });

  it('give questions that people really ask, and a representative sample', async () => {
    const queries = Array.from({ length: 30 }, (_one, index) => ({
      key: `how to solve problem number ${'abcdefghijklmnopqrstuvwxyzäöüß'[index]} with tool ${'zyxwvutsrqponmlkjihgfedcbaßüöä'[index]}${index % 7}`,
      clicks: 1,
      impressions: 20 + index,
      position: 2,
    }));
    const { body } = await send(zipOf(searchConsoleFiles(exported({ queries }))), 'export.zip');
    const suggested = await service.call('suggestQuestions', { websiteId }, { key });
    expect(suggested.candidates.length).toBeGreaterThan(0);
    expect(suggested.candidates[0]).toMatchObject({ source: body.import.id, metric: 'impressions' });
    const drawn = await service.call('drawQuestions', { websiteId, size: 12 }, { key });
    expect(drawn.frame).toMatchObject({ size: 30 });
    const [frame] = (await service.call('listQuestionFrames', { websiteId }, { key })).frames;
    expect(frame?.estimate).toEqual({ drawn: 12, known: 0, score: null, interval95: null });
    const few = await service.reply('drawQuestions', { websiteId, size: 9 }, { key });
    expect([few.status, (few.body as any).error.details.field]).toEqual([400, 'size']);
    await remove(body.import.id);
  });

  it('belong to their workspace', async () => {
    const { body } = await send(zipOf(searchConsoleFiles(exported())), 'export.zip');
    const { secret: stranger } = await addKey(service, await addWorkspace(service, 'other owner'), ['manage']);
    const { id } = body.import;
    await service.refuse('readImport', { id }, 'not_found', { key: stranger });
    await service.refuse('removeImport', { id }, 'not_found', { key: stranger });
    await service.refuse('listOwnerPages', { websiteId }, 'not_found', { key: stranger });
    await remove(id);
  });
});
