import { describe, expect, it } from 'vitest';
import { quoteText } from '../../src/cli/money/spending.ts';
import { upperPrice } from '../../src/client/upperPrice.ts';

describe('the upper price of a quote', () => {
  it('is an upper limit only if no more than that amount is held', () => {
    expect(upperPrice({ maxUsd: 0.66, heldUsd: 0.66 })).toEqual({ word: 'at most', heldBeyond: null });
    expect(upperPrice({ maxUsd: null, heldUsd: 0.5 })).toEqual({ word: 'at most', heldBeyond: null });
    expect(upperPrice({ maxUsd: 0.05, heldUsd: 0.66 })).toEqual({ word: 'rarely above', heldBeyond: 0.66 });
  });

  it('is marked as such on the command line if it is estimated from the last answers', () => {
    const sum = { bought: 1, reused: 0, blocked: 0, unpriced: 0, typicalUsd: 0.04, maxUsd: 0.05, heldUsd: 0.66 };
    const rest = {
      repeats: 1,
      maxAgeSeconds: 0,
      items: [],
      engines: [],
      budgets: [],
      fits: null,
      needsApproval: false,
      simulated: false,
    };
    expect(quoteText({ ...rest, total: sum })).toContain('typically 0.040000, rarely above 0.050000, held 0.660000');
    expect(quoteText({ ...rest, total: { ...sum, maxUsd: 0.66 } })).toContain('at most 0.660000, held 0.660000');
  });
});
