import { type FaultRow, listsNothing, refusedWith } from '../../simulator/faultRow.ts';

export const geminiFaults: FaultRow = {
  haste: 100,
  question: {},
  markOf: ({ labels }) => Buffer.from(labels.run_id, 'hex').toString(),
  refusals: {
    flaw: refusedWith(400, 'invalid_request'),
    tooMany: refusedWith(429, 'resource_exhausted'),
    noCredit: refusedWith(403, 'permission_denied'),
  },
  findsLost: false,
  costUsd: null,
  stoppedCostUsd: null,
  notice: { secretVariable: 'GEMINI_WEBHOOK_SECRET', event: 'interaction.completed' },
  cannot: {
    'a lost reply whose search fails at first': listsNothing,
    'two pieces of work with our mark': listsNothing,
  },
};
