import { expect, it } from 'vitest';
import { judgePairs } from '../../bench/support.ts';

it('judges every pair as a second program did by the letter of the rules', () => {
  const pairs = judgePairs();
  expect(pairs.length).toBeGreaterThanOrEqual(250);
  expect(pairs.filter(({ wording, verdict }) => wording !== verdict)).toEqual([]);
});
