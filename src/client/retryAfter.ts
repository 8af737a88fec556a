/**
 * `Retry-After` as seconds from `now` (milliseconds since the epoch): a proxy in front of a server may name a date
 * instead (RFC 9110 §10.2.3). Null when the header is absent, unreadable or in the past.
 */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null;
  const given = Number(header);
  const seconds = Number.isNaN(given) ? (Date.parse(header) - now) / 1_000 : given;
  return seconds > 0 ? seconds : null;
}
