import type { ClaimedBot } from '../checks/bots.ts';
import { addressMatcher, isLocal } from './addressList.ts';
import { isDirectory } from './webBotAuth.ts';

/** `operator_only`: proves the vendor, but not which of its crawlers it was. */
export type Verdict = 'verified' | 'operator_only' | 'false_claim' | 'unverifiable';

/** Method by which a verdict was reached. */
export type VerdictMethod = 'cdn' | 'signature' | 'address_list' | 'reverse_dns' | 'never_sent' | 'none';

/** Outcome of a reverse look-up; `unknown` if DNS failed, which proves nothing. */
export type DnsOutcome = 'confirmed' | 'refuted' | 'unknown';

/** A saved version of a published list, as verdicts read it. */
export type KnownList = {
  url: string;
  digest: string;
  /** Time when it was read from the vendor, in milliseconds since the epoch. */
  readAtMs: number;
  covers(address: string): boolean;
};

type SavedList = { url: string; digest: string; readAt: string; prefixes: readonly string[] };

/** Prepares saved address lists for verdicts; key directories are not among them. */
export const knownLists = (saved: readonly SavedList[]): KnownList[] =>
  saved
    .filter(({ url }) => !isDirectory(url))
    .map(({ url, digest, readAt, prefixes }) => ({
      ...{ url, digest, readAtMs: Date.parse(readAt) },
      covers: addressMatcher(prefixes),
    }));

/** A valid signature: the origin that published its key, and the digest of the key directory. */
type ProvenSignature = { origin: string; digest: string };

export type Claim = {
  bot: ClaimedBot;
  address: string | null;
  atMs: number;
  isVerifiedByCdn: boolean;
  signature?: ProvenSignature | null;
  /** Result of a reverse look-up; null if none was made. */
  dns?: DnsOutcome | null;
};

/** `uncovered` becomes `false_claim` only if the list has ever confirmed a claim: see `settleUncovered`. */
export type ProvisionalVerdict = {
  verdict: Verdict | 'uncovered';
  method: VerdictMethod;
  listDigest: string | null;
};

/** Maximum time between reading a list and a request for the list to disprove the request. */
const listValidMs = 7 * 24 * 60 * 60 * 1000;

const nothingKnown: ProvisionalVerdict = { verdict: 'unverifiable', method: 'none', listDigest: null };

/**
 * Judges who really sent a request. `lists` contains every saved version of every list; `isShared` returns true for
 * lists that a vendor publishes for several of its crawlers.
 */
export function judgeClaim(
  { bot, address, atMs, isVerifiedByCdn, signature = null, dns = null }: Claim,
  lists: readonly KnownList[],
  isShared: (url: string) => boolean,
): ProvisionalVerdict {
  if (bot.neverSent) return { verdict: 'uncovered', method: 'never_sent', listDigest: null };
  if (isVerifiedByCdn) return { verdict: 'verified', method: 'cdn', listDigest: null };
  if (signature !== null && bot.signatureAgents.includes(signature.origin)) {
    return { verdict: 'verified', method: 'signature', listDigest: signature.digest };
  }
  if (address === null || isLocal(address)) return nothingKnown;
  const own = lists.filter(({ url }) => bot.addressLists.includes(url));
  const covering = own.find((list) => list.covers(address));
  if (covering !== undefined) {
    const verdict = isShared(covering.url) ? 'operator_only' : 'verified';
    return { verdict, method: 'address_list', listDigest: covering.digest };
  }
  if (dns === 'confirmed') return { verdict: 'verified', method: 'reverse_dns', listDigest: null };
  if (dns === 'unknown') return nothingKnown;
  const distanceTo = ({ readAtMs }: KnownList): number => Math.abs(readAtMs - atMs);
  const timely = own.filter((list) => distanceTo(list) <= listValidMs);
  const [nearest] = timely.toSorted((a, b) => distanceTo(a) - distanceTo(b));
  // If a vendor has several lists, a claim is disproved only when all of them were read at that time.
  if (nearest === undefined || bot.addressLists.some((address) => !timely.some(({ url }) => url === address)))
    return nothingKnown;
  return { verdict: 'uncovered', method: 'address_list', listDigest: nearest.digest };
}

/**
 * Decides how an uncovered claim counts. A method that has never confirmed a claim may itself be wrong, such as a list
 * read from a wrong address, and accuses no one.
 */
export function settleUncovered(method: VerdictMethod, hasConfirmed: boolean): Verdict {
  return method === 'never_sent' || hasConfirmed ? 'false_claim' : 'unverifiable';
}

/** Returns true for a name under a published pattern, such as `crawl-*.googlebot.com`, starting at a label boundary. */
export function isUnderPattern(name: string, patterns: readonly string[]): boolean {
  const bare = name.toLowerCase().replace(/\.$/, '');
  return patterns.some((pattern) => {
    const [before = '', after = ''] = pattern.split('*');
    const middle = bare.slice(before.length, bare.length - after.length);
    const isLongEnough = bare.length > before.length + after.length;
    return isLongEnough && bare.startsWith(before) && bare.endsWith(after) && /^[a-z0-9.-]+$/.test(middle);
  });
}
