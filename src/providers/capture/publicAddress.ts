import ipaddr from 'ipaddr.js';

/**
 * Addresses that look public but are not: the host agent of a large cloud answers here, inside every virtual machine.
 */
const insideByHand = new Set(['168.63.129.16']);

/** The only publicly routed IPv6 space. Everything else, including what no list names yet, is refused. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

export type AddressList = { has(address: string): boolean };

/** Throws on anything that is neither an address nor a range such as `10.0.0.0/8`. */
export function addressList(entries: readonly string[]): AddressList {
  const ranges = entries.map((entry) => ipaddr.parseCIDR(entry.includes('/') ? entry : wholeAddress(entry)));
  return {
    has(address) {
      if (!ipaddr.isValid(address)) return false;
      const parsed = ipaddr.process(address);
      return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
    },
  };
}

function wholeAddress(entry: string): string {
  return `${entry}/${ipaddr.parse(entry).kind() === 'ipv4' ? 32 : 128}`;
}

/**
 * Returns true only for an address of the public internet. IPv4 inside IPv6 (`::ffff:a.b.c.d`) is unwrapped first; the
 * other embedded forms (`::a.b.c.d`, NAT64, 6to4, Teredo, ISATAP) are refused, since their target cannot be known.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (insideByHand.has(parsed.toString()) || parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  if (!parsed.match(globalUnicast)) return false;
  const isIsatap = parsed.parts[5] === 0x5efe && (parsed.parts[4] ?? 0) % 0x200 === 0;
  return !isIsatap;
}
