import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../bench/readAnswers.ts';
import { readAnswers, scoreAnswers, variants } from '../../bench/readAnswers.ts';
import { newFolder } from '../support/newFolder.ts';

const rows: readonly Row[] = [
  {
    id: 'whole',
    text: '1. **Acme Pad 3** – light\n2. **Bolt Tab** – cheap',
    sources: [],
    labels: [
      { rank: 1, brand: 'Acme', name: 'Pad 3' },
      { rank: 2, brand: 'Bolt', name: 'Tab' },
    ],
  },
  {
    id: 'turned',
    text: '1. **Bolt Tab** – cheap\n2. **Acme Pad 3** – light\n3. **Cargo Slate Mini** – small',
    sources: [],
    labels: [
      { rank: 1, brand: 'Acme', name: 'Pad 3' },
      { rank: 2, brand: 'Bolt', name: 'Tab' },
      { rank: 3, brand: null, name: 'Never Written' },
    ],
  },
  { id: 'silent', text: 'What is your budget?', sources: [], labels: [] },
];

const figures = scoreAnswers(rows, (text) => text);

describe('figures of the reader benchmark', () => {
  it('count a label only if the text contains it', () => {
    expect(figures.recall).toBe(1);
  });

  it('count every unlabelled mention against precision', () => {
    expect(figures.precision).toBe(4 / 5);
  });

  it('report complete label lists separately', () => {
    expect(figures.complete).toBe(1);
  });

  it('compare the first mention with the text and with the ranks', () => {
    expect([figures.first, figures.firstRank]).toEqual([1, 1 / 2]);
  });

  it('compare pairs with the text and with the ranks', () => {
    expect([figures.pairs, figures.rankPairs]).toEqual([1, 1 / 2]);
  });

  it('count unlabelled answers with an empty reading', () => {
    expect(figures.silent).toBe(1);
  });

  it('are reported for the original text and every variant of a JSON lines file', async () => {
    const folder = newFolder();
    const file = join(folder, 'answers.jsonl');
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const told = await readAnswers.run([file]);
    expect(told.filter(({ what }) => what.endsWith(': recall'))).toHaveLength(variants.length);
    expect(told.find(({ what }) => what === 'as given: precision')?.value).toBe(4 / 5);
  });

  it('are skipped with the reason if no file is named', async () => {
    await expect(readAnswers.run([])).rejects.toThrow('name a JSONL file');
  });
});
