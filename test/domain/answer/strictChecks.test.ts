import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { readerVersion } from '../../../src/domain/answer/readerVersion.ts';
import type { Draft, VerifyContext } from '../../../src/domain/answer/verify.ts';
import { verifyDrafts } from '../../../src/domain/answer/verify.ts';
import { long } from '../../support/long.ts';
import { longProperty, property } from '../../support/property.ts';
import { codesOf, frozenAnswer } from './frozen.ts';

const page = 'https://review.example.com/tablets';
const text = 'Acme Pad 3 is light. Bolt Tab is cheap.';

function draft(changes: Partial<Draft> = {}): Draft {
  const base = { name: 'Acme Pad 3', nameStart: 0, nameEnd: 10, url: null, reason: 'is light.', citationUrls: [] };
  return { ...base, blocks: [{ start: 0, end: 20 }], blockUrls: [], number: null, ...changes };
}

const second: Partial<Draft> = { name: 'Bolt Tab', nameStart: 21, nameEnd: 29, blocks: [{ start: 21, end: 39 }] };

function context(changes: Partial<VerifyContext> = {}): VerifyContext {
  return { text, citations: [], returned: new Set([page]), ...changes };
}

describe('a claim about an answer', () => {
  it('K1: is dropped if the text does not contain its name', () => {
    const { mentions, droppedMentions, byReason } = verifyDrafts([draft({ name: 'Delta One' })], context());
    expect(mentions).toEqual([]);
    expect(droppedMentions).toBe(1);
    expect(byReason).toEqual({ name_not_in_text: 1 });
  });

  it('K1: is accepted if only case, width, spaces and punctuation differ', () => {
    const { mentions } = verifyDrafts(
      [draft({ name: 'ACME  ｐａｄ 3' })],
      context({ text: 'The **Acme** Pad\n3 is light.' }),
    );
    expect(mentions).toHaveLength(1);
  });

  it('K2: has its reason stripped of addresses and cut to 500 characters', () => {
    const reason = `See https://acme.com/x now. ${'word '.repeat(200)}`;
    const { mentions, byReason } = verifyDrafts([draft({ reason })], context());
    expect(mentions[0]?.reason).toMatch(/^See {2}now\. word/);
    expect(mentions[0]?.reason.length).toBeLessThanOrEqual(500);
    expect(byReason).toEqual({ reason_trimmed: 1 });
  });

  it.each([['ftp://acme.com/'], ['https://me:secret@acme.com/'], ['http://10.0.0.1/'], ['acme']])(
    'K3: loses a link that is not a public web page: %s',
    (url) => {
      const { mentions, byReason } = verifyDrafts([draft({ url })], context());
      expect(mentions[0]?.url).toBeNull();
      expect(byReason).toEqual({ url_invalid: 1 });
    },
  );

  it('K4: shows its links in normal form', () => {
    const url = 'https://Review.example.com/tablets?utm_source=openai#:~:text=Acme';
    expect(verifyDrafts([draft({ url })], context()).mentions[0]?.url).toBe(page);
  });

  const citation = { url: page, title: null, startIndex: 5, endIndex: 9 };

  it('K5: loses a citation that the provider did not return', () => {
    const { mentions, droppedCitations, byReason } = verifyDrafts(
      [draft({ citationUrls: ['https://made-up.example.com/'] })],
      context({ citations: [citation] }),
    );
    expect(mentions[0]?.citationUrls).toEqual([]);
    expect(droppedCitations).toBe(1);
    expect(byReason).toEqual({ citation_not_returned: 1 });
  });

  it('K6: keeps a citation only at its position', () => {
    const drafts = [draft({ citationUrls: [page] }), draft({ ...second, citationUrls: [page] })];
    const { mentions, byReason } = verifyDrafts(drafts, context({ citations: [citation] }));
    expect(mentions.map((mention) => mention.citationUrls)).toEqual([[page], []]);
    expect(byReason).toEqual({ citation_outside_block: 1 });
  });

  it('K7: loses a link that neither its passage nor the provider contains', () => {
    const { mentions, byReason } = verifyDrafts([draft({ url: 'https://elsewhere.com/' })], context());
    expect(mentions[0]?.url).toBeNull();
    expect(byReason).toEqual({ url_not_evidenced: 1 });
  });

  it('K7: keeps a link whose host is in its passage', () => {
    const own = draft({ url: 'https://acme.com/pad', blockUrls: ['https://acme.com/'] });
    expect(verifyDrafts([own], context()).mentions[0]?.url).toBe('https://acme.com/pad');
  });

  it('K8: is ordered by its position in the text if nothing is numbered', () => {
    const { mentions, evidence, byReason } = verifyDrafts([draft(second), draft()], context());
    expect(mentions.map((mention) => mention.name)).toEqual(['Acme Pad 3', 'Bolt Tab']);
    expect(evidence[0]?.orderBasis).toBe('first_offset');
    expect(byReason).toEqual({ reordered: 2 });
  });

  it('K8: is ordered by written numbers that count down', () => {
    const { mentions, evidence } = verifyDrafts([draft({ number: 2 }), draft({ ...second, number: 1 })], context());
    expect(mentions.map((mention) => mention.name)).toEqual(['Bolt Tab', 'Acme Pad 3']);
    expect(evidence[0]?.orderBasis).toBe('explicit_rank');
  });

  it('K8: is ordered by its position if the numbers start again', () => {
    const { evidence } = verifyDrafts([draft({ number: 1 }), draft({ ...second, number: 1 })], context());
    expect(evidence[0]?.orderBasis).toBe('first_offset');
  });

  it('K9: is merged with an earlier claim of the same name', () => {
    const again = draft({ ...second, name: 'Acme-Pad 3', citationUrls: [page] });
    const { mentions, byReason } = verifyDrafts(
      [draft(), again],
      context({ text: `${text} Acme-Pad 3`, citations: [{ ...citation, startIndex: 25, endIndex: 30 }] }),
    );
    expect(mentions).toEqual([{ name: 'Acme Pad 3', url: null, reason: 'is light.', citationUrls: [page] }]);
    expect(byReason).toEqual({ merged: 1 });
  });

  it('is one of at most fifty', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Acme ${index + 1}x`);
    const drafts = names.map((name, index) => draft({ name, nameStart: index, nameEnd: index + 1 }));
    const { mentions, byReason } = verifyDrafts(drafts, context({ text: names.join(' ') }));
    expect(mentions).toHaveLength(50);
    expect(byReason).toEqual({ too_many: 10 });
  });
});

const list = '1. **Acme Pad 3** – light\n2. **Bolt Tab** – cheap';

describe('a reading reports its limitations', () => {
  long('K10: a citation without a valid position', () => {
    const annotations = [{ url: page, title: 'Review', startIndex: 5, endIndex: 900 }];
    const reading = readAnswer(frozenAnswer(list, { annotations }));
    expect(codesOf(reading)).toContain('bad_offsets');
    expect(reading.citations).toEqual([{ url: page, title: 'Review', startIndex: null, endIndex: null }]);
    expect(reading.mentions.flatMap((mention) => mention.citationUrls)).toEqual([]);
  });

  it.each([
    ['no search was completed', 0, 'completed no web search'],
    ['the provider did not say whether it searched', null, 'did not say'],
  ])('K11: %s', (_what, searchCount, words) => {
    const { limitations } = readAnswer(frozenAnswer(list, { searchCount }));
    expect(limitations.filter((one) => one.startsWith('no_search: ') && one.includes(words))).toHaveLength(1);
  });

  const both = ['Acme Pad 3', 'Bolt Tab'];
  const cut = { incompleteReason: 'max_output_tokens' };
  const prose = 'I would recommend Acme Pad 3 for most people. Bolt Tab is also a great choice.';
  const sections = '## Best overall\n\n1. **Acme Pad 3** – light\n\n## Best value\n\n1. **Bolt Tab** – cheap';
  const reverse = '2. **Acme Pad 3** – light\n1. **Bolt Tab** – cheap';
  type Frozen = Parameters<typeof frozenAnswer>[1];
  it.each<[what: string, code: string, usable: boolean, names: string[], text: string, more?: Frozen]>([
    ['K11: a refusal', 'refusal', false, [], 'I cannot help with 1. **Acme Pad 3**', { refusal: 'I cannot help.' }],
    ['K11: an end before the first name', 'truncated', false, [], 'There are many', cut],
    ['K11: an end in the middle of a list', 'truncated', true, both, list, cut],
    ['K11: no list', 'no_list', true, [], 'It depends on what you need.'],
    ['K11: no text', 'empty_text', false, [], ' \n'],
    ['K12: a second reader that finds other names', 'extractor_disagreement', true, both, prose],
    ['an order without numbers', 'order_by_position_in_text', true, both, list.replace(/\d\./g, '*')],
    ['an order whose numbers start again', 'order_by_position_in_text', true, both, sections],
    ['a list read in reverse', 'reordered', true, both.toReversed(), reverse],
    ['names taken from running text', 'read_from_prose', true, ['Acme Pad 3'], 'I would recommend Acme Pad 3.'],
    ['a text read only in part', 'text_too_long', true, both, `${list}\n\n${'word '.repeat(100_000)}`],
  ])('%s: %s, usable: %s', (_what, code, usable, names, text, more) => {
    const reading = readAnswer(frozenAnswer(text, more));
    expect(codesOf(reading)).toContain(code);
    expect([reading.usable, reading.mentions.map(({ name }) => name)]).toEqual([usable, names]);
  });

  it('K11, K12: nothing after a completed search, if both readers agree and numbers state the order', () => {
    const reading = readAnswer(frozenAnswer(list));
    expect(codesOf(reading)).toEqual([]);
    expect(reading.evidence.map((one) => one.orderBasis)).toEqual(['explicit_rank', 'explicit_rank']);
  });
});

describe('a reading of any text', () => {
  const piece = fc.constantFrom(
    ...[
      '1. ',
      '2) ',
      '# ',
      '### ',
      '* ',
      '- ',
      '**',
      '__',
      '[',
      ']',
      '(',
      ')',
      '](',
      'https://acme.com/a',
      '|',
      '---',
      '\n',
      '\n\n',
    ],
    ...[
      'Acme Pad',
      'Bolt 3',
      'light',
      ': ',
      ' – ',
      '$99',
      '🥇',
      '\ue200cite\ue202x\ue201',
      '\\',
      '[1]: ',
      '.',
      'Best overall',
      '😀',
      ' ',
    ],
  );

  longProperty(
    'names only parts of the text, at positions inside it, and never twice',
    [fc.array(piece, { maxLength: 60 })],
    { numRuns: 300 },
    (parts) => {
      const reading = readAnswer(frozenAnswer(parts.join('')));
      expect(reading.readerVersion).toBe(readerVersion);
      expect(reading.evidence).toHaveLength(reading.mentions.length);
      expect(new Set(reading.mentions.map((mention) => mention.name)).size).toBe(reading.mentions.length);
      for (const { nameStart, nameEnd } of reading.evidence) {
        expect(nameStart).toBeGreaterThanOrEqual(0);
        expect(nameEnd).toBeGreaterThan(nameStart);
        expect(nameEnd).toBeLessThanOrEqual(reading.text.length);
      }
    },
  );

  property('is the same every time', [fc.array(piece, { maxLength: 40 })], { numRuns: 50 }, (parts) => {
    const frozen = frozenAnswer(parts.join(''));
    expect(readAnswer(frozen)).toEqual(readAnswer(frozen));
  });

  it.each([
    ['['],
    ['[a]('],
    ['**'],
    ['1. A\n'],
    ['- **A** – b\n'],
    ['A: b. '],
    ['|a|b|\n'],
    ['Consider Acme 3 or '],
    ['\ue200'],
    ['https://a.com '],
  ])('ends when a million characters repeat %j', (unit) => {
    const reading = readAnswer(frozenAnswer(unit.repeat(Math.ceil(1_000_000 / unit.length))));
    expect(reading.mentions.length).toBeLessThanOrEqual(50);
  });
});
