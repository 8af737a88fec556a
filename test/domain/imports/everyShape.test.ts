import { describe, expect, it } from 'vitest';
import { readFigure, StyleSurvey } from '../../../src/domain/imports/figureReader.ts';
import type { OwnerFigure, TableColumns } from '../../../src/domain/imports/importKind.ts';
import { findColumns, guessKind, importKindOf, importKinds } from '../../../src/domain/imports/importKinds.ts';
import words from '../../../src/domain/imports/searchConsoleWords.json' with { type: 'json' };
import { collectFile, eachRow, findTables } from '../../../src/services/imports/importedFile.ts';
import { fractionOf } from '../../../src/simulator/seededChoice.ts';

/** Generated figure: its subject and the values of its columns. */
type Planted = { key: string; values: Record<string, number> };
type Shape = {
  kind: string;
  file: string;
  dimension: string;
  header: string[];
  cells(row: Planted, style: Style): string[];
};
type Style = {
  delimiter: ',' | ';' | '\t';
  decimal: '.' | ',';
  end: '\n' | '\r\n';
  quotes: boolean;
  /** Thousands separator of counts, and columns and lines that a spreadsheet adds. */
  group?: string;
  empty?: number;
};

const share = (value: number, { decimal }: Style): string => `${value.toFixed(2).replace('.', decimal)}%`;
const decimals = (value: number, { decimal }: Style): string => value.toFixed(2).replace('.', decimal);

function searchConsole(name: string, { queries, metrics }: { queries: string; metrics: string[] }): Shape {
  return {
    kind: 'search-console',
    file: `${name}.csv`,
    dimension: 'query',
    header: [queries, ...metrics],
    cells: ({ key, values }, style) => [
      key,
      String(values.clicks),
      String(values.impressions),
      share(12.5, style),
      decimals(values.position ?? 0, style),
    ],
  };
}

const plain = (kind: string, file: string, dimension: string, header: string[], columns: string[]): Shape => ({
  kind,
  file,
  dimension,
  header,
  cells: ({ key, values }) => [key, ...columns.map((name) => (name in values ? String(values[name]) : name))],
});

const shapes: [name: string, Shape][] = [
  ...Object.entries(words.languages).map(([language, names]): [string, Shape] => [
    `Search Console in ${language}`,
    searchConsole(language, names),
  ]),
  [
    'Search Console generative AI',
    plain('search-console-ai', 'Pages.csv', 'page', ['Top pages', 'Impressions'], ['impressions']),
  ],
  ['GA4', plain('ga4', 'x.csv', 'page', ['Landing page', 'Sessions', 'Active users'], ['visits', '1'])],
  ['GA4 in German', plain('ga4', 'x.csv', 'page', ['Landingpage', 'Sitzungen', 'Aktive Nutzer'], ['visits', '1'])],
  ['GA4 in French', plain('ga4', 'x.csv', 'page', ['Page de destination', 'Vues', 'Sessions'], ['views', 'visits'])],
  ['Bing by day', plain('bing-ai', 'x.csv', 'day', ['Date', 'Citations', 'Cited Pages'], ['citations', '2'])],
  ['Bing by page', plain('bing-ai', 'x.csv', 'page', ['Page', 'Citations'], ['citations'])],
  [
    'Bing by query',
    plain(
      'bing-ai',
      'x.csv',
      'query',
      ['Grounding Query', 'Intent', 'Topic', 'Citations'],
      ['Info', 'CRM', 'citations'],
    ),
  ],
  [
    'Bing search',
    plain('bing-search', 'x.csv', 'query', ['Keyword', 'Impressions', 'Clicks'], ['impressions', 'clicks']),
  ],
  [
    'Cloudflare',
    plain(
      'cloudflare-ai',
      'x.csv',
      'page',
      ['Path', 'Hostname', 'Crawler', 'Operator', 'Allowed requests'],
      ['a.example', 'GPTBot', 'OpenAI', 'requests'],
    ),
  ],
  [
    'Plausible',
    plain(
      'plausible',
      'pages.csv',
      'page',
      ['name', 'visitors', 'pageviews', 'bounce_rate'],
      ['visits', 'views', '50'],
    ),
  ],
  ['Umami', plain('umami', 'pages.csv', 'page', ['x', 'y'], ['visits'])],
  ['Matomo', plain('matomo', 'x.csv', 'page', ['label', 'nb_visits', 'nb_hits'], ['visits', 'views'])],
  ['Matomo in German', plain('matomo', 'x.csv', 'page', ['label', 'Besuche', 'Seitenansichten'], ['visits', 'views'])],
];

