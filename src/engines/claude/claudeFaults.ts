import { type FaultRow, refusedWith } from '../../simulator/faultRow.ts';

export const claudeFaults: FaultRow = {
  haste: 300,
  question: {},
  markOf: (body) => body.requests[0].custom_id,
  refusals: {
    flaw: refusedWith(400, 'invalid_request_error'),
    tooMany: refusedWith(429, 'rate_limit_error'),
    noCredit: refusedWith(403, 'permission_error'),
  },
  findsLost: true,
  costUsd: null,
  // The vendor documents that a canceled request is not billed.
  stoppedCostUsd: 0,
  notice: null,
  cannot: {},
};
