/**
 * `Retry-After` as seconds from `now` (milliseconds since the epoch): a proxy in front of a server may name a date
 * instead (RFC 9110 §10.2.3). Null when the header is absent, unreadable or in the past.
 */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null;
  const givenCount = Number(header);
  const seconds = Number.isNaN(givenCount) ? (Date.parse(header) - now) / 1_000 : givenCount;
  return seconds > 0 ? seconds : null;
}