const encodings: [name: string, (text: string) => Uint8Array][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['big-endian UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
];

const styles: Style[] = [
  { delimiter: ',', decimal: '.', end: '\n', quotes: false },
  { delimiter: ',', decimal: '.', end: '\r\n', quotes: true },
  { delimiter: ';', decimal: ',', end: '\r\n', quotes: false },
  { delimiter: '\t', decimal: ',', end: '\n', quotes: false },
  { delimiter: ';', decimal: ',', end: '\r\n', quotes: true, group: '.', empty: 2 },
  { delimiter: '\t', decimal: ',', end: '\r\n', quotes: false, group: '\u202f', empty: 1 },
  { delimiter: ',', decimal: '.', end: '\r\n', quotes: false, group: ',', empty: 3 },
];

const metricNames = ['clicks', 'impressions', 'position', 'citations', 'visits', 'views', 'requests'];
const subjects: Readonly<Record<string, (index: number) => string>> = {
  day: (index) => `2026-10-${String(index + 1).padStart(2, '0')}`,
  page: (index) => `https://a.example/preise-${index}`,
  query: (index) => `${['crm, for "teams"', 'günstiges crm; test', 'おすすめ CRM', '=1+1'][index % 4]} ${index}`,
};

function planted(dimension: string): Planted[] {
  return Array.from({ length: 8 }, (_one, index) => ({
    key: subjects[dimension]?.(index) ?? '',
    values: Object.fromEntries(
      metricNames.map((name) => {
        const drawn = fractionOf(`${dimension} ${index} ${name}`);
        return [name, name === 'position' ? Math.round(drawn * 5_000) / 100 : Math.floor(drawn * 90_000)];
      }),
    ),
  }));
}

function written({ header, cells }: Shape, rows: readonly Planted[], style: Style): string {
  const quoted = (cell: string): string =>
    style.quotes || cell.includes(style.delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  const { group = '', empty = 0 } = style;
  const grouped = (cell: string): string => (/^\d{4,7}$/.test(cell) ? cell.replace(/\B(?=(?:\d{3})+$)/g, group) : cell);
  const lines = [header, ...rows.map((row) => cells(row, style).map(grouped)), ...Array(empty).fill([])];
  return lines
    .map((line) => [...line, ...Array(empty).fill('')].map(quoted).join(style.delimiter) + style.end)
    .join('');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads a file as an import does: its kind from its tables, its decimal separator from a survey, then each figure. */
async function read(
  name: string,
  bytes: Uint8Array,
  kindId: string,
): Promise<{ kind: string; figures: OwnerFigure[] }> {
  const file = await collectFile(name, once(bytes));
  const { tables } = await findTables(file);
  const isNamed = importKindOf(kindId).needsConfirmation === true;
  const guess = isNamed ? { kind: importKindOf(kindId) } : guessKind(tables);
  if ('refusal' in guess) throw new Error(guess.refusal);
  const columns = new Map<number, TableColumns | null>(
    tables.map((table) => [table.ordinal, findColumns(guess.kind, table, isNamed)]),
  );
  const survey = new StyleSurvey();
  const figures: OwnerFigure[] = [];
  for (const take of [false, true]) {
    await eachRow(file, ({ role, ordinal, file: table, record }) => {
      const found = columns.get(ordinal) ?? null;
      if (role !== 'row' || found === null) return;
      if (!take) survey.take(table, record, found);
      else figures.push(...[readFigure(table, record, found, survey.style)].filter((figure) => figure !== null));
    });
  }
  return { kind: guess.kind.id, figures };
}

describe('an export', () => {
  it('has a shape here for every kind of table', () => {
    const kinds = importKinds.filter(({ json }) => json === undefined).map(({ id }) => id);
    expect(kinds.filter((id) => !shapes.some(([, shape]) => shape.kind === id))).toEqual([]);
  });

  describe.each(shapes)('of %s', (_name, shape) => {
    it.each(encodings)(
      'gives its generated figures in %s, with every delimiter and decimal sign',
      async (_encoding, encode) => {
        const rows = planted(shape.dimension);
        for (const style of styles) {
          const { kind, figures } = await read(shape.file, encode(written(shape, rows, style)), shape.kind);
          expect([style, kind, figures.length]).toEqual([style, shape.kind, rows.length]);
          for (const [index, { key, dimension, figures: counted }] of figures.entries()) {
            const row = rows[index];
            expect([style, dimension, key]).toEqual([style, shape.dimension, row?.key]);
            expect(Object.keys(counted)).not.toEqual([]);
            for (const [metric, value] of Object.entries(counted))
              expect([style, metric, value]).toEqual([style, metric, row?.values[metric]]);
          }
        }
      },
    );
  });
});
