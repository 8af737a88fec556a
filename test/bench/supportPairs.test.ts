import { expect, it } from 'vitest';
import { judgePairs } from '../../bench/support.ts';

it('gives each pair the verdict of a second program that follows the rules literally', () => {
  const pairs = judgePairs();
  expect(pairs.length).toBeGreaterThanOrEqual(250);
  expect(pairs.filter(({ wording, verdict }) => wording !== verdict)).toEqual([]);
});
