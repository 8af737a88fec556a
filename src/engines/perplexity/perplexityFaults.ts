import { type FaultRow, listsNothing, refusedWith } from '../../simulator/faultRow.ts';

export const perplexityFaults: FaultRow = {
  haste: 100,
  question: {},
  markOf: null,
  refusals: {
    flaw: refusedWith(400, 'invalid_request'),
    tooMany: refusedWith(429, 'rate_limit_exceeded'),
    noCredit: refusedWith(402, 'insufficient_quota'),
  },
  findsLost: false,
  costUsd: 'stated',
  stoppedCostUsd: null,
  notice: null,
  cannot: {
    'a lost reply whose search fails at first': listsNothing,
    'two pieces of work with our mark': 'it takes no mark',
  },
};
