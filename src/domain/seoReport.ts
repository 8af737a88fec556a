/** One paid domain overview, made of two calls. */
export type SeoCallState = 'not_sent' | 'sent' | 'succeeded' | 'failed' | 'unknown';

export type SeoCallRecord = {
  name: string;
  state: SeoCallState;
  tag: string;
  sentAt: string | null;
  endedAt: string | null;
  costUsd: number | null;
  error: string | null;
  data: unknown;
};

export type SeoReportRecord = {
  id: string;
  workspaceId: string;
  ownerId: string;
  runId: string | null;
  domain: string;
  state: 'pending' | 'complete';
  provider: string;
  sandbox: boolean;
  version: number;
  requestedAt: string;
  completedAt: string | null;
  calls: readonly SeoCallRecord[];
};

/** A call that may still change. An unknown outcome is looked up for this long, in milliseconds, before it is final. */
export const unknownCallLookupMs = 24 * 3_600_000;

export function isSettled(state: SeoCallState): boolean {
  return state === 'succeeded' || state === 'failed';
}

/** A report is complete once no call can still change it, even when a half of it is missing. */
export function isComplete(calls: readonly Pick<SeoCallRecord, 'state'>[]): boolean {
  return calls.every((call) => isSettled(call.state));
}

/** Known cost of a report in US dollars; null when any call's cost is unknown. */
export function totalCostUsd(calls: readonly Pick<SeoCallRecord, 'state' | 'costUsd'>[]): number | null {
  let total = 0;
  for (const call of calls) {
    if (call.state === 'not_sent') continue;
    if (call.costUsd === null) return null;
    total += call.costUsd;
  }
  return total;
}
