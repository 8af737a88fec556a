/** Whole micro-US-dollars: sums are exact, and a safe integer can hold nine billion dollars. */
export type MicroUsd = number;

const microsInUsd = 1_000_000;

/** Converts stated dollars to the nearest micro-dollar. */
export function microUsdOf(usd: number): MicroUsd {
  return Math.round(usd * microsInUsd);
}

/** Converts for the wire: dollars with at most six decimal places; null stays null. */
export function usdOf(micro: MicroUsd): number;
export function usdOf(micro: MicroUsd | null): number | null;
export function usdOf(micro: MicroUsd | null): number | null {
  return micro === null ? null : micro / microsInUsd;
}

/** Formats dollars for a sentence: cents, or six decimal places below ten cents. */
export function shortUsdText(micro: MicroUsd): string {
  return Math.abs(micro) < 100_000 ? usdText(micro) : (micro / microsInUsd).toFixed(2);
}

/** Formats dollars with exactly six decimal places, for tables and files: `0.001200`. */
export function usdText(micro: MicroUsd): string {
  const whole = Math.abs(micro);
  const cents = String(whole % microsInUsd).padStart(6, '0');
  return `${micro < 0 ? '-' : ''}${Math.floor(whole / microsInUsd)}.${cents}`;
}
