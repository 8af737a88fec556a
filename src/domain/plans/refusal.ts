import { saysNoCredit } from '../money/creditRefusal.ts';

/** A create that provably created nothing, according to the vendor or the connection to it. */
export type Refusal = { code: string; message: string; httpStatus: number | null; retryAfterSeconds: number | null };

/**
 * Change that is needed before the same question can be bought. `passing`: only time. `owner`: the owner's account at
 * the vendor (credit, access, limits). `final`: the question or its settings.
 */
export type RefusalKind = 'passing' | 'owner' | 'final';

/** Never sent, or refused before reaching the vendor. */
const passingCodes = [
  'connect_refused',
  'name_not_resolved',
  'not_reachable',
  'too_many_at_once',
  'provider_unavailable',
  'places_unavailable',
  'deadline_passed',
  'engine_off',
];
const ownerStatuses = [401, 402, 403];

export function kindOfRefusal({ code, message, httpStatus, retryAfterSeconds }: Refusal): RefusalKind {
  if (saysNoCredit(`${code}: ${message} Nothing was bought.`)) return 'owner';
  if (retryAfterSeconds !== null || httpStatus === 429 || passingCodes.includes(code)) return 'passing';
  if (code === 'client_unusable' || (httpStatus !== null && ownerStatuses.includes(httpStatus))) return 'owner';
  // DataForSEO responds with 200 and a code: 401xx for access, 402xx for the account and its limits.
  return /^40[12]\d\d$/.test(code) ? 'owner' : 'final';
}

const firstWaitMs = 10_000;
const maxWaitMs = 30 * 60_000;

/**
 * Returns the time to wait before the same question is asked again, in milliseconds: as long as the vendor demands, and
 * longer with each consecutive refusal. Null: a retry would be useless.
 * @param refusals consecutive ones, including this one
 */
export function waitAfterRefusal(kind: RefusalKind, retryAfterSeconds: number | null, refusals: number): number | null {
  if (kind === 'final') return null;
  if (kind === 'owner') return maxWaitMs;
  const first = retryAfterSeconds === null ? firstWaitMs : 1_000;
  const growing = Math.min(maxWaitMs, first * 2 ** Math.min(refusals - 1, 20));
  return Math.max(growing, (retryAfterSeconds ?? 0) * 1_000);
}
