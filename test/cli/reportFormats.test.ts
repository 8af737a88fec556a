import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { csvOf } from '../../src/cli/report/csvRows.ts';
import { formatPercent, range, rangeBar, shareBar } from '../../src/cli/report/figures.ts';
import { asMarkdown } from '../../src/cli/report/markdown.ts';
import { asTerminal } from '../../src/cli/report/terminal.ts';
import { viewOf } from '../../src/cli/report/views.ts';
import { safe, safeFields, safeJson, safeLines } from '../../src/cli/safe.ts';
import { asCsv } from '../../src/domain/text/csv.ts';
import { computeReports, type Reports } from '../../src/domain/visibility/runReport.ts';
import { attempt, cited, mention, website } from '../domain/visibility/savedAttempts.ts';
import { longProperty, property } from '../support/property.ts';

const hostile = '=HYPERLINK("https://evil.example")\u001b[2J | <b>bold</b>\nnext';
const page = 'https://review.example/a/very/long/path/that/does/not/fit/into/any/terminal/of/eighty/columns/at/all';

function reportsOf(attempts: ReturnType<typeof attempt>[]): Reports {
  return computeReports({
    website: { ...website, aliases: [] },
    engine: 'openai',
    surface: 'simulator',
    window: { startDate: '2026-03-02', endDate: '2026-03-08' },
    filters: { platform: null, model: null, sourceType: 'all', limit: 50 },
    attempts,
    truncated: false,
    matched: attempts.length,
    simulated: true,
    now: '2026-03-09T00:00:00.000Z',
    savedQuestions: 3,
    previousAttempts: [],
    websiteRun: null,
  });
}

const empty = reportsOf([]);
const full = reportsOf([
  attempt({ runId: 'r1', caseId: 'c1', question: hostile, mentions: ['acme.example', mention(`?${hostile}`)] }),
  attempt({
    runId: 'r2',
    caseId: 'c2',
    mentions: ['other.example', mention('third.example', { citationUrls: [page] })],
  }),
  attempt({ runId: 'r3', caseId: 'c3', status: 'failed', facts: null }),
  attempt({
    runId: 'r4',
    caseId: 'c4',
    facts: {
      readerVersion: 'r',
      mentions: [],
      sources: cited(page).map((source) => ({ ...source, title: hostile })),
      limitationCodes: [],
      dropped: { mentions: 0, citations: 0, byReason: {} },
      usable: true,
    },
  }),
]);
const names = Object.keys(full) as (keyof Reports)[];
const table = (name: keyof Reports, reports: Reports, width: number) =>
  asTerminal(viewOf[name](reports[name] as never), width, false);
const csv = (name: keyof Reports, reports: Reports) => asCsv(csvOf[name](reports[name] as never));

