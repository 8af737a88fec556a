import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../src/domain/html/parseHtml.ts';
import { property } from '../../support/property.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** Formats the tree as text. Leaves out the content of comments, but keeps their places between texts. */
function treeOf(document: DefaultTreeAdapterTypes.Document): string {
  const waiting: Node[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('data' in node) node.data = '';
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes);
  }
  return serialize(document);
}

function expectTreeOfParse5(html: string): void {
  const { document, cut } = parseHtml(html);
  expect(cut).toBeNull();
  expect(treeOf(document)).toBe(treeOf(parse(html)));
}

const tags =
  'a b p div span table tr td caption colgroup col select option button form textarea pre h1 ul li main article header template script style title noscript iframe svg math mi foreignObject frameset noframes body html head meta br img code x-y'.split(
    ' ',
  );
const names = ['id', 'class', 'href', 'CLASS', 'data-x', 'xlink:href', 'definitionurl', 'hidden', '@click'];
const values = [
  'x',
  'two words',
  '/a?b=1&amp;c=2',
  'a&b',
  '&lt;',
  "it's",
  'line\nbreak',
  '',
  'a=b',
  'ü–ß',
  '<b>',
  '/x/',
];
const texts = [
  ...[
    'word',
    ' two  words ',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '&amp;',
    '&nbsp',
    '&#13;',
    '&notit;',
    '&',
    '<',
    '< ',
    '</',
    '<>',
  ],
  ...['<!-- c -->', '<!-->', '<!--->', '<!-- a -- b -->', '<!--x--!>', '<!-- <!-- -->', '<![CDATA[x]]>', '<?x?>'],
  ...[
    '<!doctype html>',
    'é',
    '漢字',
    '😀',
    '\ud83d',
    'if (a < b) { "</div>" }',
    '<!-- if (a</b) -->',
    '</scr',
    '</SCRIPT>',
  ],
];

const attribute = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...values), fc.constantFrom('"', "'", '', ' = "', 'alone', 'open'))
  .map(([name, value, form]) => {
    if (form === 'alone') return ` ${name}`;
    if (form === 'open') return ` ${name}="${value}`;
    if (form === '') return ` ${name}=${value}`;
    const mark = form.at(-1) ?? '"';
    return ` ${name}${form.length > 1 ? ' = ' : '='}${mark}${value.replaceAll(mark, '')}${mark}`;
  });
const startTag = fc
  .tuple(
    fc.constantFrom(...tags),
    fc.array(attribute, { maxLength: 3 }),
    fc.constantFrom('>', '>', '>', '/>', ' >', ''),
  )
  .map(([name, attributes, end]) => `<${name}${attributes.join('')}${end}`);
const endTag = fc
  .tuple(fc.constantFrom(...tags, 'DIV'), fc.constantFrom('>', '>', ' >', ' a>', '/>', ''))
  .map(([name, end]) => `</${name}${end}`);
const markup = fc
  .array(fc.oneof(startTag, endTag, fc.constantFrom(...texts)), { maxLength: 40 })
  .map((parts) => parts.join(''));

describe('a page is parsed to the same tree as by parse5', () => {
  test('whatever its markup is', () => {
    fc.assert(fc.property(markup, expectTreeOfParse5), { numRuns: 3000 });
  });

  property('with U+0000 in it', [markup, fc.nat()], { numRuns: 500 }, (html, where) => {
    const at = where % (html.length + 1);
    expectTreeOfParse5(`${html.slice(0, at)}\0${html.slice(at)}`);
  });

  test('wherever its chunks end', () => {
    const piece = 65_536;
    const inner =
      '<p class="a b">One <b id=x>two</b> &amp; three<!-- four --><script>if (a < b) "</p>"</script></p>😀<style>a < b</style>';
    for (let shift = 0; shift <= inner.length; shift += 1) {
      expectTreeOfParse5(`<body>${'x'.repeat(piece - 6 - shift)}${inner}`);
    }
  });

  test('within a frameset, which keeps white space and drops words', () => {
    expectTreeOfParse5('<frameset> a <frame> b c </frameset> d <noframes>e f</noframes>');
    expectTreeOfParse5('<FRAMESET cols=1> a <frame> b c </FRAMESET> d');
  });

  test('with words among the columns of a template, which are dropped', () => {
    expectTreeOfParse5('<template><col>a b c</template>d e');
    expectTreeOfParse5('<table><col></table><TEMPLATE><COL class="&amp;">a b c</TEMPLATE>d e');
  });

  test('with a line feed after pre and textarea, which is dropped once', () => {
    expectTreeOfParse5('<pre>\n\none</pre><textarea>\n two</textarea><pre> \nthree</pre><pre>&#10;\nfour</pre>');
  });
});
