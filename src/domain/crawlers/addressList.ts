import ipaddr from 'ipaddr.js';
import { invalidField } from '../errors.ts';
import { readJson } from '../text/readJson.ts';

/** Address ranges that a vendor publishes for its crawlers. */
export type AddressList = { prefixes: readonly string[]; createdAt: string | null };

/** Minimum prefix length per address family: a shorter prefix covers so many addresses that it proves little. */
const widest = { ipv4: 8, ipv6: 19 };

/**
 * Parses a published list: `{ prefixes: [{ ipv4Prefix }, { ipv6Prefix }] }`, as JSON or as JSON inside a page. One
 * malformed entry makes the whole list invalid, so that the last valid one stays in use.
 * @param accept accepts ranges that are too wide, which an operator has to confirm
 * @throws invalid_request naming `list`, or `accept` for a wide range
 */
export function parseAddressList(text: string, accept = false): AddressList {
  const value = readJson<{ creationTime?: unknown; prefixes?: unknown }>(listJson(text));
  if (value === undefined) throw invalidField('list', 'is not JSON');
  if (!Array.isArray(value.prefixes) || value.prefixes.length === 0) throw invalidField('list', 'has no prefixes');
  const prefixes = value.prefixes.map((entry: unknown, index) => parsePrefix(entry, index, accept));
  const createdAt = typeof value.creationTime === 'string' ? value.creationTime : null;
  return { prefixes: [...new Set(prefixes)], createdAt };
}

/** Returns the JSON of a published file, without the page around it. */
export function listJson(text: string): string {
  return /^\s*\{/.test(text) ? text : jsonOfPage(text.replaceAll('&quot;', '"'));
}

/** Finds the object with the prefixes inside a page, whose styles and scripts have braces too. */
function jsonOfPage(page: string): string {
  const at = page.indexOf('"prefixes"');
  const list = /^"prefixes"\s*:\s*\[[^\]]*\]/.exec(page.slice(Math.max(at, 0)))?.[0] ?? '';
  const created = /"creationTime"\s*:\s*"[^"]*"/.exec(page)?.[0];
  return `{${[...(created === undefined ? [] : [created]), list].join(',')}}`;
}

function parsePrefix(entry: unknown, index: number, accept: boolean): string {
  const row = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const text = row.ipv4Prefix ?? row.ipv6Prefix ?? row.ip_prefix ?? row.ipv6_prefix ?? entry;
  const place = `list.prefixes.${index}`;
  if (typeof text !== 'string') throw invalidField(place, 'has no prefix');
  const whole = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  if (!(ipaddr.IPv6.isValidCIDR(whole) || ipaddr.IPv4.isValidCIDRFourPartDecimal(whole)))
    throw invalidField(place, 'is not an address range');
  const [address, bits] = withoutMapping(ipaddr.parseCIDR(whole));
  if (bits < widest[address.kind()] && !accept) {
    throw invalidField('accept', `must be true: ${whole} is wider than /${widest[address.kind()]}`);
  }
  return `${address.toString()}/${bits}`;
}

/** Converts an IPv4 range written as IPv6 to IPv4. */
function withoutMapping([address, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
  return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
}

/** Returns a test for whether an address is in a list; IPv4 written as IPv6 counts as IPv4. */
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

/**
 * Cuts an address to its network, /24 or /48, the form in which it is kept after its full address expires; null if it
 * is not an address.
 */
export function networkOf(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  const bits = address.kind() === 'ipv4' ? 24 : 48;
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

const localRanges = ['private', 'uniqueLocal', 'loopback', 'linkLocal', 'carrierGradeNat', 'unspecified'];

/** Returns true for an address of an internal network, such as a proxy's, and for a text that is not an address. */
export function isLocal(text: string): boolean {
  return !ipaddr.isValid(text) || localRanges.includes(ipaddr.process(text).range());
}

/** Parses an address into its canonical spelling, IPv4 inside IPv6 as IPv4; null for any other text. */
export function parseAddress(text: string | null): string | null {
  return text !== null && ipaddr.isValid(text) ? ipaddr.process(text).toString() : null;
}

/** Compares two spellings of an address; IPv4 written as IPv6 counts as IPv4. */
export function isSameAddress(a: string, b: string): boolean {
  return parseAddress(a) !== null && parseAddress(a) === parseAddress(b);
}