/** Parses RFC 4180. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('a report on a terminal', () => {
  const sizes = names.flatMap((name) => [80, 120].map((width) => [name, width] as const));
  it.each(sizes)('%s stays within %i columns', (name, width) => {
    const widest = Math.max(
      ...table(name, full, width)
        .split('\n')
        .map((line) => stringWidth(line)),
    );
    expect(widest).toBeLessThanOrEqual(width);
  });

  it.each(names)('%s contains nothing from an answer that controls the terminal', (name) => {
    expect(table(name, full, 80)).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it.each(names)('%s says that the simulator’s answers are not measurements', (name) => {
    expect(table(name, full, 80)).toContain('SIMULATED');
  });

  it('shows an en dash, the counts and no bar without measurements', () => {
    const text = table('current', empty, 80);
    expect(text).toMatch(/Visibility at the end\s+– \(0 of 0\)\s+–/);
    expect(text).toMatch(/Average position\s+–/);
  });

  it('states the date of the score, and shows the period’s rate next to it', () => {
    const text = table('overview', full, 120);
    expect(text).toMatch(/Visibility at the end\s+\d[^\n]+\n\s+In this period\s+\d+\.\d % \(\d+ of \d+\)/);
  });

  it('never shows a percentage without its counts', () => {
    for (const name of names) {
      for (const line of table(name, full, 120).split('\n')) {
        if (/^ {2}.*\d %/.test(line) && !/0 to 100 %/.test(line)) expect(line).toMatch(/\d % \(\d+ of \d+\)/);
      }
    }
  });
});

describe('a bar', () => {
  it('draws the interval around the value', () => {
    expect(rangeBar(50, { lower: 20, upper: 80 }, 10)).toBe('··───●───·');
    expect(rangeBar(0, null, 4)).toBe('●···');
    expect(rangeBar(100, { lower: 70, upper: 100 }, 10)).toBe('·······──●');
    expect(rangeBar(null, null, 4)).toBe('    ');
  });

  it('has the requested width, whatever the figures', () => {
    const percent = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(percent, percent, percent, (value, lower, upper) => {
        expect(rangeBar(value, { lower, upper }, 20)).toHaveLength(20);
        expect(shareBar(Math.floor(lower), Math.floor(lower + upper), 10)).toHaveLength(10);
      }),
    );
  });

  it('is empty for zero and only for zero', () => {
    expect([shareBar(1, 1000, 4), shareBar(0, 1000, 4), shareBar(0, 0, 4)]).toEqual(['█░░░', '░░░░', '░░░░']);
  });

  it('writes figures with their counts, and a missing one as an en dash', () => {
    expect(formatPercent(200 / 3, 2, 3)).toBe('66.7 % (2 of 3)');
    expect(formatPercent(null, 0, 0)).toBe('– (0 of 0)');
    expect([range({ lower: 20.765, upper: 93.8 }), range(null)]).toEqual(['20.8–93.8', '–']);
  });
});

describe('a report as CSV', () => {
  it.each(names)('%s has the same number of fields on every line, each line ended by CRLF', (name) => {
    const rows = parsed(csv(name, full));
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
    expect(csv(name, full).endsWith('\r\n')).toBe(true);
  });

  property('preserves any text that is not a formula', [fc.array(fc.string(), { minLength: 1 })], (fields) => {
    const harmless = fields.map((field) => `x${field}`);
    expect(parsed(asCsv({ columns: harmless, rows: [harmless] }))).toEqual([harmless, harmless]);
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\u3000=1',
    '＝1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '\u200b=1',
    '\ufeff@A1',
    '\u202e\u00a0-1',
    '\u0000+1',
  ])('prevents a spreadsheet from executing %j', (text) => {
    const [, [field = '']] = parsed(asCsv({ columns: ['a'], rows: [[text]] })) as [string[], string[]];
    expect(field).toBe(`'${text}`);
  });

  it.each(['a;b', 'a\tb', 'a,b', 'a"b', 'a\nb', ' a', 'a '])(
    'quotes %j, which a spreadsheet could split or trim',
    (text) => {
      expect(asCsv({ columns: [text], rows: [] })).toBe(`"${text.replaceAll('"', '""')}"\r\n`);
    },
  );

  it.each(['\u200b=1+1', '\u001b[31m=1+1', '\u009b31m@A1', '\u001b]0;x\u0007=1', '\u00ad\u001b[K-1'])(
    'exposes no formula when terminal cleaning removes something from %j',
    (text) => {
      const printed = safeLines(asCsv(safeFields({ columns: ['a'], rows: [[text]] })));
      const [, [field = '']] = parsed(printed) as [string[], string[]];
      expect(field).toMatch(/^' ?[=@+-]/);
    },
  );

  it('keeps negative numbers numeric, and missing ones empty', () => {
    expect(asCsv({ columns: ['a', 'b', 'c'], rows: [[-1.5, null, false]] })).toBe('a,b,c\r\n-1.5,,false\r\n');
  });

  it('exports a question that begins like a formula as text', () => {
    const question = parsed(csv('prompts', full)).find((row) => row[0] === 'c1')?.[1];
    expect(question?.startsWith("'=HYPERLINK")).toBe(true);
  });
});

describe('a report as Markdown', () => {
  it.each(names)('%s keeps every table row in one line with as many cells as its header', (name) => {
    const lines = asMarkdown(viewOf[name](full[name] as never)).split('\n');
    let cells = 0;
    for (const line of lines) {
      if (!line.startsWith('|')) cells = 0;
      else {
        const count = line.split(/(?<!\\)\|/).length;
        if (cells > 0) expect(count).toBe(cells);
        cells = count;
      }
    }
  });

  it('shows markup of a question as text', () => {
    expect(asMarkdown(viewOf.prompts(full.prompts))).toContain('\\<b\\>bold\\</b\\>');
  });
});

describe('safe text', () => {
  it.each([
    ['colours and moves', 'a\u001b[31;1mb\u001b[2J\u001b[10;5Hc', 'a b  c'],
    ['a title of the period', 'a\u001b]0;owned\u0007b', 'a b'],
    ['a link', 'a\u001b]8;;https://evil.example\u001b\\b\u001b]8;;\u001b\\', 'a b '],
    ['commands of one byte', 'a\u009b31mb\u009d0;owned\u009cc', 'a b c'],
    ['a command that never ends', 'a\u001b]0;the rest stays', 'a ]0;the rest stays'],
    ['a line break and a return', 'a\r\nb\rc', 'a b c'],
    ['rotated and hidden elements', 'a\u202eb\u2066c\u200bd\u{e0041}e', 'abcde'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
  ])('%s', (_what, text, shown) => expect(safe(text)).toBe(shown));

  it('keeps our own line breaks only', () => {
    expect(safeLines('a\u001b[2Jb\r\nc\rd\n')).toBe('a b\r\nc d\n');
  });

  longProperty(
    'is the same value in JSON, without control characters',
    [fc.jsonValue({ stringUnit: 'binary' })],
    (value) => {
      const text = safeJson(JSON.stringify(value));
      expect(/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text)).toBe(false);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    },
  );

  longProperty('contains no control or format character', [fc.string({ unit: 'binary' })], (text) => {
    expect(/[\p{Cc}\p{Cf}]/u.test(safe(text))).toBe(false);
  });
});
