import { isSameAddress } from '../../domain/crawlers/addressList.ts';
import { type DnsOutcome, isUnderPattern } from '../../domain/crawlers/verdict.ts';
import type { AppContext } from '../appContext.ts';

/** Maximum number of an import's addresses whose names are resolved; further ones stay unverified. */
const maxLookups = 2_000;
const lookupsAtOnce = 16;

/**
 * Resolves the names of an import's addresses, each once: the name must be the vendor's and resolve back to the
 * address.
 */
export class ReverseLookups {
  readonly #outcomes = new Map<string, DnsOutcome>();
  readonly #vendors: AppContext['vendors'];

  constructor({ vendors }: Pick<AppContext, 'vendors'>) {
    this.#vendors = vendors;
  }

  /** Returns null for an address whose name was not resolved. */
  outcome(address: string | null, patterns: readonly string[]): DnsOutcome | null {
    return this.#outcomes.get(cacheKey(address, patterns)) ?? null;
  }

  async look(claims: readonly { address: string | null; patterns: readonly string[] }[]): Promise<void> {
    const open = new Map(claims.map((claim) => [cacheKey(claim.address, claim.patterns), claim]));
    const fresh = [...open].filter(
      ([key, { address, patterns }]) => address !== null && patterns.length > 0 && !this.#outcomes.has(key),
    );
    const room = Math.max(0, maxLookups - this.#outcomes.size);
    for (let from = 0; from < Math.min(room, fresh.length); from += lookupsAtOnce) {
      const part = fresh.slice(from, Math.min(from + lookupsAtOnce, room));
      const outcomes = await Promise.all(part.map(([, { address, patterns }]) => this.#judge(address ?? '', patterns)));
      for (const [index, [key]] of part.entries()) this.#outcomes.set(key, outcomes[index] ?? 'unknown');
    }
  }

  async #judge(address: string, patterns: readonly string[]): Promise<DnsOutcome> {
    try {
      const names = (await this.#vendors.namesOf(address)).filter((name) => isUnderPattern(name, patterns));
      const forward = await Promise.all(names.slice(0, 5).map((name) => this.#vendors.addressesOf(name)));
      return forward.flat().some((other) => isSameAddress(other, address)) ? 'confirmed' : 'refuted';
    } catch {
      return 'unknown';
    }
  }
}

const cacheKey = (address: string | null, patterns: readonly string[]): string => `${address} ${patterns.join(' ')}`;
