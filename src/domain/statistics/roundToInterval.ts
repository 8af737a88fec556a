import type { Interval } from './interval.ts';

/** Significant digits of a rounded number without an interval. */
const plainDigits = 3;
const halfWidthDigits = 2;

/**
 * Rounds a value to the precision of its interval: the last digit kept is the second one of half the interval's width.
 * 37.0370 with 25.2 to 50.7 (half a width: 13) becomes 37.
 */
export function roundToInterval(value: number, { lower, upper }: Interval): number {
  const half = (upper - lower) / 2;
  if (half <= 0) return roundToDigits(value);
  const decimals = halfWidthDigits - 1 - Math.floor(Math.log10(half));
  return Number(value.toFixed(Math.min(10, Math.max(0, decimals))));
}

/** Rounds a value without an interval to three digits; whole numbers stay as they are. */
export function roundToDigits(value: number): number {
  if (Number.isInteger(value)) return value;
  return Math.abs(value) >= 10 ** plainDigits ? Math.round(value) : Number(value.toPrecision(plainDigits));
}
