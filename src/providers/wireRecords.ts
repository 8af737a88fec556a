/**
 * A provider's reply is foreign data: it may differ from the types of its own package. These readers take one value of the
 * expected shape, or null, so that a surprising reply becomes an unknown and never an exception or an invented figure.
 */

export type WireRecord = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): WireRecord | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireRecord) : null;
}

/** The records of a list; anything else in it is left out. */
export function recordsOf(value: unknown): readonly WireRecord[] {
  if (!Array.isArray(value)) return [];
  return value.map(recordOf).filter((entry) => entry !== null);
}

/** A string with at least one character. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 ? value : null;
}

/** Converts a string, number or boolean to text; anything else to an empty text. */
export function wordOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** A finite number; numbers in strings are not numbers. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A whole number that counts something: 0 or more. */
export function countOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number >= 0 ? number : null;
}

/** Seconds since the epoch as ISO 8601 UTC. */
export function isoOfSeconds(value: unknown): string | null {
  const seconds = numberOf(value);
  if (seconds === null || seconds < 0 || seconds > 253_402_300_799) return null;
  return new Date(seconds * 1000).toISOString();
}

/** An ISO 8601 text of any zone as ISO 8601 UTC. */
export function isoOfText(value: unknown): string | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Those of the named fields that a record has. */
export function pickFields(from: WireRecord, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
}

/** Upper bound of the cost of any work, in US dollars. */
const maxStatedUsd = 1_000;

/**
 * Reads a stated price in US dollars. A negative or absurd one is ignored: it would lift a budget or block it permanently.
 */
export function statedUsdOf(value: unknown): number | null {
  const usd = numberOf(value);
  // Rounded to the micro-dollar, like the ledger.
  return usd !== null && usd >= 0 && usd <= maxStatedUsd ? Math.round(usd * 1e6) / 1e6 : null;
}
