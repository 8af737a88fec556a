/**
 * Reads the provider's hint of when to try again, in whole seconds, rounded up; null if it gave none that can be read.
 * Reads `retry-after-ms` (milliseconds) first, then `Retry-After` as seconds or as an HTTP date (RFC 9110 §10.2.3).
 */
export function retryAfterSeconds(header: (name: string) => string | null | undefined, now: number): number | null {
  const milliseconds = header('retry-after-ms');
  if (milliseconds && /^\d+(\.\d+)?$/.test(milliseconds)) return Math.ceil(Number(milliseconds) / 1000);
  const value = header('retry-after')?.trim();
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value));
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
