import { sha256 } from '@noble/hashes/sha2.js';

/** Reproducible random numbers. */
export type SeededNumbers = {
  /** Returns a whole number from 0 up to, not including, `limit` (at most 65,536). */
  below(limit: number): number;
  /** Returns a number from 0 up to, not including, 1. */
  share(): number;
};

/** Two bytes per number: limits are small, and hashing dominates the cost. */
const words = 2 ** 16;

/** Generates numbers from SHA-256 of `seed` and a counter: the same seed gives the same numbers on every machine. */
export function seededNumbers(seed: string): SeededNumbers {
  const start = sha256.create().update(new TextEncoder().encode(`${seed}\n`));
  let block = new DataView(new ArrayBuffer(0));
  let counter = 0;
  let offset = 0;
  const word = (): number => {
    if (offset === block.byteLength) {
      const digest = start.clone().update(bytesOf(counter)).digest();
      block = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
      counter += 1;
      offset = 0;
    }
    const value = block.getUint16(offset);
    offset += 2;
    return value;
  };
  return {
    below(limit) {
      // Words beyond the last whole multiple would favour small numbers.
      const bound = words - (words % limit);
      let value = word();
      while (value >= bound) value = word();
      return value % limit;
    },
    share: () => (word() * words + word()) / words ** 2,
  };
}

/** Returns the digits of a counter in ASCII. */
function bytesOf(counter: number): Uint8Array {
  return Uint8Array.from(String(counter), (digit) => digit.charCodeAt(0));
}

/** Moves a uniform choice of `count` values to the front, in random order (R. A. Fisher, F. Yates 1938). In place. */
export function drawFirst<T>(values: T[], count: number, numbers: SeededNumbers): void {
  for (let at = 0; at < count && at < values.length - 1; at += 1) {
    const other = at + numbers.below(values.length - at);
    const value = values[at] as T;
    values[at] = values[other] as T;
    values[other] = value;
  }
}
