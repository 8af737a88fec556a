import ipaddr from 'ipaddr.js';
import { invalidField } from '../errors.ts';

/** Address ranges that a vendor publishes for its crawlers. */
export type AddressList = { prefixes: readonly string[]; createdAt: string | null };

/** A single bit length below which a range holds so many addresses that it proves little. */
const widest = { ipv4: 8, ipv6: 19 };

/**
 * Reads a published list: `{ prefixes: [{ ipv4Prefix }, { ipv6Prefix }] }`, as JSON or as JSON inside a page. One malformed
 * entry makes the whole list invalid, so that the last good one stays in use.
 * @throws invalid_request naming `list`
 */
export function parseAddressList(text: string): AddressList {
  const json = text.trimStart().startsWith('{') ? text : text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  let value: { creationTime?: unknown; prefixes?: unknown };
  try {
    value = JSON.parse(unescapedPage(json));
  } catch {
    throw invalidField('list', 'is not JSON');
  }
  if (!Array.isArray(value.prefixes) || value.prefixes.length === 0) throw invalidField('list', 'has no prefixes');
  const prefixes = value.prefixes.map((entry: unknown, index) => parsePrefix(entry, index));
  const createdAt = typeof value.creationTime === 'string' ? value.creationTime : null;
  return { prefixes: [...new Set(prefixes)], createdAt };
}

function unescapedPage(json: string): string {
  return json.replaceAll('&quot;', '"');
}

function parsePrefix(entry: unknown, index: number): string {
  const row = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const text = row.ipv4Prefix ?? row.ipv6Prefix ?? row.ip_prefix ?? row.ipv6_prefix ?? entry;
  const place = `list.prefixes.${index}`;
  if (typeof text !== 'string') throw invalidField(place, 'has no prefix');
  const whole = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(whole)) throw invalidField(place, 'is not an address range');
  const [address, bits] = ipaddr.parseCIDR(whole);
  if (bits < widest[address.kind()]) throw invalidField(place, `is wider than /${widest[address.kind()]}`);
  return `${address.toString()}/${bits}`;
}

/** Returns a test of whether an address is inside a list; IPv4 written as IPv6 counts as IPv4. */
export function addressMatcher(prefixes: readonly string[]): (address: string) => boolean {
  const ranges = prefixes.map((prefix) => ipaddr.parseCIDR(prefix));
  const results = new Map<string, boolean>();
  return (text) => {
    const before = results.get(text);
    if (before !== undefined) return before;
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    const inside = ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
    if (results.size < 10_000) results.set(text, inside);
    return inside;
  };
}

/** An address cut to its network, /24 or /48, as it is kept after the days of full addresses; null where it is none. */
export function networkOf(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  const bits = address.kind() === 'ipv4' ? 24 : 48;
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** Returns true for an address of the public internet. */
export function isPublic(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'unicast';
}
