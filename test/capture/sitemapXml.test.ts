import { describe, expect, it } from 'vitest';
import { readSitemap } from '../../src/domain/capture/sitemapXml.ts';

const locs = (text: string, limit = 100) => readSitemap(text, limit).entries.map((entry) => entry.loc);
const set = (inner: string) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`;

describe('a sitemap', () => {
  it('gives its entries with their dates', () => {
    const reading = readSitemap(
      set(
        '<url><loc> https://k.example/a </loc><lastmod>2026-01-02</lastmod></url><url><loc>https://k.example/b</loc></url>',
      ),
      9,
    );
    expect(reading).toEqual({
      kind: 'urlset',
      wellFormed: true,
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
    expect([reading.kind, reading.entries[0]?.loc]).toEqual(['sitemapindex', 'https://k.example/1.xml']);
  });

  it('may be a plain list', () => {
    expect(readSitemap('https://k.example/a\r\nhttps://k.example/b\n', 9)).toMatchObject({
      kind: 'text',
      entryCount: 2,
    });
  });

  it('may use a namespace prefix, CDATA, comments and references', () => {
    const text =
      '<s:urlset><!-- <url> --><s:url><s:loc><![CDATA[https://k.example/?a=1&b=2]]></s:loc></s:url><s:url><s:loc>https://k.example/?a&amp;b&#x3D;1</s:loc></s:url></s:urlset>';
    expect(locs(text)).toEqual(['https://k.example/?a=1&b=2', 'https://k.example/?a&b=1']);
  });

  it('does not take the address of an image for a page', () => {
    expect(
      locs(
        set(
          '<url><loc>https://k.example/a</loc><image:image><image:loc>https://k.example/i.png</image:loc></image:image></url>',
        ),
      ),
    ).toEqual(['https://k.example/a']);
  });

  it('gives the entries before the place where it breaks off', () => {
    const reading = readSitemap(
      `${set('<url><loc>https://k.example/a</loc></url>').slice(0, -9)}<url><loc>https://k.ex`,
      9,
    );
    expect(reading).toMatchObject({ wellFormed: false, entryCount: 1 });
  });

  it('counts beyond the limit and keeps to it', () => {
    const reading = readSitemap(set('<url><loc>https://k.example/a</loc></url>'.repeat(50)), 10);
    expect([reading.entries.length, reading.entryCount]).toEqual([10, 50]);
  });

  it.each([
    ['an HTML page', '<!doctype html><html><body><p>no</p></body></html>'],
    [
      'a file with its own entities',
      '<!DOCTYPE urlset [<!ENTITY a "https://k.example/a">]><urlset><url><loc>&a;</loc></url></urlset>',
    ],
    ['words', 'nothing here'],
    ['nothing', ''],
    ['a feed', '<rss><channel><item><link>https://k.example/a</link></item></channel></rss>'],
  ])('has no entries when it is %s', (_what, text) => {
    expect(locs(text)).toEqual([]);
  });

  it.each([
    ['nests without end', '<urlset>'.repeat(200_000)],
    ['has one endless attribute', `<urlset a="${'x'.repeat(2_000_000)}">`],
    ['has one endless open tag', `<urlset ${'x '.repeat(1_000_000)}`],
    ['opens quotes without end', '<a "'.repeat(500_000)],
    ['opens comments without end', '<!--'.repeat(500_000)],
    ['opens CDATA without end', '<urlset><![CDATA['.repeat(100_000)],
  ])('does not hold up the reader when it %s', (_what, text) => {
    expect(readSitemap(text, 9).wellFormed).toBe(false);
  });
});
