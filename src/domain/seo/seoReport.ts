/** Calls of a paid domain overview: the first always, and one of the others. */
export const seoCallNames = ['domain_rank_overview', 'ranked_keywords', 'backlinks_summary'] as const;
export type SeoCallName = (typeof seoCallNames)[number];

/** Operator's choices for the second call of new reports. */
export const secondSeoCalls = ['ranked_keywords', 'backlinks_summary'] as const;
export type SecondSeoCall = (typeof secondSeoCalls)[number];

/** Returns the two calls of a report claimed now. They are saved with it, so a later choice does not change them. */
export function seoCallsOf(second: SecondSeoCall): readonly [SeoCallName, SeoCallName] {
  return ['domain_rank_overview', second];
}

export type SeoCallState = 'not_sent' | 'sent' | 'succeeded' | 'failed' | 'unknown';

/** One attempt that the provider refused before any work, for lack of capacity. */
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
  /**
   * The same moment on the steady clock: determines the place in the owner's hour, and the age used when searching for
   * lost calls.
   */
  countedAt: string;
  completedAt: string | null;
  calls: readonly SeoCallRecord[];
};

/**
 * Returns the tag of an attempt, by which the provider finds it: report, call, and from the second attempt its number.
 */
export function seoTag(reportId: string, name: SeoCallName, refusals: number): string {
  return `${reportId}:${name}${refusals === 0 ? '' : `:${refusals + 1}`}`;
}

/** Time for which a call with unknown outcome is searched for, in milliseconds, before it is final. */
export const unknownCallLookupMs = 24 * 3_600_000;
/** The same if the provider could not be reached: a failed search proves nothing about a call. */
export const unaskedCallLookupMs = 7 * unknownCallLookupMs;

function isSettled(state: SeoCallState): boolean {
  return state === 'succeeded' || state === 'failed';
}

/** Returns true once no call can change any more, even if one half is missing. */
export function isComplete(calls: readonly Pick<SeoCallRecord, 'state'>[]): boolean {
  return calls.every((call) => isSettled(call.state));
}

/** Returns the known cost of a report in US dollars; null if any call's cost is unknown. */
export function totalCostUsd(calls: readonly Pick<SeoCallRecord, 'state' | 'costUsd'>[]): number | null {
  let total = 0;
  for (const call of calls) {
    if (call.state === 'not_sent') continue;
    if (call.costUsd === null) return null;
    total += call.costUsd;
  }
  return total;
}
