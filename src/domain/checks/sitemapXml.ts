export type SitemapEntry = { loc: string; lastmod: string | null };

export type SitemapDocument = {
  /** Local name of the root element; null when the text is not well-formed XML. */
  root: string | null;
  problem: null | 'not_xml' | 'doctype' | 'wrong_root';
  entries: readonly SitemapEntry[];
};

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hexadecimal, decimal, name) => {
    if (name !== undefined) return named[String(name)] ?? whole;
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(String(hexadecimal), 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * Reads a sitemap or a sitemap index (sitemaps.org protocol 0.9). A scanner of its own: it knows the five XML entities and
 * no others, refuses a document type, keeps one stack of names, and stops after `limit` entries. With `cut`, the text was
 * truncated by the capture, so its missing end is no fault of the file.
 */
export function readSitemap(text: string, limit: number, cut = false): SitemapDocument {
  const open: string[] = [];
  const entries: SitemapEntry[] = [];
  let root: string | null = null;
  let loc = '';
  let lastmod = '';
  let content = '';
  const broken = (problem: 'not_xml' | 'doctype'): SitemapDocument => ({ root: null, problem, entries: [] });
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const piece = text.slice(at, next < 0 ? text.length : next);
    if (open.length === 0 && piece.trim() !== '') return broken('not_xml');
    content += piece;
    if (next < 0) break;
    if (text.startsWith('<!--', next)) {
      const end = text.indexOf('-->', next + 4);
      if (end < 0 && cut) break;
      if (end < 0) return broken('not_xml');
      at = end + 3;
      continue;
    }
    if (text.startsWith('<![CDATA[', next)) {
      const end = text.indexOf(']]>', next + 9);
      if (end < 0 && cut) break;
      if (end < 0) return broken('not_xml');
      content += text.slice(next + 9, end).replaceAll('&', '&amp;');
      at = end + 3;
      continue;
    }
    if (text.startsWith('<!', next)) return broken('doctype');
    const end = text.indexOf('>', next);
    if (end < 0 && cut) break;
    if (end < 0) return broken('not_xml');
    const tag = text.slice(next + 1, end);
    at = end + 1;
    if (tag.startsWith('?')) continue;
    if (tag.startsWith('/')) {
      const name = tag.slice(1).trim();
      if (open.pop() !== name) return broken('not_xml');
      const local = localName(name);
      const parent = localName(open.at(-1) ?? '');
      if (local === 'loc' && (parent === 'url' || parent === 'sitemap')) loc = decodeEntities(content).trim();
      if (local === 'lastmod') lastmod = decodeEntities(content).trim();
      if (open.length === 1 && (local === 'url' || local === 'sitemap') && loc !== '') {
        entries.push({ loc, lastmod: lastmod === '' ? null : lastmod });
        if (entries.length >= limit) break;
      }
      content = '';
    } else {
      const name = /^[^\s/]+/.exec(tag)?.[0];
      if (name === undefined || (open.length === 0 && root !== null)) return broken('not_xml');
      root ??= localName(name);
      const local = localName(name);
      if (local === 'url' || local === 'sitemap') {
        loc = '';
        lastmod = '';
      }
      content = '';
      if (!tag.endsWith('/')) open.push(name);
    }
  }
  if (root === null || (open.length > 0 && entries.length < limit && !cut)) return broken('not_xml');
  const known = root === 'urlset' || root === 'sitemapindex';
  return { root, problem: known ? null : 'wrong_root', entries: known ? entries : [] };
}
