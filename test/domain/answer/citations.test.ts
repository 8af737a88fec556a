import { describe, expect, it } from 'vitest';
import type { FrozenAnswer } from '../../../src/domain/answer/frozenAnswer.ts';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { codesOf, frozenAnswer } from './frozen.ts';

/** Annotates every occurrence of `words` in the text with a source, as a provider does. */
function annotated(text: string, sourceOf: Readonly<Record<string, string>>, changes: Partial<FrozenAnswer> = {}) {
  const annotations = Object.entries(sourceOf).map(([words, url]) => {
    const startIndex = text.indexOf(words);
    return { url, title: `About ${words}`, startIndex, endIndex: startIndex + words.length };
  });
  return frozenAnswer(text, { annotations, ...changes });
}

const review = 'https://review.example.com/tablets';

describe('citations', () => {
  it('are the annotations, with normalised address, title and position', () => {
    const text = '1. **Acme Pad 3** – light (review)';
    const { citations } = readAnswer(annotated(text, { '(review)': `${review}?utm_source=openai` }));
    expect(citations).toEqual([{ url: review, title: 'About (review)', startIndex: 26, endIndex: 34 }]);
  });

  it('keep their positions when private marks before them are removed', () => {
    const text = '1. **Acme Pad 3**\ue200cite\ue202turn0search1\ue201 – light (review)';
    const reading = readAnswer(annotated(text, { '(review)': review }));
    const [citation] = reading.citations;
    expect(reading.text.slice(citation?.startIndex ?? 0, citation?.endIndex ?? 0)).toBe('(review)');
  });

  it('are the returned links of the text if the provider annotated nothing', () => {
    const text = `1. **Acme Pad 3** – light ([Review](${review}?utm_source=openai))\n2. **Bolt Tab** – cheap ([Other][2])\n\n[2]: https://other.example.com/ "The Other"`;
    const sources = [
      { url: review, title: 'Tablet Review' },
      { url: 'https://other.example.com/', title: null },
    ];
    const { citations, mentions } = readAnswer(frozenAnswer(text, { sources }));
    expect(citations.map(({ url, title }) => [url, title])).toEqual([
      [review, 'Tablet Review'],
      ['https://other.example.com/', 'The Other'],
    ]);
    expect(mentions.map((mention) => mention.citationUrls)).toEqual([[review], ['https://other.example.com/']]);
  });

  it('exclude a link of the text that the provider did not return, and report it', () => {
    const text = `1. **Acme Pad 3** – light ([Review](https://made-up.example.com/x))`;
    const reading = readAnswer(frozenAnswer(text, { sources: [{ url: review, title: null }] }));
    expect(reading.citations).toEqual([]);
    expect(codesOf(reading)).toContain('citation_not_returned');
    expect(reading.dropped).toEqual({ mentions: 0, citations: 1, byReason: { citation_not_returned: 1 } });
  });

  it('belong to the name whose passage contains them', () => {
    const text =
      'Before the list (zero).\n\n1. **Acme Pad 3** – light (one)\n2. **Bolt Tab** – cheap (two)\n\nAfter the list (three).';
    const urls = {
      '(zero)': 'https://a.com/0',
      '(one)': 'https://a.com/1',
      '(two)': 'https://a.com/2',
      '(three)': 'https://a.com/3',
    };
    const reading = readAnswer(annotated(text, urls));
    expect(reading.mentions.map((mention) => mention.citationUrls)).toEqual([['https://a.com/1'], ['https://a.com/2']]);
    expect(reading.citations).toHaveLength(4);
  });

  it('have the warning that they prove nothing', () => {
    expect(codesOf(readAnswer(annotated('1. **Acme Pad 3** (one)', { '(one)': review })))).toContain(
      'citation_not_verified',
    );
  });

  it('distinguish used sources from merely retrieved ones', () => {
    const sources = [
      { url: `${review}?utm_source=openai`, title: null },
      { url: 'https://unused.example.com/', title: 'Unused' },
    ];
    const reading = readAnswer(annotated('1. **Acme Pad 3** (one)', { '(one)': review }, { sources }));
    expect(reading.sources).toEqual([
      { url: review, rawUrl: `${review}?utm_source=openai`, title: 'About (one)', kind: 'cited' },
      { url: 'https://unused.example.com/', rawUrl: 'https://unused.example.com/', title: 'Unused', kind: 'retrieved' },
    ]);
  });
});

describe('the link of a name', () => {
  const linkOf = (text: string, changes: Partial<FrozenAnswer> = {}) =>
    readAnswer(frozenAnswer(text, changes)).mentions.map((mention) => mention.url);

  const pad = '1. **Acme Pad 3** – light';
  const blog = 'https://acme.com/blog/review';
  it.each([
    ['around it', '1. [Acme Pad 3](https://acme.com/pad?utm_source=openai) – light', 'https://acme.com/pad'],
    ['in its passage with its name', `${pad} ([review](${review})), see https://acme.com/pad.`, 'https://acme.com/pad'],
    ['called official', `${pad}\n   - Official website: [x.org](https://pads.x.org/)`, 'https://pads.x.org/'],
    [
      'called official, of several with its name',
      `${pad} ([acme.com](${blog}))\n   - Official site: https://acme.com/pad`,
      'https://acme.com/pad',
    ],
  ])('is the one %s', (_which, text, url) => {
    expect(linkOf(text)).toEqual([url]);
  });

  it.each([
    ['a shop', '1. **Acme Pad 3** – light\n   - **Where to buy:** [Mega Shop](https://mega-shop.com/pad)'],
    ['a review', '1. **Acme Pad 3** – light ([Review](https://review.example.com/))'],
    ['an empty target', '1. [Acme Pad 3]() – light'],
    ['another name', '1. **Acme Pad 3** – light\n2. [Bolt Tab](javascript:void) – cheap'],
  ])('is not %s', (_what, text) => {
    expect(linkOf(text).filter((url) => url !== null)).toEqual([]);
  });

  it('is not a page that several names share', () => {
    const text = '1. [Acme Pad 3](https://round-up.example.com/)\n2. [Bolt Tab](https://round-up.example.com/)';
    expect(linkOf(text)).toEqual([null, null]);
  });

  it('is in the private evidence with every other link of its passage', () => {
    const text =
      '1. **Acme Pad 3** – light ([Review](https://review.example.com/)), https://acme.com/\n2. **Bolt Tab**';
    const { evidence } = readAnswer(frozenAnswer(text));
    expect(evidence.map((one) => one.blockUrls)).toEqual([['https://review.example.com/', 'https://acme.com/'], []]);
  });
});

describe('the reason for a name', () => {
  const reasonOf = (text: string) => readAnswer(frozenAnswer(text)).mentions[0]?.reason;

  it('is its passage without marks, addresses and citations', () => {
    const text =
      '1. **Acme Pad 3** – *light* and **bright** ([Review](https://review.example.com/)).\n   * **Price:** \\$99\n   * See https://acme.com/';
    expect(reasonOf(text)).toBe('light and bright. Price: $99 See');
  });

  it('ends where the next name starts', () => {
    expect(reasonOf('### Acme Pad 3\n\nLight.\n\n### Bolt Tab\n\nCheap.')).toBe('Light.');
  });

  it('excludes the text after the list', () => {
    expect(reasonOf('- **Acme Pad 3**: light\n\nDo you want to know more?')).toBe('light');
  });

  it('is empty if the text gives none', () => {
    expect(reasonOf('1. Acme Pad 3\n2. Bolt Tab')).toBe('');
  });
});
