import { describe, expect, it } from 'vitest';
import { factSets, judgeSet } from '../../bench/facts.ts';

describe.each(factSets)('sentences of set %s', (set) => {
  const all = judgeSet(set);
  const withVerdict = (isTrue: boolean | null, verdict: string) =>
    all.filter((one) => one.isTrue === isTrue && one.verdict === verdict).map(({ sentence }) => sentence);

  it('are in eight languages or more, at least ninety', () => {
    expect(all.length).toBeGreaterThanOrEqual(90);
    expect(new Set(all.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8);
  });

  it('contradict nothing if they are true', () => {
    expect(withVerdict(true, 'contradicts')).toEqual([]);
  });

  it('never agree if they are wrong, or deny, bound or attribute the value to others', () => {
    expect([...withVerdict(false, 'agrees'), ...withVerdict(null, 'agrees')]).toEqual([]);
  });
});

/** Shares that docs/benchmarks.md states for newer sets; the rules find no more in O, P and R to T than when these were written. */
const leastFound: Readonly<Record<string, number>> = {
  ...{ K: 0.76, L: 0.65, M: 0.62, N: 0.43, O: 0.43, P: 0.36, R: 0.4, S: 0.68, T: 0.62 },
};

it.each(factSets)('wrong sentences of set %s contradict as often as docs/benchmarks.md says', (set) => {
  const wrong = judgeSet(set).filter(({ isTrue }) => isTrue === false);
  const found = wrong.filter(({ verdict }) => verdict === 'contradicts').length / wrong.length;
  expect(found).toBeGreaterThanOrEqual(leastFound[set] ?? 0.8);
});
