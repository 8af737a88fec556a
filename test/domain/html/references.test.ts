import { describe, expect, it } from 'vitest';
import { readMarkdownLinks, readReferences } from '../../../src/domain/html/references.ts';

const here = 'https://k.example/dir/page';
const linksOf = (html: string) => readReferences(html, here).links.map((link) => link.url);

describe('the references of a page', () => {
  it('are made absolute, kept in order and returned once each with their text', () => {
    const html = '<a href="b">To <b>the\n pot</b></a><a href=/c?x=1&amp;y=2#z></a><A HREF="b">again</A>';
    expect(readReferences(html, here).links).toEqual([
      { url: 'https://k.example/dir/b', text: 'To the pot' },
      { url: 'https://k.example/c?x=1&y=2', text: '' },
    ]);
  });

  it('follow the first base element', () => {
    expect(linksOf('<base href="/other/"><base href="/no/"><a href="b">b</a>')).toEqual(['https://k.example/other/b']);
  });

  it('include canonical, translations and the preview image', () => {
    const html = `<link rel="Canonical nofollow" href="/c"><link rel=alternate hreflang=de href=/de>
      <link rel=alternate type=application/rss+xml href=/feed><meta property="og:image" content="/i.png">`;
    expect(readReferences(html, here)).toMatchObject({
      canonicals: ['https://k.example/c'],
      hreflangs: ['https://k.example/de'],
      images: ['https://k.example/i.png'],
    });
  });

  it('find the preview image however its tag is written', () => {
    const html = `<meta name="image" property="og:image" content="/a.png"><meta name="OG:Image" content="/b.png">
      <meta property="og:image:secure_url" content="/c.png"><meta property="og:image:alt" content="/d.png">`;
    expect(readReferences(html, here).images).toEqual(['a', 'b', 'c'].map((name) => `https://k.example/${name}.png`));
  });

  it.each([
    ['a script', `<script>document.write('<a href="/x">x</a>')</script>`],
    ['a script that breaks off', `<script>'<a href="/x">x</a>'`],
    ['a comment', '<!-- <a href="/x">x</a> -->'],
    ['a style sheet', '<style><a href="/x"></style>'],
    ['a text field', '<textarea><a href="/x">x</a></textarea>'],
    ['the title', '<title><a href="/x"></title>'],
    ['another attribute', `<p title='<a href="/x">'>`],
  ])('exclude text that only looks like a link in %s', (_where, html) => {
    expect(linksOf(`${html}`)).toEqual([]);
  });

  it('include links for readers without scripts', () => {
    expect(linksOf('<noscript><a href="/x">x</a></noscript>')).toEqual(['https://k.example/x']);
  });

  it('end each link at the start of the next one', () => {
    expect(readReferences('<a href="/x">one<a href="/y">two</a>', here).links.map(({ text }) => text)).toEqual([
      'one',
      'two',
    ]);
  });

  it('end at a tag with very many attributes, and keep everything before it', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `a${index}`).join(' ');
    expect(linksOf(`<a href="/x">x</a><p ${many}><a href="/y">y</a>`)).toEqual(['https://k.example/x']);
  });

  it.each(['mailto:a@k.example', 'javascript:x()', 'https://me:word@k.example/', 'http://[', 'data:text/html,x'])(
    'leave out %s',
    (href) => {
      expect(linksOf(`<a href="${href}">x</a>`)).toEqual([]);
    },
  );
});

it('the links of a markdown file are made absolute and returned once each', () => {
  expect(readMarkdownLinks('- [a](/a): words\n- [b](https://k.example/b "title")\n[a](/a) [no] (/c)', here)).toEqual([
    'https://k.example/a',
    'https://k.example/b',
  ]);
});
