import { describe, expect, it } from 'vitest';
import { readNumber, styleProvedBy } from '../../../src/domain/imports/figureReader.ts';
import { dayOf } from '../../../src/domain/imports/importKind.ts';
import {
  findColumns,
  guessKind,
  importKindOf,
  importKinds,
  isTotal,
  parseColumns,
} from '../../../src/domain/imports/importKinds.ts';
import { normalisePageKey } from '../../../src/domain/imports/pageKey.ts';
import { rankCorrelation } from '../../../src/domain/statistics/rankCorrelation.ts';
import { CsvReader, sniffDelimiter } from '../../../src/domain/text/csvReader.ts';
import { importKindNames } from '../../../web/src/words/importKinds.ts';

describe('kinds of files', () => {
  it('are the same in the web app', () => {
    expect(Object.entries(importKindNames)).toEqual(importKinds.map(({ id, label }) => [id, label]));
  });

  it.each([
    ['search-console', 'Queries.csv', 'Top queries,Clicks,Impressions,CTR,Position', 'crm,1,2,50%,3'],
    ['ga4', 'x.csv', 'Session source / medium,Sessions', 'chatgpt.com / ai-assistant,4'],
    ['bing-ai', 'x.csv', 'Grounding Query,Citations', 'crm,4'],
    ['bing-search', 'x.csv', 'Keyword,Impressions,Clicks,CTR,Avg. Position', 'crm,4,1,25%,3'],
    ['cloudflare-ai', 'x.csv', 'Path,Hostname,Crawler,Operator,Allowed requests', '/faq,a.example,GPTBot,OpenAI,7'],
    ['plausible', 'pages.csv', 'name,visitors,pageviews,bounce_rate,time_on_page,scroll_depth', '/faq,3,4,50,10,60'],
    ['umami', 'website/pages.csv', 'x,y', '/faq,3'],
    ['matomo', 'x.csv', 'label,nb_visits,nb_hits', '/faq,3,4'],
    ['clarity', 'x.json', 'totalSessionCount,Url', '9,https://a.example/faq'],
    ['matomo', 'x.csv', 'Seiten-URL,Seitenansichten,Eindeutige Seitenansichten', '/faq,20,12'],
    ['ga4', 'x.csv', 'Landing page + query string,Session source / medium,Sessions', '/faq,chatgpt.com / referral,3'],
    [
      'cloudflare-ai',
      'x.csv',
      'Crawler,Operator,Category,Allowed requests,Unsuccessful requests',
      'GPTBot,OpenAI,AI,9,0',
    ],
  ])('%s is recognised by its header', (id, file, header, first) => {
    const guess = guessKind([{ file, header: header.split(','), first: first.split(',') }]);
    expect('kind' in guess ? guess.kind.id : guess.refusal).toBe(id);
  });

  it.each([
    ['landingPage,sessions', '/faq,3', 'page'],
    ['sessionSourceMedium,sessions', 'chatgpt.com / referral,3', 'source'],
    ['date,sessions', '20260901,3', 'day'],
  ])('of Google Analytics are recognised by the names of its API: %s', (header, first, dimension) => {
    const head = { file: 'x.csv', header: header.split(','), first: first.split(',') };
    expect(findColumns(importKindOf('ga4'), head, false)).toMatchObject({ dimension, key: 0, metrics: { visits: 1 } });
  });

  it.each([
    'page',
    'page=1',
    'visits=2',
    'page=0,visits=2',
    'page=1,day=2,visits=3',
    'page=1,colour=2',
    'page=1,visits=x',
  ])('are not declared by %s', (text) => expect(parseColumns(text)).toBeNull());

  it('that match two tables are refused with both names', () => {
    const header = ['Page', 'Clicks', 'Impressions', 'CTR', 'Position'];
    const guess = guessKind([{ file: 'x.csv', header, first: ['https://a.example/', '1', '2', '50%', '3'] }]);
    expect(guess).toEqual({ refusal: expect.stringMatching(/search-console or bing-search/) });
  });
});

const bulkExport = {
  file: 'bulk.csv',
  header: ['data_date', 'site_url', 'query', 'search_type', 'impressions', 'clicks', 'sum_top_position'],
  first: ['2026-10-01', 'https://a.example/', 'crm', 'WEB', '10', '1', '20'],
};

it('a bulk export of Search Console needs a chosen kind, and only its rows of the type Web count', () => {
  expect(guessKind([bulkExport])).toEqual({ refusal: expect.stringMatching(/search-console or bing-search/) });
  const columns = findColumns(importKindOf('search-console'), bulkExport, true);
  expect(columns).toMatchObject({ dimension: 'query', key: 2, metrics: { impressions: 4, clicks: 5 } });
  const images = bulkExport.first.with(3, 'IMAGE');
  expect([bulkExport.first, images].map((cells) => columns?.isLeftOut?.(cells))).toEqual([false, true]);
});

it('totals and combined rows are those of Google Analytics only', () => {
  const rows = [
    ['', '530', 'Grand total'],
    ['Totals', '530'],
    ['(other)', '3'],
    ['/totals', '5'],
  ];
  expect(rows.map((cells) => isTotal(importKindOf('ga4'), cells))).toEqual([true, true, true, false]);
  expect(rows.map((cells) => isTotal(importKindOf('search-console'), cells))).toEqual(Array(4).fill(false));
});

