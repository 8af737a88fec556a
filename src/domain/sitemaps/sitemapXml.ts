import { SaxesParser, type SaxesTagPlain } from 'saxes';

export type SitemapEntry = { loc: string; lastmod: string | null };

export type SitemapReading = {
  /** Local name of the root element; null if there is none, as in a plain list. */
  root: string | null;
  /** Kind of its entries; null unless it is a sitemap. */
  lists: 'pages' | 'sitemaps' | null;
  /** The first fault of the file. */
  problem: null | 'not_xml' | 'doctype' | 'wrong_root';
  /** The first entries up to the limit, in file order; for a faulty file, those that could be read. */
  entries: readonly SitemapEntry[];
  /** Number of all entries, including those beyond the limit. */
  entryCount: number;
};

/** Position of the entries in a kind of file, and of their address and date. */
type Shape = { lists: 'pages' | 'sitemaps'; entry: string; depth: number; loc: string; dates: readonly string[] };

const shapes = new Map<string, Shape>([
  ['urlset', { lists: 'pages', entry: 'url', depth: 1, loc: 'loc', dates: ['lastmod'] }],
  ['sitemapindex', { lists: 'sitemaps', entry: 'sitemap', depth: 1, loc: 'loc', dates: ['lastmod'] }],
  ['rss', { lists: 'pages', entry: 'item', depth: 2, loc: 'link', dates: ['pubDate', 'date'] }],
  ['RDF', { lists: 'pages', entry: 'item', depth: 1, loc: 'link', dates: ['date'] }],
  ['feed', { lists: 'pages', entry: 'entry', depth: 1, loc: 'link', dates: ['updated', 'modified'] }],
]);

/** Parsing stops after more faults than this: each costs time, and no honest file has as many. */
const maxFaults = 100;

/**
 * Reads a sitemap or a sitemap index (sitemaps.org protocol 0.9), or one of the other permitted forms: a plain list of
 * addresses, an RSS feed (0.9x, 1.0, 2.0) or an Atom feed (0.3, 1.0). Only the five entities of XML are known, and a
 * document type is refused, so a file cannot expand in memory. With `cut`, the capture truncated the text, so its
 * missing end is not a fault. White space before the XML declaration is accepted, as crawlers do.
 */
export function readSitemap(text: string, limit: number, cut = false): SitemapReading {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const start = body.trimStart();
  return start.startsWith('<') ? readXml(start, limit, cut) : readLines(body, limit);
}

