/** A closed interval, in the unit of its value. */
export type Interval = { lower: number; upper: number };

/** Converts a proportion's interval to percentage points. */
export function inPoints({ lower, upper }: Interval): Interval {
  return { lower: 100 * lower, upper: 100 * upper };
}

/** The 97.5 % quantile of the standard normal distribution: two-sided 95 %. */
export const z95 = 1.959963984540054;

/** Throws on impossible counts, so that a bug fails loudly rather than print a wrong number. */
export function requireCount(name: string, value: number, max: number = Number.MAX_SAFE_INTEGER): void {
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new RangeError(`${name} must be a whole number from 0 to ${max}, not ${value}`);
  }
}