it('days of Bing search in five columns need a chosen kind', () => {
  const head = { file: 'x.csv', header: ['Date', 'Impressions', 'Clicks', 'CTR', 'Average position'], first: null };
  expect(guessKind([head])).toEqual({ refusal: expect.stringContaining('must be named') });
  expect(findColumns(importKindOf('bing-search'), head, true)).toMatchObject({ dimension: 'day', key: 0 });
});

describe('tables', () => {
  const read = (text: string, step: number): string[][] => {
    const reader = new CsvReader('x.csv', sniffDelimiter(text));
    const rows = [];
    for (let at = 0; at < text.length; at += step) rows.push(...reader.push(text.slice(at, at + step)));
    return [...rows, ...reader.end()].map(({ cells }) => cells);
  };
  it.each([1, 2, 3, 1_000])('are read the same in chunks of %d letters', (step) => {
    expect(read('a,b\r\n"x, ""y""\r\nz",2\r\n\r\nlast,', step)).toEqual([
      ['a', 'b'],
      ['x, "y"\r\nz', '2'],
      [''],
      ['last', ''],
    ]);
  });
  it.each(['a,b\r\n"c","d\r\ne"\r\n"f","g"\r\n', 'a,b\n"c","d\ne"\n"f","g"\n', 'a,b\r"c","d"\r\n\r"f","g"'])(
    'in %j have the numbers of their lines',
    (text) => {
      const reader = new CsvReader('x.csv', ',');
      expect([...reader.push(text), ...reader.end()].map(({ row, cells }) => [row, cells[0]])).toEqual([
        [1, 'a'],
        [2, 'c'],
        ...(text.includes('e"') ? [] : [[3, '']]),
        [4, 'f'],
      ]);
    },
  );
  it.each([
    ['a;b,c;d\n', ';'],
    ['a\tb\n', '\t'],
    ['"a;b;c",d\n', ','],
    ['sep=;\na;b\n', ';'],
    ['word\n', ','],
  ])('%j has the delimiter %j', (text, delimiter) => expect(sniffDelimiter(text)).toBe(delimiter));
});

describe('numbers', () => {
  it.each([
    ['1.234,5', false, 'comma'],
    ['1,234.5', false, 'point'],
    ['33,3%', false, 'comma'],
    ['1.234', true, 'comma'],
    ['1.234', false, null],
    ['0.123', false, 'point'],
    ['1.234.567', true, 'comma'],
    ['12', true, null],
    ['GPTBot 1.2', false, null],
  ] as const)('%s (count: %s) proves %s', (text, isWhole, style) => expect(styleProvedBy(text, isWhole)).toBe(style));

  it.each([
    ['1.234,5', 'comma', 1234.5],
    ['1 234', 'point', 1234],
    ['', 'point', null],
    ['12.34.5', 'comma', undefined],
    ['1e9', 'point', undefined],
    ['-4', 'point', undefined],
  ] as const)('%s with a decimal %s is %s', (text, style, value) => expect(readNumber(text, style)).toBe(value));
});

it('days are read in vendors’ formats only', () => {
  const days = ['7/3/2026 12:00:00 AM', '20260903', '2026-09-03', '3.9.2026 00:00', '2026/09/03'];
  expect(days.map(dayOf)).toEqual(['2026-07-03', ...Array(4).fill('2026-09-03')]);
  expect(['31/7/2026', '2026-02-30', '30.2.2026', 'yesterday', ''].map(dayOf)).toEqual(Array(5).fill(null));
});

it('own pages have one normal form, and other pages none', () => {
  const keys = ['https://www.acme.com/faq/?utm_source=x', 'http://acme.com/faq', '/faq', 'https://blog.acme.com/faq'];
  expect(keys.map((raw) => normalisePageKey(raw, 'acme.com'))).toEqual(['/faq', '/faq', '/faq', 'blog.acme.com/faq']);
  expect(
    ['https://other.com/faq', '(not set)', 'javascript:x'].map((raw) => normalisePageKey(raw, 'acme.com')),
  ).toEqual([null, null, null]);
});

describe('rank correlation', () => {
  it('agrees with midrank correlation in another program', () => {
    const a = [1, 2, 2, 3, 5, 8, 13, 21, 34, 55];
    const b = [3, 1, 2, 2, 9, 7, 12, 40, 20, 60];
    const { value, interval, n } = rankCorrelation(a.map((first, index) => [first, b[index] ?? 0]));
    expect([n, value]).toEqual([10, expect.closeTo(0.8932926829268293, 12)]);
    expect(interval?.lower).toBeLessThan(value ?? 0);
    expect(interval?.upper).toBeGreaterThan(value ?? 0);
  });
  it('is unknown for few pairs and for a constant side', () => {
    expect(rankCorrelation([[1, 2]])).toEqual({ n: 1, value: null, interval: null });
    expect(rankCorrelation(Array.from({ length: 12 }, (_one, index) => [1, index])).value).toBeNull();
  });
});
