import { describe, expect, it } from 'vitest';
import { readVendorUsage, usageDifferences } from '../../../src/domain/money/vendorUsage.ts';

const day = '2026-11-21';
const read = (text: string, engine: string | null = null) => {
  const usage = readVendorUsage(text, engine);
  return typeof usage === 'string' ? usage : usage.days;
};
const half = [{ day, engine: 'openai', micro: 500_000 }];

describe("a vendor's export of usage", () => {
  it.each([
    ['with commas', `date,engine,cost\n${day},openai,0.5\n`],
    ['with semicolons', `date;engine;cost\n${day};openai;0.5\n`],
    ['with tabs', `date\tengine\tcost\n${day}\topenai\t0.5\n`],
    [
      'with a byte order mark, quotes and Windows line ends',
      `\ufeff"Date","Engine","Cost"\r\n"${day}","openai","0.5"\r\n`,
    ],
    ['with old Mac line ends', `date,engine,cost\r${day},openai,0.5\r`],
    ['with a dollar sign', `date,engine,cost\n${day},openai,$0.50\n`],
    ['with an exponent', `date,engine,cost\n${day},openai,5e-1\n`],
    ['with its currency', `date,engine,cost,currency\n${day},openai,0.3,USD\n${day},openai,0.2,usd\n`],
    ['without a leading zero', `date,engine,cost\n${day},openai,.5\n`],
    ['with a name in other letters', `date,engine,cost\n${day},OpenAI,0.5\n`],
    ['with what came back', `date,engine,cost\n${day},openai,0.7\n${day},openai,-0.2\n`],
    [
      'with lines finer than a micro-dollar',
      `date,engine,cost\n${`${day},openai,0.0000005\n`.repeat(1_000_000 / 1_000)}${day},openai,0.4995\n`,
    ],
    ['with a time in its own zone', `date,engine,cost\n2026-11-20 23:30:00 -05:00,openai,0.5\n`],
    ['with a time in UTC', `datetime_posted,function,cost\n${day}T23:59:59Z,openai,0.5\n`],
    ['with empty lines', `date,engine,cost\n\n${day},openai,0.5\n,,\n`],
  ])('is read %s', (_how, text) => {
    expect(read(text)).toEqual(half);
  });

  it.each([
    ['nothing', '', /^no column for the day/],
    ['a header alone', 'date,engine,cost\n', /^no line below the header/],
    ['no engine', `date,cost\n${day},1\n`, /--engine/],
    [
      'a value that is not a day',
      'date,engine,cost\n2026-02-30,openai,1\n',
      /^line 2: 2026-02-30 is not a date such as/,
    ],
    [
      'a date of another form',
      'date,engine,cost\n11/21/2026,openai,1\n',
      /^line 2: 11\/21\/2026 is not a date such as/,
    ],
    ['a line that is cut', `date,engine,cost\n${day},openai,1\n${day},openai\n`, /^line 3: it has 2 values/],
    ['a line of totals', `date,engine,cost\n${day},openai,1\nTotal,,1\n`, /^line 3: Total is not a date such as/],
    ['a decimal comma', `date;engine;cost\n${day};openai;0,5\n`, /^line 2: 0,5 is not an amount of US dollars/],
    ['thousands', `date,engine,cost\n${day},openai,"1,234.5"\n`, /^line 2: 1,234.5 is not an amount of US dollars/],
    ['an absurd amount', `date,engine,cost\n${day},openai,999999999999\n`, /is not an amount of US dollars/],
    [
      'another currency',
      `date,engine,cost,currency\n${day},openai,1,USD\n${day},openai,1,EUR\n`,
      /^line 3: it is in EUR, and the ledger in USD/,
    ],
    [
      'a quote without an end',
      `date,engine,cost\n${day},"openai,1\n`,
      /row 2, column 2 has a quote that is never closed/,
    ],
    [
      'a line after a quoted line break',
      `date,engine,cost,note\n${day},openai,1,"a\nb"\n${day},openai,x,\n`,
      /^line 4: x/,
    ],
  ])('is refused with %s, by line or column', (_what, text, why) => {
    expect(read(text)).toMatch(why);
  });

  it('is matched by our own tags if it has them', () => {
    const text = `date,engine,cost,tag\n${day},openai,0.3,run_1\n${day},openai,0.2,\n${day},openai,-0.1,run_1\n`;
    expect(readVendorUsage(text, null)).toEqual({
      days: [{ day, engine: 'openai', micro: 400_000 }],
      charges: [{ mark: 'run_1', micro: 200_000 }],
    });
  });

  it('differs from the ledger only if the sums do', () => {
    const vendor = [...half, { day, engine: 'seo', micro: 10 }];
    expect(usageDifferences(half, vendor)).toEqual([{ day, engine: 'seo', ledger: null, vendor: 10 }]);
    expect(usageDifferences(half, half)).toEqual([]);
  });
});
