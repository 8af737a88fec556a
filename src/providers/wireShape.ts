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
