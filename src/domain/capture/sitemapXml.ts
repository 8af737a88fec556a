import { decodeReferences } from './characterReferences.ts';

export type SitemapEntry = { loc: string; lastmod: string | null };

export type SitemapReading = {
  /** What the file says it is; null when it is no sitemap. `text` is the plain list of URLs the protocol also allows. */
  kind: 'urlset' | 'sitemapindex' | 'text' | null;
  /** False when the markup breaks off, does not nest, or declares a document type (which is never read). */
  wellFormed: boolean;
  /** The first entries up to the limit, in file order. */
  entries: readonly SitemapEntry[];
  /** All entries seen, also those beyond the limit. */
  entryCount: number;
};

const deepestNesting = 32;
const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([^\s<>/!?]+)((?:"[^"]*"|'[^']*'|[^<>"'])*)>|<!|</g;

/**
 * Reads a sitemap of sitemaps.org (urlset, sitemapindex or plain text). It forgives: a file that breaks off gives the
 * entries before the break. Only the five entities of XML and character references are known, so a file cannot make
 * the reader grow.
 */
export function readSitemap(text: string, limit: number): SitemapReading {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return body.trimStart().startsWith('<') ? readMarkup(body, limit) : readLines(body, limit);
}

function readLines(text: string, limit: number): SitemapReading {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const isList = lines.length > 0 && lines.every((line) => /^https?:\/\/\S+$/.test(line.trim()));
  if (!isList) return { kind: null, wellFormed: false, entries: [], entryCount: 0 };
  const entries = lines.slice(0, limit).map((line) => ({ loc: line.trim(), lastmod: null }));
  return { kind: 'text', wellFormed: true, entries, entryCount: lines.length };
}

function readMarkup(text: string, limit: number): SitemapReading {
  const open: string[] = [];
  const entries: SitemapEntry[] = [];
  let kind: SitemapReading['kind'] = null;
  let wellFormed = true;
  let entryCount = 0;
  let loc: string | null = null;
  let lastmod: string | null = null;
  let content = '';
  let rootSeen = false;
  let end = 0;

  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const between = text.slice(end, match.index);
    content += decodeReferences(between);
    if (open.length === 0 && between.trim() !== '') wellFormed = false;
    end = token.lastIndex;
    const [whole, cdata, slash, name, rest] = match;
    if (cdata !== undefined) content += cdata;
    if (whole === '<' || whole === '<!') return { kind, wellFormed: false, entries, entryCount };
    if (name === undefined) continue;
    const local = name.slice(name.indexOf(':') + 1).toLowerCase();
    if (slash === '/') {
      if (open.pop() !== name) return { kind, wellFormed: false, entries, entryCount };
      const parent = localName(open[open.length - 1]);
      const inEntry = open.length === 2 && (parent === 'url' || parent === 'sitemap');
      if (inEntry && local === 'loc') loc = content.trim();
      if (inEntry && local === 'lastmod') lastmod = content.trim();
      if (
        open.length === 1 &&
        (local === 'url' || local === 'sitemap') &&
        kind !== null &&
        loc !== null &&
        loc !== ''
      ) {
        entryCount += 1;
        if (entries.length < limit) entries.push({ loc, lastmod });
      }
    } else {
      if (open.length === 0) {
        if (rootSeen) wellFormed = false;
        else if (local === 'urlset' || local === 'sitemapindex') kind = local;
        rootSeen = true;
      }
      if (open.length === 1) loc = lastmod = null;
      if (rest?.endsWith('/') !== true) open.push(name);
      if (open.length > deepestNesting) return { kind, wellFormed: false, entries, entryCount };
    }
    content = '';
  }
  const complete = rootSeen && open.length === 0 && text.slice(end).trim() === '';
  return { kind, wellFormed: wellFormed && complete, entries, entryCount };
}

function localName(name: string | undefined): string | null {
  return name === undefined ? null : name.slice(name.indexOf(':') + 1).toLowerCase();
}
