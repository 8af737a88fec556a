import ipaddr from 'ipaddr.js';

/** Which of the addresses in front of us may name the one before it. `hop` counts from 0, the peer of the socket. */
export type TrustProxy = false | string | ((address: string, hop: number) => boolean);

const namedRanges: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Parses TRUST_PROXY: a number of proxies, or a comma list of addresses, CIDR ranges and the names loopback, linklocal
 * and uniquelocal. With N proxies exactly the N nearest addresses are believed (0 to N - 1): each proxy appends the
 * address it saw, so the entry that the farthest of them wrote is the client, and the client itself wrote everything
 * before it.
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
  // The whole address space is not a range of proxies: any client could then name any address, and the router refuses
  // it too.
  return namedRanges.includes(part) || (ipaddr.isValidCIDR(part) && !part.endsWith('/0')) || isWholeAddress(part);
}

/** Returns true for a complete address. `ipaddr.js` also takes `1` for an IPv4 address, which is always a mistake. */
function isWholeAddress(part: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(part) || ipaddr.IPv6.isValid(part);
}

/**
 * The address that limits count by: an IPv4 address, or the /64 of an IPv6 address, because one line of a household or
 * a rented server holds a whole /64 and could take a new address for every try. A port, and brackets, do not count.
 * A caller who has gone since has no address any more, whatever the types of the framework say; all of them count as one.
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
