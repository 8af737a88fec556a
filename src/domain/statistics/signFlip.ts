import { sha256 } from '@noble/hashes/sha2.js';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';

/** Up to this number all 2^n sign patterns are counted; beyond, a fixed number of them is drawn. */
const maxExactPairs = 20;
const draws = 9_999;

/**
 * Runs a two-sided sign-flip (paired permutation) test of the mean difference: if nothing changed, each question's
 * difference could as well have had the other sign (R. A. Fisher, The Design of Experiments, 1935, section 21). Zero
 * differences have no sign and are left out. With differences of -1, 0 and 1 it equals the exact McNemar test. Beyond
 * 20 differences the signs come from SHA-256 of `seed` and a counter, so the same runs always give the same p, and p =
 * (1 + hits) / (1 + draws) is never 0.
 */
export function signFlip(differences: readonly number[], seed: string): number {
  const moved = differences.filter((difference) => difference !== 0);
  const observed = Math.abs(moved.reduce((sum, difference) => sum + difference, 0));
  // Sums of the same numbers in another order differ only by rounding, and count as equal.
  const limit = observed - 1e-9 * moved.reduce((sum, difference) => sum + Math.abs(difference), 0);
  if (moved.length <= maxExactPairs) return countPatterns(moved, 0, 0, limit) / 2 ** moved.length;
  return (1 + drawPatterns(moved, seed, limit)) / (1 + draws);
}

/** Derives a seed that depends only on which runs were compared. */
export function seedOf(runIds: readonly string[]): string {
  const bytes = sha256(new TextEncoder().encode(JSON.stringify([...runIds].sort(codeUnitOrder))));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function countPatterns(moved: readonly number[], index: number, sum: number, limit: number): number {
  const next = moved[index];
  if (next === undefined) return Math.abs(sum) >= limit ? 1 : 0;
  return countPatterns(moved, index + 1, sum + next, limit) + countPatterns(moved, index + 1, sum - next, limit);
}

function drawPatterns(moved: readonly number[], seed: string, limit: number): number {
  const nextBit = bitsOf(seed);
  let hits = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const sum = moved.reduce((total, difference) => total + (nextBit() === 1 ? difference : -difference), 0);
    if (Math.abs(sum) >= limit) hits += 1;
  }
  return hits;
}

/** Generates an endless, reproducible sequence of random bits from SHA-256 in counter mode. */
export function bitsOf(seed: string): () => number {
  const encoder = new TextEncoder();
  let block = new Uint8Array();
  let counter = 0;
  let used = 0;
  return () => {
    if (used === block.length * 8) {
      block = new Uint8Array(sha256(encoder.encode(`${seed}\n${counter}`)));
      counter += 1;
      used = 0;
    }
    const bit = ((block[used >> 3] ?? 0) >> (used & 7)) & 1;
    used += 1;
    return bit;
  };
}
