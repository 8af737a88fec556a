/** The calls that a paid domain overview can be made of: the first always, and one of the others. */
export const seoCallNames = ['domain_rank_overview', 'ranked_keywords', 'backlinks_summary'] as const;
export type SeoCallName = (typeof seoCallNames)[number];

/** Choices of the operator for the second call of new reports. */
export const secondSeoCalls = ['ranked_keywords', 'backlinks_summary'] as const;
export type SecondSeoCall = (typeof secondSeoCalls)[number];

/** The two calls of a report that is claimed now. They are saved with it: a later choice does not change them. */
export function seoCallsOf(second: SecondSeoCall): readonly [SeoCallName, SeoCallName] {
  return ['domain_rank_overview', second];
}

export type SeoCallState = 'not_sent' | 'sent' | 'succeeded' | 'failed' | 'unknown';

/** One try that the provider refused before any work, for want of room. */
export type SeoRefusal = { sentAt: string; code: string };

export type SeoCallRecord = {
  name: SeoCallName;
  state: SeoCallState;
  /** Tag of the current or next attempt; every attempt has its own. */
  tag: string;
  sentAt: string | null;
  endedAt: string | null;
  costUsd: number | null;
  error: string | null;
  data: unknown;
  refusals: readonly SeoRefusal[];
};

/** One paid domain overview, made of two calls. */
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
  /** The same moment by the steady count: the place in the owner's hour, and the age that lookups of lost calls follow. */
  countedAt: string;
  completedAt: string | null;
  calls: readonly SeoCallRecord[];
};

/** The tag of a call's try, by which the provider finds it: of the report, the call, and from the second try its number. */
export function seoTag(reportId: string, name: SeoCallName, refusals: number): string {
  return `${reportId}:${name}${refusals === 0 ? '' : `:${refusals + 1}`}`;
}

/** Time for which an unknown outcome of a call is searched for, in milliseconds, before it is final. */
export const unknownCallLookupMs = 24 * 3_600_000;
/** The same where the provider could not be reached: a failed search says nothing about a call. */
export const unaskedCallLookupMs = 7 * unknownCallLookupMs;

function isSettled(state: SeoCallState): boolean {
  return state === 'succeeded' || state === 'failed';
}

/** A report is complete once no call can still change it, even when a half of it is missing. */
export function isComplete(calls: readonly Pick<SeoCallRecord, 'state'>[]): boolean {
  return calls.every((call) => isSettled(call.state));
}

/** Known cost of a report in US dollars; null if any call's cost is unknown. */
export function totalCostUsd(calls: readonly Pick<SeoCallRecord, 'state' | 'costUsd'>[]): number | null {
  let total = 0;
  for (const call of calls) {
    if (call.state === 'not_sent') continue;
    if (call.costUsd === null) return null;
    total += call.costUsd;
  }
  return total;
}
