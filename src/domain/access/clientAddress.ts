import ipaddr from 'ipaddr.js';

/** Decides which proxies are trusted to name the address before them. `hop` counts from 0, the peer of the socket. */
export type TrustProxy = false | string | ((address: string, hop: number) => boolean);

const namedRanges: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Parses TRUST_PROXY: a number of proxies, or a comma-separated list of addresses, CIDR ranges and the names loopback,
 * linklocal and uniquelocal. A number N trusts the N nearest addresses (hops 0 to N - 1). Each proxy appends the
 * address it saw, so the entry written by the outermost trusted proxy is the client; everything before it was written
 * by the client.
 */
export function trustProxyOf(text: string | undefined): TrustProxy {
  if (text === undefined) return false;
  if (!isCount(text)) return text;
  const hops = Number(text);
  return hops === 0 ? false : (_address, hop) => hop < hops;
}

function isCount(input: string): boolean {
  return /^\d{1,2}$/.test(input);
}

/** Returns true if `trustProxyOf` can read this TRUST_PROXY. */
export function isTrustProxy(value: string): boolean {
  return isCount(value) || value.split(',').every((part) => isAddressRange(part.trim()));
}

function isAddressRange(part: string): boolean {
  // The whole address space is refused: any client could then name any address, and the router refuses it
  // too.
  return namedRanges.includes(part) || (ipaddr.isValidCIDR(part) && !part.endsWith('/0')) || isWholeAddress(part);
}

/** Returns true for a complete address. `ipaddr.js` also accepts `1` as an IPv4 address, which is always a mistake. */
function isWholeAddress(part: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(part) || ipaddr.IPv6.isValid(part);
}

/**
 * Returns the key that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, because one household or
 * rented server holds a whole /64 and could use a new address for every attempt. Ports and brackets are ignored. A
 * client that has disconnected has no address, whatever the framework's types say; all of them share one key.
 */
export function limitAddress(address: string | undefined): string {
  if (address === undefined) return 'unreadable';
  const bare = /^\[([^\]]*)\]/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const plain = bare.split('%', 1)[0] ?? bare;
  if (!isWholeAddress(plain)) return 'unreadable';
  const parsed = ipaddr.process(plain);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

export function isLoopback(address: string): boolean {
  return isWholeAddress(address) && ipaddr.process(address).range() === 'loopback';
}
