/**
 * Second implementation of RFC 9309, to compare with the product's. It works on octets instead of text and on records
 * instead of groups, and tracks all possible matches of a pattern at once instead of searching piece by piece. It
 * shares no code with the product.
 */

/** Octets of a path after normalisation: a plain character, or `%XX` where the octet must stay encoded. */
type Octets = readonly string[];

type Line = { key: string; value: string };

const bytesOf = (text: string): string[] => [...Buffer.from(text, 'utf8')].map((byte) => String.fromCharCode(byte));

function linesOf(file: string): Line[] {
  const out: Line[] = [];
  for (const raw of file.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')) {
    const hash = raw.indexOf('#');
    const match = /^[ \t]*([^:]*?)[ \t]*:[ \t]*(.*?)[ \t]*$/s.exec(hash < 0 ? raw : raw.slice(0, hash));
    if (match !== null) out.push({ key: (match[1] ?? '').toLowerCase(), value: match[2] ?? '' });
  }
  return out;
}

/**
 * Section 2.2.2: characters outside ASCII are encoded, needlessly encoded ones are decoded, hex digits are upper case.
 */
function normalise(text: string): string[] {
  const bytes = bytesOf(text);
  const out: string[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const hex = bytes.slice(at + 1, at + 3).join('');
    const byte = bytes[at] ?? '';
    if (byte === '%' && /^[0-9A-Fa-f]{2}$/.test(hex)) {
      const char = String.fromCharCode(Number.parseInt(hex, 16));
      out.push(/[A-Za-z0-9._~-]/.test(char) ? char : `%${hex.toUpperCase()}`);
      at += 2;
    } else if (byte > '\x7f') out.push(`%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
    else out.push(byte);
  }
  return out;
}

/** Table 4: in a query these equal themselves, encoded or not. */
function bareQuery(octets: Octets): string[] {
  const mark = octets.indexOf('?');
  const bare: Record<string, string> = { '%3A': ':', '%2F': '/', '%3F': '?', '%5B': '[', '%5D': ']', '%40': '@' };
  return octets.map((octet, at) => (mark >= 0 && at > mark ? (bare[octet] ?? octet) : octet));
}

/** Table 6: a literal star or dollar equals its encoded form. An encoded octet counts as three. */
const spelled = (octet: string): string => (octet === '*' ? '%2A' : octet === '$' ? '%24' : octet);

/** Tracks every number of path octets that the pattern so far may have matched. */
function matches(pattern: Octets, path: Octets): boolean {
  const address = path.map(spelled).join('');
  let ends = new Set([0]);
  for (const [at, octet] of pattern.entries()) {
    if (octet === '$' && at === pattern.length - 1) return ends.has(address.length);
    const next = new Set<number>();
    if (octet === '*') {
      for (let end = Math.min(...ends); end <= address.length; end += 1) next.add(end);
    } else {
      const wanted = spelled(octet);
      for (const end of ends) if (address.startsWith(wanted, end)) next.add(end + wanted.length);
    }
    if (next.size === 0) return false;
    ends = next;
  }
  return true;
}

/** Counts octets of the pattern like RFC 9309: an encoded octet is three. */
const lengthOf = (pattern: Octets): number => pattern.reduce((sum, octet) => sum + octet.length, 0);

/** @param path begins with a slash; @param agent a product token */
export function oracleAllows(file: string, agent: string, path: string): boolean {
  if (path === '/robots.txt') return true;
  const wanted = agent.toLowerCase();
  const own: Line[] = [];
  const general: Line[] = [];
  let isOwn = false;
  let isGeneral = false;
  let afterRule = true;
  let found = false;
  for (const line of linesOf(file)) {
    if (line.key === 'user-agent') {
      if (afterRule) isOwn = isGeneral = afterRule = false;
      const identifier = /^[A-Za-z_-]*/.exec(line.value)?.[0].toLowerCase() ?? '';
      if (/^\*(?:\s|$)/.test(line.value)) isGeneral = true;
      else if (identifier !== '' && identifier === wanted) isOwn = found = true;
    } else if (line.key === 'allow' || line.key === 'disallow') {
      afterRule = true;
      if (isOwn) own.push(line);
      if (isGeneral) general.push(line);
    }
  }
  const address = normalise(path);
  let longest = { allow: 0, disallow: 0 };
  for (const { key, value } of found ? own : general) {
    const pattern = normalise(value);
    const met = [pattern, bareQuery(pattern)].some((one) =>
      [address, bareQuery(address)].some((two) => matches(one, two)),
    );
    if (!met) continue;
    const length = lengthOf(pattern);
    longest =
      key === 'allow'
        ? { ...longest, allow: Math.max(longest.allow, length) }
        : { ...longest, disallow: Math.max(longest.disallow, length) };
  }
  return longest.allow >= longest.disallow;
}
