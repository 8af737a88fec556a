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

/** Simhash (Charikar 2002) over shingles of three words, each counted as often as it occurs. */
export function simhash(text: string): Simhash {
  const votes = new Int32Array(64);
  const words = tokens(text);
  const high = words.map((word) => hash(word, 0x811c9dc5));
  const low = words.map((word) => hash(word, 0x1b873593));
  const shingles = Math.max(1, words.length - 2);
  for (let at = 0; at < shingles; at += 1) {
    const first = mix(high[at] ?? 0, high[at + 1] ?? 0, high[at + 2] ?? 0);
    const second = mix(low[at] ?? 0, low[at + 1] ?? 0, low[at + 2] ?? 0);
    for (let bit = 0; bit < 32; bit += 1) {
      votes[bit] = (votes[bit] ?? 0) + ((first >>> bit) & 1 ? 1 : -1);
      votes[bit + 32] = (votes[bit + 32] ?? 0) + ((second >>> bit) & 1 ? 1 : -1);
    }
  }
  let highBits = 0;
  let lowBits = 0;
  for (let bit = 0; bit < 32; bit += 1) {
    if ((votes[bit] ?? 0) > 0) highBits |= 1 << bit;
    if ((votes[bit + 32] ?? 0) > 0) lowBits |= 1 << bit;
  }
  return [highBits >>> 0, lowBits >>> 0];
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
