import { tokens } from './words.ts';

/** 64 bits as two unsigned 32-bit halves. */
export type Simhash = readonly [high: number, low: number];

function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function mix(a: number, b: number, c: number): number {
  let value = Math.imul(a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x7feb352d), 0x846ca68b);
  value = Math.imul(value ^ (value >>> 15), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * Counts, for each of 32 bit positions, in how many of the added words it is set. The counters lie across `planes`, one
 * binary digit a plane, so that a word is added to all 32 with a carry that rarely runs far.
 */
function add(planes: number[], word: number): void {
  let carry = word;
  for (let digit = 0; carry !== 0; digit += 1) {
    const plane = planes[digit] ?? 0;
    planes[digit] = plane ^ carry;
    carry &= plane;
  }
}

/** The positions that are set in more than half of the words. */
function majority(planes: readonly number[], total: number): number {
  let out = 0;
  for (let bit = 0; bit < 32; bit += 1) {
    let set = 0;
    for (let digit = 0; digit < planes.length; digit += 1) set += (((planes[digit] ?? 0) >>> bit) & 1) * 2 ** digit;
    if (set * 2 > total) out |= 1 << bit;
  }
  return out >>> 0;
}

/** Simhash (Charikar 2002) over shingles of three words, each counted as often as it occurs. */
export function simhash(text: string): Simhash {
  const words = tokens(text);
  const high = words.map((word) => hash(word, 0x811c9dc5));
  const low = words.map((word) => hash(word, 0x1b873593));
  const shingles = Math.max(1, words.length - 2);
  const highPlanes: number[] = [];
  const lowPlanes: number[] = [];
  for (let at = 0; at < shingles; at += 1) {
    add(highPlanes, mix(high[at] ?? 0, high[at + 1] ?? 0, high[at + 2] ?? 0));
    add(lowPlanes, mix(low[at] ?? 0, low[at + 1] ?? 0, low[at + 2] ?? 0));
  }
  return [majority(highPlanes, shingles), majority(lowPlanes, shingles)];
}

function ones(value: number): number {
  let left = value - ((value >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Differing bits, 0 to 64. */
export function simhashDistance(a: Simhash, b: Simhash): number {
  return ones((a[0] ^ b[0]) >>> 0) + ones((a[1] ^ b[1]) >>> 0);
}

export function simhashText(value: Simhash): string {
  return value.map((half) => half.toString(16).padStart(8, '0')).join('');
}
