/** Relying party of this server's passkeys: the name they are bound to, and the one origin that may ask for them. */
export type PasskeyPlace = { id: string; origin: string };

/**
 * Browsers bind a passkey to a name, over https; localhost alone may do without, and an address in numbers never can.
 * @returns null where no browser would offer one
 */
export function passkeyPlace(publicBaseUrl: string): PasskeyPlace | null {
  const { protocol, hostname, origin } = new URL(publicBaseUrl);
  const inNumbers = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (inNumbers || (protocol !== 'https:' && !isLocal)) return null;
  return { id: hostname, origin };
}
