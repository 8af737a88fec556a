import { describe, expect, it } from 'vitest';
import { compareReadings } from '../../../src/domain/answer/compareReadings.ts';
import type { KeywordResult } from '../../../src/domain/answer/savedReading.ts';

function reading(names: readonly string[], extra: Partial<KeywordResult> = {}): KeywordResult {
  const mentions = names.map((name) => ({ name, url: null, reason: '', citationUrls: [] }));
  return { text: 'An answer.', mentions, citations: [], limitations: [], ...extra };
}

describe('two readings of one answer', () => {
  it('that display the same have no change', () => {
    expect(compareReadings(reading(['A', 'B']), reading(['A', 'B']))).toBeNull();
  });

  const cases: [what: string, before: string[], after: string[], change: object][] = [
    ['a name came', ['A'], ['A', 'B'], { came: ['B'], went: [], reordered: false }],
    ['a name went', ['A', 'B'], ['B'], { came: [], went: ['A'], reordered: false }],
    ['a name came in front of the others', ['A', 'B'], ['C', 'A', 'B'], { came: ['C'], reordered: false }],
    ['the order changed', ['A', 'B', 'C'], ['A', 'C', 'B'], { came: [], went: [], reordered: true }],
    ['all of it at once', ['A', 'B', 'C'], ['C', 'D', 'A'], { came: ['D'], went: ['B'], reordered: true }],
  ];
  it.each(cases)('%s', (_what, before, after, change) => {
    expect(compareReadings(reading(before), reading(after))).toMatchObject({ ...change, before, after, otherwise: [] });
  });

  it('that differ only in a limitation, a citation or a link name it', () => {
    const limited = reading(['A'], { limitations: ['no_search: none.'] });
    expect(compareReadings(reading(['A']), limited)?.otherwise).toEqual(['limitations']);
    const linked = {
      ...reading([]),
      mentions: [{ name: 'A', url: 'https://a.example/', reason: '', citationUrls: [] }],
    };
    expect(compareReadings(reading(['A']), linked)?.otherwise).toEqual(['details of names']);
  });
});
