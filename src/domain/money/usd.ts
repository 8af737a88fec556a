/** Amounts are whole micro-US-dollars: sums of them are exact, and a safe integer holds nine thousand million dollars. */
export type MicroUsd = number;

const microsInUsd = 1_000_000;

/** Converts stated dollars to the nearest micro-dollar. */
export function microUsdOf(usd: number): MicroUsd {
  return Math.round(usd * microsInUsd);
}

/** For the wire: dollars with at most six decimal places; null stays unknown. */
export function usdOf(micro: MicroUsd): number;
export function usdOf(micro: MicroUsd | null): number | null;
export function usdOf(micro: MicroUsd | null): number | null {
  return micro === null ? null : micro / microsInUsd;
}

/** Dollars as text with exactly six decimal places, for tables and files: `0.001200`. */
export function usdText(micro: MicroUsd): string {
  const whole = Math.abs(micro);
  const cents = String(whole % microsInUsd).padStart(6, '0');
  return `${micro < 0 ? '-' : ''}${Math.floor(whole / microsInUsd)}.${cents}`;
}
