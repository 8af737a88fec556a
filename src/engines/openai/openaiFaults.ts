import { type FaultRow, refusedWith } from '../../simulator/faultRow.ts';

export const openAiFaults: FaultRow = {
  haste: 1,
  question: {},
  markOf: (body) => body.metadata.run_id,
  refusals: {
    flaw: refusedWith(400, 'invalid_value'),
    tooMany: refusedWith(429, 'rate_limit_exceeded'),
    noCredit: refusedWith(429, 'insufficient_quota'),
  },
  findsLost: true,
  costUsd: null,
  stoppedCostUsd: null,
  notice: { secretVariable: 'OPENAI_WEBHOOK_SECRET', event: 'response.completed' },
  cannot: { 'two pieces of work with our mark': 'a conversation holds one response at a time' },
};