function readLines(text: string, limit: number): SitemapReading {
  const lines = text.split(/\r\n|\n|\r/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const isList = lines.length > 0 && lines.every((line) => /^https?:\/\/\S+$/.test(line));
  if (!isList) return { root: null, lists: null, problem: 'not_xml', entries: [], entryCount: 0 };
  const entries = lines.slice(0, limit).map((loc) => ({ loc, lastmod: null }));
  return { root: null, lists: 'pages', problem: null, entries, entryCount: lines.length };
}

/** Sections in which an ampersand is literal, references, and ampersands that begin none. */
const ampersands =
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|&(?:#x[0-9a-f]{1,6};|#\d{1,7};|(?:amp|lt|gt|quot|apos);)?/gi;

/**
 * Escapes bare ampersands, the fault of many files whose entries are otherwise readable: the parser would read
 * everything up to the next semicolon as an entity name. `faulty` if there was one.
 */
function escapeBareAmpersands(text: string, cut: boolean): { text: string; faulty: boolean } {
  if (!text.includes('&')) return { text, faulty: false };
  // A reference that the capture cut off is not a fault.
  const end = cut ? text.lastIndexOf('<') : text.length;
  let faulty = false;
  const escaped = text.replace(ampersands, (match, offset: number) => {
    if (match !== '&') return match;
    if (offset < end) faulty = true;
    return '&amp;';
  });
  return { text: escaped, faulty };
}

/** Ends the parse early, when nothing further is needed. */
class ParseEnd extends Error {}

function readXml(source: string, limit: number, cut: boolean): SitemapReading {
  const { text, faulty } = escapeBareAmpersands(source, cut);
  const collector = new EntryCollector(limit);
  const parser = new SaxesParser({ xmlns: false, position: false });
  let faults = faulty ? 1 : 0;
  let doctype = false;
  const refuseDoctype = () => {
    doctype = true;
    throw new ParseEnd();
  };
  parser.on('doctype', refuseDoctype);
  parser.on('error', () => {
    // XML accepts a document type only in capitals; that of an HTML page is a fault to the parser.
    if (isDeclaration(text, text.lastIndexOf('<', parser.position - 1))) refuseDoctype();
    faults += 1;
    if (faults > maxFaults) throw new ParseEnd();
  });
  parser.on('opentag', (tag) => collector.open(tag));
  parser.on('text', (piece) => collector.add(piece));
  parser.on('cdata', (piece) => collector.add(piece));
  parser.on('closetag', (tag) => collector.close(tag));
  try {
    parser.write(text);
    if (!cut) parser.close();
  } catch (error) {
    if (!(error instanceof ParseEnd)) throw error;
  }
  if (doctype) return collector.reading('doctype');
  if (faults > 0 || collector.root === null) return collector.reading('not_xml');
  return collector.reading(collector.shape === null ? 'wrong_root' : null);
}

function isDeclaration(text: string, at: number): boolean {
  return text.startsWith('<!', at) && !text.startsWith('<!--', at) && !text.startsWith('<![CDATA[', at);
}

function localName({ name }: SaxesTagPlain): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Collects the entries of a sitemap from the events of its parse. */
class EntryCollector {
  root: string | null = null;
  shape: Shape | null = null;
  private readonly limit: number;
  private readonly openNames: string[] = [];
  private readonly entries: SitemapEntry[] = [];
  private entryCount = 0;
  private content = '';
  private loc = '';
  private lastmod = '';

  constructor(limit: number) {
    this.limit = limit;
  }

  reading(problem: SitemapReading['problem']): SitemapReading {
    const { root, shape, entries, entryCount } = this;
    return { root, lists: shape?.lists ?? null, problem, entries, entryCount };
  }

  open(tag: SaxesTagPlain): void {
    const name = localName(tag);
    if (this.root === null) {
      this.root = name;
      this.shape = shapes.get(name) ?? null;
    }
    if (this.openNames.length === this.shape?.depth) {
      this.loc = '';
      this.lastmod = '';
    }
    // An Atom entry gives its page's address in a link without a relation, or with the relation `alternate`.
    const { rel = 'alternate', href = '' } = tag.attributes;
    if (name === 'link' && rel === 'alternate' && this.isInEntry()) this.loc ||= href.trim();
    this.content = '';
    this.openNames.push(name);
  }

  add(piece: string): void {
    this.content += piece;
  }

  close(tag: SaxesTagPlain): void {
    const { shape } = this;
    const name = localName(tag);
    this.openNames.pop();
    if (shape !== null && this.isInEntry()) {
      if (name === shape.loc) this.loc ||= this.content.trim();
      if (shape.dates.includes(name)) this.lastmod ||= this.content.trim();
    }
    if (this.openNames.length === shape?.depth && name === shape.entry && this.loc !== '') {
      this.entryCount += 1;
      const lastmod = this.lastmod === '' ? null : this.lastmod;
      if (this.entries.length < this.limit) this.entries.push({ loc: this.loc, lastmod });
    }
    this.content = '';
  }

  /** Returns true if the element that starts, or has just ended, is a direct child of an entry. */
  private isInEntry(): boolean {
    const { shape, openNames } = this;
    return shape !== null && openNames.length === shape.depth + 1 && openNames[shape.depth] === shape.entry;
  }
}
