import { describe, expect, it } from 'vitest';
import { readSitemap } from '../../src/domain/sitemaps/sitemapXml.ts';

const locs = (text: string, limit = 100) => readSitemap(text, limit).entries.map((entry) => entry.loc);
const set = (inner: string) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`;

describe('a sitemap', () => {
  it('returns its entries with their dates', () => {
    const reading = readSitemap(
      set(
        '<url><loc> https://k.example/a </loc><lastmod>2026-01-02</lastmod></url><url><loc>https://k.example/b</loc></url>',
      ),
      9,
    );
    expect(reading).toEqual({
      root: 'urlset',
      lists: 'pages',
      problem: null,
      entryCount: 2,
      entries: [
        { loc: 'https://k.example/a', lastmod: '2026-01-02' },
        { loc: 'https://k.example/b', lastmod: null },
      ],
    });
  });

  it('may be an index', () => {
    const reading = readSitemap(
      '<sitemapindex><sitemap><loc>https://k.example/1.xml</loc></sitemap></sitemapindex>',
      9,
    );
    expect([reading.root, reading.entries[0]?.loc]).toEqual(['sitemapindex', 'https://k.example/1.xml']);
  });

  it('may be a plain list', () => {
    expect(readSitemap('https://k.example/a\r\nhttps://k.example/b\n', 9)).toMatchObject({
      root: null,
      lists: 'pages',
      problem: null,
      entryCount: 2,
    });
  });

  it.each([
    [
      'RSS',
      '<rss version="2.0"><channel><link>https://k.example/</link><item><title>A</title><link>https://k.example/a</link><pubDate>Mon, 02 Nov 2026 08:00:00 +0000</pubDate></item><item><link><![CDATA[https://k.example/b]]></link></item></channel></rss>',
      ['https://k.example/a', 'https://k.example/b'],
      ['Mon, 02 Nov 2026 08:00:00 +0000', null],
    ],
    [
      'RSS with Atom links in it',
      '<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link href="https://k.example/feed" rel="self"/><item><atom:link rel="replies" href="https://k.example/r"/><link>https://k.example/a</link></item></channel></rss>',
      ['https://k.example/a'],
      [null],
    ],
    [
      'RSS 1.0',
      '<rdf:RDF xmlns:dc="d"><channel><link>https://k.example/</link></channel><item><link>https://k.example/a</link><dc:date>2026-01-02</dc:date></item></rdf:RDF>',
      ['https://k.example/a'],
      ['2026-01-02'],
    ],
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://k.example/"/><entry><link rel="edit" href="https://k.example/e"/><link rel='alternate' href='https://k.example/a?b=1&amp;c=2'/><updated>2026-01-02T00:00:00Z</updated></entry><entry><link href="https://k.example/b"></link></entry></feed>`,
      ['https://k.example/a?b=1&c=2', 'https://k.example/b'],
      ['2026-01-02T00:00:00Z', null],
    ],
  ])('may be %s', (_, text, addresses, dates) => {
    const reading = readSitemap(text, 9);
    expect(reading).toMatchObject({ lists: 'pages', problem: null, entryCount: addresses.length });
    expect(reading.entries.map(({ loc }) => loc)).toEqual(addresses);
    expect(reading.entries.map(({ lastmod }) => lastmod)).toEqual(dates);
  });

  it('may use a namespace prefix, CDATA, comments and references', () => {
    const text =
      '<s:urlset><!-- <url> --><s:url><s:loc><![CDATA[https://k.example/?a=1&b=2]]></s:loc></s:url><s:url><s:loc>https://k.example/?a&amp;b&#x3D;1</s:loc></s:url></s:urlset>';
    expect(locs(text)).toEqual(['https://k.example/?a=1&b=2', 'https://k.example/?a&b=1']);
  });

  it('does not mistake the address of an image for a page', () => {
    expect(
      locs(
        set(
          '<url><loc>https://k.example/a</loc><image:image><image:loc>https://k.example/i.png</image:loc></image:image></url>',
        ),
      ),
    ).toEqual(['https://k.example/a']);
  });

  it('returns the entries before an error', () => {
    const reading = readSitemap(
      `${set('<url><loc>https://k.example/a</loc></url>').slice(0, -9)}<url><loc>https://k.ex`,
      9,
    );
    expect(reading).toMatchObject({ problem: 'not_xml', entryCount: 1, entries: [{ loc: 'https://k.example/a' }] });
  });

  it('counts beyond the limit, but returns no more', () => {
    const reading = readSitemap(set('<url><loc>https://k.example/a</loc></url>'.repeat(50)), 10);
    expect([reading.entries.length, reading.entryCount]).toEqual([10, 50]);
  });

  it('decodes a reference only if it is complete', () => {
    const [entry] = readSitemap(set('<url><loc>https://k.example/?a&am<![CDATA[p;b]]></loc></url>'), 9).entries;
    expect(entry?.loc).toBe('https://k.example/?a&amp;b');
  });

  it('leaves invalid character references as written', () => {
    expect(locs(set('<url><loc>https://k.example/&#0;&#xD800;&#x110000;&nbsp;</loc></url>'))).toEqual([
      'https://k.example/&#0;&#xD800;&#x110000;&nbsp;',
    ]);
  });

  it('with a stray ampersand is invalid, and its addresses are still found', () => {
    const text = set('<url><loc>https://k.example/?a&b=1</loc></url><url><loc>https://k.example/c</loc></url>');
    expect(readSitemap(text, 9).problem).toBe('not_xml');
    expect(locs(text)).toEqual(['https://k.example/?a&b=1', 'https://k.example/c']);
  });

  it('may contain > in an attribute and in a processing instruction', () => {
    expect(locs('<?made by="a>b"?><urlset note="a > b"><url><loc>https://k.example/a</loc></url></urlset>')).toEqual([
      'https://k.example/a',
    ]);
  });

  it('uses the date of the entry, not that of something inside it', () => {
    const text = set(
      '<url><loc>https://k.example/a</loc><news:news><news:lastmod>1999-01-01</news:lastmod></news:news></url>',
    );
    expect(readSitemap(text, 9).entries).toEqual([{ loc: 'https://k.example/a', lastmod: null }]);
  });

  it('truncated by the capture is read as far as possible', () => {
    const whole = '<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.ex';
    for (const text of [whole, `${whole}</l`, `${whole}<!`, `${whole}<!-- x`, `${whole}<![CDATA[x`]) {
      expect(readSitemap(text, 10, true)).toMatchObject({ problem: null, entries: [{ loc: 'https://a.example/1' }] });
      expect(readSitemap(text, 10, false).problem).not.toBeNull();
    }
  });

  it.each([
    ['a page', '<!doctype html><html></html>', 'doctype'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "c">]><urlset/>', 'doctype'],
    ['words', 'nothing here', 'not_xml'],
    ['a list with a line that is not an address', 'https://a.example/\nsee also', 'not_xml'],
    ['nothing', '', 'not_xml'],
    ['an open element', '<urlset><url><loc>x</loc></url>', 'not_xml'],
    ['a crossed element', '<urlset><url></urlset></url>', 'not_xml'],
    ['in capitals at one end', '<urlset><url></URL></urlset>', 'not_xml'],
    ['two roots', '<urlset></urlset><urlset></urlset>', 'not_xml'],
    ['followed by words', '<urlset></urlset>words', 'not_xml'],
    ['a note', '<note><to>you</to></note>', 'wrong_root'],
    ['in capitals', '<URLSET></URLSET>', 'wrong_root'],
  ])('is invalid if it is %s', (_, text, problem) => {
    expect(readSitemap(text, 10).problem).toBe(problem);
  });

  it.each([
    ['an HTML page', '<!doctype html><html><body><p>no</p></body></html>'],
    [
      'a file with its own entities',
      '<!DOCTYPE urlset [<!ENTITY a "https://k.example/a">]><urlset><url><loc>&a;</loc></url></urlset>',
    ],
    ['words', 'nothing here'],
    ['nothing', ''],
    ['a note', '<note><url><loc>https://k.example/a</loc></url></note>'],
    ['a feed without entries', '<rss><channel><link>https://k.example/</link></channel></rss>'],
  ])('has no entries if it is %s', (_what, text) => {
    expect(locs(text)).toEqual([]);
  });

  it.each([
    ['nests without end', '<urlset>'.repeat(200_000)],
    ['has one endless attribute', `<urlset a="${'x'.repeat(2_000_000)}">`],
    ['has one endless open tag', `<urlset ${'x '.repeat(1_000_000)}`],
    ['opens quotes without end', '<a "'.repeat(500_000)],
    ['opens comments without end', '<!--'.repeat(500_000)],
    ['opens CDATA without end', '<urlset><![CDATA['.repeat(100_000)],
  ])('does not block the reader if it %s', (_what, text) => {
    expect(readSitemap(text, 9).problem).toBe('not_xml');
  });
});
