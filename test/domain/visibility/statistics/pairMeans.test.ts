import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jaccard } from '../../../../src/domain/statistics/jaccard.ts';
import { mean } from '../../../../src/domain/statistics/median.ts';
import { meanJaccard, meanRankBiasedOverlap, meanSameFirst } from '../../../../src/domain/statistics/pairMeans.ts';
import { property } from '../../../support/property.ts';
import { turnsOf } from '../../../support/turns.ts';
import { rankBiasedOverlap } from './overlap.ts';

const items = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example', 'f.example'];
const list = fc.uniqueArray(fc.constantFrom(...items), { maxLength: 6 });
const lists = fc.array(list, { maxLength: 25 });

type List = readonly string[];
type Measure = (one: List, other: List) => number | null;

/** Returns the value of each single pair, in the order of the items. */
function valuesOf(measure: Measure, given: readonly List[]): number[] {
  return given.flatMap((one, index) => given.slice(index + 1).flatMap((other) => measure(one, other) ?? []));
}

const sameFirst: Measure = (one, other) => {
  if (one.length + other.length === 0) return null;
  return one[0] === other[0] ? 1 : 0;
};

describe('means over all pairs', () => {
  it.each([
    ['Jaccard', jaccard, (given: readonly List[]) => meanJaccard([given.map((each) => new Set(each))])],
    ['rank-biased overlap', rankBiasedOverlap, meanRankBiasedOverlap],
    ['the same first item', sameFirst, meanSameFirst],
  ] as const)('%s: equal, to the last bit, to the mean of the single pairs', (_name, measure, meanOf) => {
    fc.assert(
      fc.property(lists, (given) => {
        const values = valuesOf(measure, given);
        expect(meanOf(given)).toStrictEqual({ pairs: values.length, mean: mean(values) });
      }),
    );
  });

  property(
    'compares nothing across groups, and sums one group after the other',
    [fc.array(lists, { maxLength: 4 })],
    (groups) => {
      const values = groups.flatMap((group) => valuesOf(jaccard, group));
      const sets = groups.map((group) => group.map((each) => new Set(each)));
      expect(meanJaccard(sets)).toStrictEqual({ pairs: values.length, mean: mean(values) });
    },
  );

  it('compares more kinds of lists than it caches', () => {
    const given = Array.from({ length: 1_100 }, (_none, at) => [`${at}`, ...items.slice(at % 6)]);
    const values = valuesOf(rankBiasedOverlap, given.slice(-30));
    expect(meanRankBiasedOverlap(given).pairs).toBe((1_100 * 1_099) / 2);
    expect(meanRankBiasedOverlap(given.slice(-30)).mean).toBe(mean(values));
  });

  it('compares 600 different answers in a quarter of the time of single pairs', async () => {
    const given = Array.from({ length: 600 }, (_none, at) => [`${at}`, ...items]);
    const sets = given.map((each) => new Set(each));
    const apart = await turnsOf(async () => [valuesOf(jaccard, given), valuesOf(rankBiasedOverlap, given)]);
    const together = await turnsOf(async () => [meanJaccard([sets]), meanRankBiasedOverlap(given)]);
    expect(together.totalMs).toBeLessThan(apart.totalMs / 4);
  });
});
