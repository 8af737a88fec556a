/**
 * JSON object received from a provider. It may differ from the types of the provider's own package. The readers below
 * return a value of the expected shape, or null, so that a surprising reply becomes unknown and never an exception or
 * an invented figure.
 */

export type WireRecord = Readonly<Record<string, unknown>>;

export function fillRecord(value: unknown): WireRecord | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireRecord) : null;
}

/** Returns the records of a list; other entries are left out. */
export function recordsOf(value: unknown): readonly WireRecord[] {
  if (!Array.isArray(value)) return [];
  return value.map(fillRecord).filter((entry) => entry !== null);
}

/** Returns a string with at least one character; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 ? value : null;
}

/** Converts a string, number or boolean to text; anything else to an empty text. */
export function wordOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** Returns a finite number; numbers in strings are not numbers. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Returns a whole number of 0 or more; null for anything else. */
export function countOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number >= 0 ? number : null;
}

/** Converts seconds since the epoch to ISO 8601 UTC. */
export function isoOfSeconds(value: unknown): string | null {
  const seconds = numberOf(value);
  if (seconds === null || seconds < 0 || seconds > 253_402_300_799) return null;
  return new Date(seconds * 1000).toISOString();
}

/** Converts an ISO 8601 text of any time zone to UTC. */
export function isoOfText(value: unknown): string | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Copies those of the named fields that a record has. */
export function pickFields(from: WireRecord, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
}

/** Upper bound of a plausible cost, in US dollars. */
const maxStatedUsd = 1_000;

/**
 * Reads a stated price in US dollars. A negative or absurd one is ignored: it would raise a budget or block it
 * permanently.
 */
export function statedUsdOf(value: unknown): number | null {
  const usd = numberOf(value);
  // Rounded to the micro-dollar, like the ledger.
  return usd !== null && usd >= 0 && usd <= maxStatedUsd ? Math.round(usd * 1e6) / 1e6 : null;
}
