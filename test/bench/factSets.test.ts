import { describe, expect, it } from 'vitest';
import { factSets, judgeSet } from '../../bench/facts.ts';

describe.each(factSets)('sentences of set %s', (set) => {
  const all = judgeSet(set);
  const withVerdict = (isTrue: boolean, verdict: string) =>
    all.filter((one) => one.isTrue === isTrue && one.verdict === verdict).map(({ sentence }) => sentence);

  it('are in eight languages or more, at least ninety', () => {
    expect(all.length).toBeGreaterThanOrEqual(90);
    expect(new Set(all.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8);
  });

  it('contradict nothing if they are true', () => {
    expect(withVerdict(true, 'contradicts')).toEqual([]);
  });

  it('never agree if they are wrong', () => {
    expect(withVerdict(false, 'agrees')).toEqual([]);
  });
});

// The rules find fewer facts of K (docs/facts.md).
/** Lower for K, which is newer, and for L, on which the rules were never improved. */
const leastFound: Partial<Record<(typeof factSets)[number], number>> = { K: 0.7, L: 0.45 };

it.each(factSets)('wrong sentences of set %s contradict as often as docs/benchmarks.md says', (set) => {
  const wrong = judgeSet(set).filter(({ isTrue }) => !isTrue);
  const found = wrong.filter(({ verdict }) => verdict === 'contradicts').length / wrong.length;
  expect(found).toBeGreaterThanOrEqual(leastFound[set] ?? 0.8);
});
