import { decodeReferences } from './characterReferences.ts';

export type SitemapEntry = { loc: string; lastmod: string | null };

export type SitemapReading = {
  /** Local name of the root element; null when there is none. */
  root: string | null;
  /** The first fault of the file. A plain list of addresses is `not_xml` and has its entries all the same. */
  problem: null | 'not_xml' | 'doctype' | 'wrong_root';
  /** The first entries up to the limit, in file order; of a faulty file those before the fault. */
  entries: readonly SitemapEntry[];
  /** All entries seen, also those beyond the limit. */
  entryCount: number;
};

/**
 * Reads a sitemap or a sitemap index (sitemaps.org protocol 0.9), or the plain list of addresses that the protocol allows
 * as well. A scanner of its own: it knows the five entities of XML and no others, and refuses a document type, so a file
 * cannot make the reader grow. With `cut`, the text was truncated by the capture, so its missing end is no fault.
 */
export function readSitemap(text: string, limit: number, cut = false): SitemapReading {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return body.trimStart().startsWith('<') ? new SitemapScanner(body, limit, cut).read() : readLines(body, limit);
}

function readLines(text: string, limit: number): SitemapReading {
  const lines = text.split(/\r\n|\n|\r/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const isList = lines.every((line) => /^https?:\/\/\S+$/.test(line));
  const locs = isList ? lines : [];
  const entries = locs.slice(0, limit).map((loc) => ({ loc, lastmod: null }));
  return { root: null, problem: 'not_xml', entries, entryCount: locs.length };
}

/** An ampersand that begins no reference: no XML, wherever it stands. */
const bareAmpersand = /&(?!(?:#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);)/i;

function localName(name: string | undefined): string {
  return name === undefined ? '' : name.slice(name.indexOf(':') + 1);
}

function isEntry(local: string): boolean {
  return local === 'url' || local === 'sitemap';
}

class SitemapScanner {
  private readonly text: string;
  private readonly limit: number;
  private readonly cut: boolean;
  private readonly open: string[] = [];
  private readonly entries: SitemapEntry[] = [];
  private entryCount = 0;
  private malformed = false;
  private root: string | null = null;
  private content = '';
  private loc = '';
  private lastmod = '';

  constructor(text: string, limit: number, cut: boolean) {
    this.text = text;
    this.limit = limit;
    this.cut = cut;
  }

  read(): SitemapReading {
    const fault = this.scan();
    if (fault !== null) return this.reading(fault);
    if (this.root === null || this.malformed || (this.open.length > 0 && !this.cut)) return this.reading('not_xml');
    return this.reading(this.root === 'urlset' || this.root === 'sitemapindex' ? null : 'wrong_root');
  }

  private reading(problem: SitemapReading['problem']): SitemapReading {
    const known = this.root === 'urlset' || this.root === 'sitemapindex';
    const entries = known ? this.entries : [];
    return { root: this.root, problem, entries, entryCount: known ? this.entryCount : 0 };
  }

  private scan(): 'not_xml' | 'doctype' | null {
    const { text } = this;
    for (let at = 0; at < text.length; ) {
      const next = text.indexOf('<', at);
      const piece = text.slice(at, next < 0 ? text.length : next);
      if (this.open.length === 0 && piece.trim() !== '') return 'not_xml';
      // A fault of many files, behind which the entries can be read all the same.
      if (piece.includes('&') && bareAmpersand.test(piece) && !(this.cut && next < 0)) this.malformed = true;
      this.content += decodeReferences(piece);
      if (next < 0) return null;
      const end = this.endOf(next);
      if (end === 'doctype') return end;
      if (end === null) return this.cut ? null : 'not_xml';
      if (!this.take(text.slice(next, end))) return 'not_xml';
      at = end;
    }
    return null;
  }

  /** Where a piece of markup ends; null when it does not. */
  private endOf(start: number): number | 'doctype' | null {
    const { text } = this;
    const behind = (mark: string, from: number) => {
      const found = text.indexOf(mark, from);
      return found < 0 ? null : found + mark.length;
    };
    if (text.startsWith('<!--', start)) return behind('-->', start + 4);
    if (text.startsWith('<![CDATA[', start)) return behind(']]>', start + 9);
    if (text.startsWith('<?', start)) return behind('?>', start + 2);
    // What the capture cut short may have become a comment.
    if (text.startsWith('<!', start)) return this.cut && text.length - start < 9 ? null : 'doctype';
    const mark = /[>"']/g;
    mark.lastIndex = start;
    for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
      if (found[0] === '>') return mark.lastIndex;
      const close = text.indexOf(found[0], mark.lastIndex);
      if (close < 0) return null;
      mark.lastIndex = close + 1;
    }
    return null;
  }

  /** False when the piece of markup may not stand here. */
  private take(piece: string): boolean {
    if (piece.startsWith('<![CDATA[')) {
      this.content += piece.slice(9, -3);
      return this.open.length > 0;
    }
    if (piece.startsWith('<!') || piece.startsWith('<?')) return true;
    const inside = piece.slice(1, -1);
    return inside.startsWith('/') ? this.close(inside.slice(1).trim()) : this.begin(inside);
  }

  private begin(inside: string): boolean {
    const name = /^[^\s/<>]+/.exec(inside)?.[0];
    if (name === undefined || (this.open.length === 0 && this.root !== null)) return false;
    const local = localName(name);
    this.root ??= local;
    if (this.open.length === 1) {
      this.loc = '';
      this.lastmod = '';
    }
    this.content = '';
    if (!inside.endsWith('/')) this.open.push(name);
    return true;
  }

  private close(name: string): boolean {
    if (this.open.pop() !== name) return false;
    const local = localName(name);
    if (this.open.length === 2 && isEntry(localName(this.open[1]))) {
      if (local === 'loc') this.loc = this.content.trim();
      if (local === 'lastmod') this.lastmod = this.content.trim();
    }
    if (this.open.length === 1 && isEntry(local) && this.loc !== '') {
      this.entryCount += 1;
      const lastmod = this.lastmod === '' ? null : this.lastmod;
      if (this.entries.length < this.limit) this.entries.push({ loc: this.loc, lastmod });
    }
    this.content = '';
    return true;
  }
}
