import { saysNoCredit } from '../money/creditRefusal.ts';

/** A create that provably made nothing, as the vendor, or the way to it, said so. */
export type Refusal = { code: string; message: string; httpStatus: number | null; retryAfterSeconds: number | null };

/**
 * Change that is needed before the same question can be bought. `passing`: time alone. `owner`: the owner's account at the
 * vendor (credit, access, limits). `final`: the question or its settings.
 */
export type RefusalKind = 'passing' | 'owner' | 'final';

/** Never sent, or refused by the way to the vendor. */
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
  // DataForSEO answers 200 and says it in a code: 401xx of access, 402xx of the account and its limits.
  return /^40[12]\d\d$/.test(code) ? 'owner' : 'final';
}

const firstWaitMs = 10_000;
const maxWaitMs = 30 * 60_000;

/**
 * Time to wait before the same question is asked again, in milliseconds: as long as the vendor says, and longer with
 * each refusal in a row. Null: asking again changes nothing.
 * @param refusals in a row, this one included
 */
export function waitAfterRefusal(kind: RefusalKind, retryAfterSeconds: number | null, refusals: number): number | null {
  if (kind === 'final') return null;
  if (kind === 'owner') return maxWaitMs;
  const first = retryAfterSeconds === null ? firstWaitMs : 1_000;
  const growing = Math.min(maxWaitMs, first * 2 ** Math.min(refusals - 1, 20));
  return Math.max(growing, (retryAfterSeconds ?? 0) * 1_000);
}
