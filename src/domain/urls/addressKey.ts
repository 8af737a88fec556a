/**
 * Normalises percent-encoding (RFC 3986 §6.2.2): upper-case hex digits, and no encoding where none is needed. Addresses
 * that differ only in this are one resource. `URL` already normalises host case, dot segments and the default port, so
 * the address is expected in its spelling.
 */
export function normaliseEncoding(address: string): string {
  if (!address.includes('%')) return address;
  return address.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const code = Number.parseInt(octet.slice(1), 16);
    return isUnreserved(code) ? String.fromCharCode(code) : octet.toUpperCase();
  });
}

/** Returns true for letters, digits, `-`, `.`, `_` and `~` (RFC 3986 §2.3). */
export function isUnreserved(code: number): boolean {
  const letter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  const digit = code >= 48 && code <= 57;
  return letter || digit || code === 45 || code === 46 || code === 95 || code === 126;
}
