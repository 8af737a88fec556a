import { tokenHashes } from './words.ts';

/** 64 bits as two unsigned 32-bit halves. */
export type Simhash = readonly [high: number, low: number];

/** Hashes a shingle of three words to 32 well-spread bits; the seed makes the two halves of the hash independent. */
function mix(a: number, b: number, c: number, seed: number): number {
  let value = Math.imul(a ^ seed ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x7feb352d), 0x846ca68b);
  value = Math.imul(value ^ (value >>> 15), 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 13), 0x85ebca6b);
  return value ^ (value >>> 16);
}

/**
 * Counts, for each of 32 bit positions, in how many of the added words the bit is set. The counters are stored across
 * `planes`, one binary digit per plane, so that one addition updates all 32 with a carry that rarely runs far.
 */
function add(planes: Int32Array, word: number): void {
  let carry = word;
  for (let digit = 0; carry !== 0; digit += 1) {
    const plane = planes[digit] ?? 0;
    planes[digit] = plane ^ carry;
    carry &= plane;
  }
}

/** Returns the bits that are set in more than half of the words. */
function majority(planes: Int32Array, total: number): number {
  let out = 0;
  for (let bit = 0; bit < 32; bit += 1) {
    let set = 0;
    for (let digit = 0; digit < planes.length; digit += 1) set += (((planes[digit] ?? 0) >>> bit) & 1) * 2 ** digit;
    if (set * 2 > total) out |= 1 << bit;
  }
  return out >>> 0;
}

/** Computes a simhash (Charikar 2002) over shingles of three words, each counted as often as it occurs. */
export function simhash(text: string): Simhash {
  const hashes = tokenHashes(text);
  const shingles = Math.max(1, hashes.length - 2);
  const highPlanes = new Int32Array(32);
  const lowPlanes = new Int32Array(32);
  for (let at = 0; at < shingles; at += 1) {
    const [a, b, c] = [hashes[at] ?? 0, hashes[at + 1] ?? 0, hashes[at + 2] ?? 0];
    add(highPlanes, mix(a, b, c, 0x1b873593));
    add(lowPlanes, mix(a, b, c, 0xe6546b64));
  }
  return [majority(highPlanes, shingles), majority(lowPlanes, shingles)];
}

function ones(value: number): number {
  let remaining = value - ((value >>> 1) & 0x55555555);
  remaining = (remaining & 0x33333333) + ((remaining >>> 2) & 0x33333333);
  return Math.imul((remaining + (remaining >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Counts differing bits, 0 to 64. */
export function simhashDistance(a: Simhash, b: Simhash): number {
  return ones((a[0] ^ b[0]) >>> 0) + ones((a[1] ^ b[1]) >>> 0);
}

export function simhashText(value: Simhash): string {
  return value.map((half) => half.toString(16).padStart(8, '0')).join('');
}
