import { describe, expect, it } from 'vitest';
import { citedSentences } from '../../../src/domain/support/citedSentence.ts';

const url = 'https://list.example/a';

/** Returns the cited sentence at a mark in a text. */
function sentenceOf(text: string, mark: string): string | null {
  const startIndex = text.indexOf(mark);
  const citation = { url, title: null, startIndex, endIndex: startIndex + mark.length };
  return citedSentences(text, [citation])[0]?.sentence?.text ?? null;
}

describe('the sentence of a citation', () => {
  const mark = '([list](https://list.example/a))';

  it('is the one in which its mark appears', () => {
    expect(sentenceOf(`Acme is fast. Beta is cheap ${mark}. Gamma is old.`, mark)).toBe('Beta is cheap.');
  });

  it('is the one before a mark that follows the full stop', () => {
    expect(sentenceOf(`Acme is fast. Beta is cheap. ${mark} Gamma is old.`, mark)).toBe('Beta is cheap.');
  });

  it('is the last sentence of the previous line if a mark has its own line', () => {
    expect(sentenceOf(`Acme is fast. Beta is cheap.\n${mark}`, mark)).toBe('Beta is cheap.');
  });

  it('is the whole item of a list', () => {
    expect(sentenceOf(`1. **Acme**: fast. It is small. ${mark}\n2. Beta`, mark)).toBe('Acme: fast. It is small.');
  });

  it('does not end at an abbreviation or a decimal point', () => {
    const text = `Acme Inc. rates 4.5 of 5, e.g. on speed ${mark}.`;
    expect(sentenceOf(text, mark)).toBe('Acme Inc. rates 4.5 of 5, e.g. on speed.');
  });

  it('is unknown if the provider gives no position', () => {
    expect(citedSentences('Acme.', [{ url, title: null, startIndex: null, endIndex: null }])).toEqual([
      { url, sentence: null },
    ]);
  });

  it('counts once for each page, and after fifty citations no more are read', () => {
    const text = 'Acme is fast.';
    const one = { url, title: null, startIndex: 0, endIndex: 13 };
    expect(citedSentences(text, [one, one])).toHaveLength(1);
    const many = Array.from({ length: 60 }, (_none, at) => ({ ...one, url: `${url}${at}` }));
    expect(citedSentences(text, many)).toHaveLength(50);
  });
});
