import words from '../../src/domain/imports/searchConsoleWords.json' with { type: 'json' };

type Language = keyof typeof words.languages;
type Row = { key: string; clicks: number; impressions: number; position: number };

export type SearchConsoleExport = {
  language?: Language;
  delimiter?: ',' | ';' | '\t';
  decimal?: '.' | ',';
  days: readonly Row[];
  queries: readonly Row[];
  pages: readonly Row[];
  filters?: readonly (readonly [string, string])[];
};

/** Names of the files in some languages; content identifies a file, so names may be anything. */
const names: Readonly<Partial<Record<Language, readonly [string, string, string, string]>>> = {
  fr: ['Graphique', 'Requêtes', 'Pages', 'Filtres'],
  ja: ['グラフ', 'クエリ', 'ページ', 'フィルタ'],
};

/** Builds the files of one export of Search Console, as it packs them or as a spreadsheet saved them. */
export function searchConsoleFiles(exported: SearchConsoleExport): Record<string, string> {
  const { language = 'en', delimiter = ',', decimal = '.' } = exported;
  const { queries, metrics } = words.languages[language];
  const [chart, queryFile, pageFile, filterFile] = names[language] ?? ['Chart', 'Queries', 'Pages', 'Filters'];
  const number = (value: number): string => value.toFixed(2).replace('.', decimal);
  const quoted = (text: string): string => (text.includes(delimiter) ? `"${text}"` : text);
  const table = (first: string, rows: readonly Row[]): string =>
    [
      [first, ...metrics].map(quoted).join(delimiter),
      ...rows.map(({ key, clicks, impressions, position }) =>
        [key, clicks, impressions, `${number((100 * clicks) / impressions)}%`, number(position)]
          .map((cell) => quoted(String(cell)))
          .join(delimiter),
      ),
      '',
    ].join('\n');
  const filters = exported.filters ?? [
    ['Search type', 'Web'],
    ['Date', 'Last 28 days'],
  ];
  return {
    [`${chart}.csv`]: table('Date', exported.days),
    [`${queryFile}.csv`]: table(queries, exported.queries),
    [`${pageFile}.csv`]: table('Top pages', exported.pages),
    'Countries.csv': table('Country', [{ key: 'Germany', clicks: 1, impressions: 2, position: 3 }]),
    [`${filterFile}.csv`]: [['Filter', 'Value'], ...filters].map((row) => row.join(delimiter)).join('\n'),
  };
}
