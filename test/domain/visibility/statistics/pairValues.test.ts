import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jaccard } from '../../../../src/domain/statistics/jaccard.ts';
import { pairValues } from '../../../../src/domain/statistics/pairValues.ts';
import { rankBiasedOverlap } from '../../../../src/domain/statistics/rankBiasedOverlap.ts';

const list = fc.uniqueArray(fc.constantFrom('a.example', 'b.example', 'c.example', 'd.example'), { maxLength: 4 });
const textOf = (items: readonly string[]): string => items.join('\n');

describe('values of all pairs', () => {
  it.each([
    ['rank-biased overlap', rankBiasedOverlap],
    ['Jaccard', jaccard],
  ] as const)('%s: the same numbers in the same order as of each pair by itself', (_name, measure) => {
    fc.assert(
      fc.property(fc.array(list, { maxLength: 25 }), (lists) => {
        const each = lists.flatMap((one, index) =>
          lists.slice(index + 1).flatMap((other) => measure(one, other) ?? []),
        );
        expect(pairValues(lists, textOf, (one, other) => measure(one, other))).toEqual(each);
      }),
    );
  });

  it('measures each pair of texts once', () => {
    let measured = 0;
    const lists = Array.from({ length: 600 }, (_none, at) => [`${at % 3}.example`]);
    const values = pairValues(lists, textOf, () => {
      measured += 1;
      return 1;
    });
    expect([values.length, measured]).toEqual([179_700, 9]);
  });
});
