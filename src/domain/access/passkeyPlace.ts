/** Relying party of this server's passkeys: the host name they are bound to, and the only origin that may use them. */
export type PasskeyPlace = { id: string; origin: string };

/**
 * Browsers bind a passkey to a host name over https. Only localhost works without https, and numeric addresses never work.
 * @returns null if no browser would offer one
 */
export function passkeyPlace(publicBaseUrl: string): PasskeyPlace | null {
  const { protocol, hostname, origin } = new URL(publicBaseUrl);
  const inNumbers = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (inNumbers || (protocol !== 'https:' && !isLocal)) return null;
  return { id: hostname, origin };
}
