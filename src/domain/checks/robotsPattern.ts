import { isUnreserved } from '../urls/addressKey.ts';

/**
 * One robots.txt path pattern, RFC 9309 sections 2.2.2 and 2.2.3. Matching takes time linear in the URL for every
 * pattern.
 */
export type PathPattern = {
  /** Octets of the canonical pattern: the highest number wins. */
  octets: number;
  /** Two spellings, because a reserved octet in a query equals its percent-encoded form (second row of RFC table 4). */
  forms: readonly Form[];
};

type Form = { pieces: readonly string[]; anchored: boolean };

/** The two spellings of a URL's path and query that a pattern is compared with. */
export type MatchablePath = { raw: string; queryDecoded: string };

const encoder = new TextEncoder();

function hex(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * Percent-encodes non-ASCII characters, decodes percent-encoded unreserved octets, and writes hex digits in upper case.
 */
function canonicalOctets(text: string): string {
  let out = '';
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    const digits = text.slice(index + 1, index + 3);
    if (char === '%' && /^[0-9a-f]{2}$/i.test(digits)) {
      const code = Number.parseInt(digits, 16);
      out += isUnreserved(code) ? String.fromCharCode(code) : hex(code);
      index += 2;
    } else if (char.charCodeAt(0) > 0x7f) {
      const whole = String.fromCodePoint(text.codePointAt(index) ?? 0xfffd);
      for (const byte of encoder.encode(whole)) out += hex(byte);
      index += whole.length - 1;
    } else {
      out += char;
    }
  }
  return out;
}

/** Decodes gen-delims of RFC 3986 that a query may contain unencoded. */
function decodeQuery(path: string): string {
  const mark = path.indexOf('?');
  if (mark < 0) return path;
  const query = path.slice(mark + 1).replace(/%(3A|2F|3F|5B|5D|40)/g, (whole) => decodeURIComponent(whole));
  return path.slice(0, mark + 1) + query;
}

/** A literal `*` or `$` in a URL is what `%2A` or `%24` means in a pattern (RFC 9309 table 6). */
function escapeSpecials(text: string): string {
  return text.replaceAll('*', '%2A').replaceAll('$', '%24');
}

function form(canonical: string): Form {
  const anchored = canonical.endsWith('$');
  const body = anchored ? canonical.slice(0, -1) : canonical;
  return { anchored, pieces: body.split('*').map((piece) => piece.replaceAll('$', '%24')) };
}

export function compilePattern(text: string): PathPattern {
  const canonical = canonicalOctets(text);
  const decoded = decodeQuery(canonical);
  const forms = decoded === canonical ? [form(canonical)] : [form(canonical), form(decoded)];
  return { octets: canonical.length, forms };
}

/**
 * Accepts a full URL or a path that starts with `/`; null for anything else. The text is read as written: a URL parser
 * would drop a lone `?` at the end, which a rule may name (`/a?$`).
 */
export function matchablePath(urlOrPath: string): MatchablePath | null {
  const whole = urlOrPath.split('#', 1)[0] ?? urlOrPath;
  const rest = whole.startsWith('/') ? whole : /^[a-z][a-z0-9+.-]*:\/\/[^/?]*(.*)$/is.exec(whole)?.[1];
  if (rest === undefined) return null;
  const canonical = escapeSpecials(canonicalOctets(rest.startsWith('/') ? rest : `/${rest}`));
  return { raw: canonical, queryDecoded: decodeQuery(canonical) };
}

function matchesForm(pattern: Form, path: string): boolean {
  const first = pattern.pieces[0] ?? '';
  if (!path.startsWith(first)) return false;
  let position = first.length;
  const last = pattern.pieces.length - 1;
  if (last === 0) return !pattern.anchored || position === path.length;
  for (let index = 1; index <= last; index += 1) {
    const piece = pattern.pieces[index] ?? '';
    if (index === last && pattern.anchored) {
      return path.length - piece.length >= position && path.endsWith(piece);
    }
    const pieceAt = path.indexOf(piece, position);
    if (pieceAt < 0) return false;
    position = pieceAt + piece.length;
  }
  return true;
}

export function matchesPath(pattern: PathPattern, path: MatchablePath): boolean {
  const { raw, queryDecoded } = path;
  return pattern.forms.some(
    (each) => matchesForm(each, raw) || (queryDecoded !== raw && matchesForm(each, queryDecoded)),
  );
}
