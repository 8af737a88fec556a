import { readHidingRules } from '../html/hiding.ts';
import { findMain } from '../html/mainText.ts';
import { attribute, type HtmlElement, isElement, parseHtml } from '../html/parseHtml.ts';
import { flag, walk } from '../html/walk.ts';
import { urlHome } from '../identity/urlHome.ts';

const silent = new Set(
  'script style template noscript svg iframe object video audio canvas form button select input textarea head'.split(
    ' ',
  ),
);
const blocks = new Set(
  'p div section article main header footer aside figure figcaption blockquote dl dt dd ul ol table address details summary pre'.split(
    ' ',
  ),
);
/** Longer than any page of recommendations, and short enough for the reader of answers to stay fast. */
const maxLength = 80_000;

/** `inName`: inside a heading, item, cell or bold text, where a link may lead to the website of a name. */
type Writing = { parts: string[]; length: number; page: string; inName: boolean };

/**
 * Renders the main part of a page as Markdown in the form of an answer: headings, numbered lists, tables, bold text,
 * and links to other websites. This lets the reader of answers read the page's own list.
 */
export function pageMarkdown(html: string, url: string): string {
  const walked = walk(parseHtml(html).document, readHidingRules([]));
  const root = findMain(walked)?.element ?? walked.body;
  if (root === null) return '';
  const home = urlHome(url);
  const writing: Writing = { parts: [], length: 0, page: home?.domain ?? home?.host ?? '', inName: false };
  writeChildren(root, writing);
  return writing.parts
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function write(writing: Writing, text: string): void {
  if (writing.length > maxLength) return;
  writing.parts.push(text);
  writing.length += text.length;
}

function writeChildren(element: HtmlElement, writing: Writing): void {
  for (const node of element.childNodes) {
    if (writing.length > maxLength) return;
    if (isElement(node)) writeElement(node, writing);
    else if ('value' in node && node.nodeName === '#text') write(writing, node.value.replace(/\s+/g, ' '));
  }
}

function writeElement(element: HtmlElement, writing: Writing): void {
  const { tagName } = element;
  if (silent.has(tagName) || (element.flags & (flag.hidden | flag.boilerplate)) !== 0) return;
  if (/^h[1-6]$/.test(tagName)) {
    write(writing, `\n\n${'#'.repeat(Number(tagName.charAt(1)))} ${ranked(writeInline(element, writing))}\n\n`);
  } else if (tagName === 'li') writeItem(element, writing);
  else if (tagName === 'tr') writeRow(element, writing);
  else if (tagName === 'br') write(writing, '\n');
  else if (tagName === 'strong' || tagName === 'b') write(writing, bold(writeInline(element, writing)));
  else if (tagName === 'a') write(writing, linked(element, writing));
  else if (blocks.has(tagName)) {
    write(writing, tagName === 'ul' || tagName === 'ol' || tagName === 'table' ? '\n' : '\n\n');
    writeChildren(element, writing);
    write(writing, '\n\n');
  } else writeChildren(element, writing);
}

function writeInline(element: HtmlElement, around: Writing): string {
  const inside: Writing = { ...around, parts: [], length: 0, inName: around.inName || element.tagName !== 'a' };
  writeChildren(element, inside);
  return inside.parts.join('').replace(/\s+/g, ' ').trim();
}

/** Rewrites a rank before a name in the form of an answer: "#1 Acme" becomes "1. Acme". */
const ranked = (text: string): string => text.replace(/^(?:#|no\. ?|nr\. ?|№ ?)(\d{1,3})[.:)]? (?=\S)/i, '$1. ');

const bold = (text: string): string => (text === '' ? '' : `**${text.replaceAll('**', '')}**`);

function linked(element: HtmlElement, writing: Writing): string {
  const text = writeInline(element, writing);
  if (!writing.inName) return text;
  const href = (attribute(element, 'href') ?? '').trim();
  const home = /^https?:\/\//i.test(href) ? urlHome(href) : null;
  // A link within the page's own website, such as a product review, is not the website of a name.
  if (text === '' || home === null || (home.domain ?? home.host) === writing.page || /[\s()]/.test(href)) return text;
  return `[${text.replace(/[[\]]/g, '')}](${href})`;
}

function writeItem(element: HtmlElement, writing: Writing): void {
  const list = element.parentNode;
  const isNumbered = list !== null && isElement(list as HtmlElement) && (list as HtmlElement).tagName === 'ol';
  const items = isNumbered
    ? (list as HtmlElement).childNodes.filter((node) => isElement(node) && node.tagName === 'li')
    : [];
  const start = isNumbered ? Number.parseInt(attribute(list as HtmlElement, 'start') ?? '1', 10) || 1 : 1;
  const mark = isNumbered ? `${start + items.indexOf(element)}.` : '-';
  const inside: Writing = { ...writing, parts: [], length: 0, inName: true };
  writeChildren(element, inside);
  const lines = inside.parts
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '');
  const [first = '', ...rest] = lines;
  const head = first.replace(/^\s*#+ /, '').trim();
  write(writing, `\n${mark} ${/^#+ /.test(first.trim()) ? bold(head) : head}\n`);
  for (const line of rest) write(writing, `   ${line.replace(/^(\s*)#+ (.*)$/, '$1**$2**')}\n`);
}

function writeRow(element: HtmlElement, writing: Writing): void {
  const cells = element.childNodes.filter(
    (node) => isElement(node) && (node.tagName === 'td' || node.tagName === 'th'),
  );
  if (cells.length === 0) return;
  const texts = cells.map((cell) => writeInline(cell as HtmlElement, writing).replaceAll('|', '/'));
  write(writing, `\n| ${texts.join(' | ')} |`);
  const before = element.parentNode?.childNodes.some(
    (node) => node !== element && isElement(node) && isBefore(node, element),
  );
  const isHead = cells.every((cell) => isElement(cell) && cell.tagName === 'th') || before !== true;
  const inBody =
    isElement(element.parentNode as HtmlElement) && (element.parentNode as HtmlElement).tagName === 'tbody';
  if (isHead && (!inBody || cells.every((cell) => isElement(cell) && cell.tagName === 'th')))
    write(writing, `\n| ${texts.map(() => '---').join(' | ')} |`);
}

function isBefore(node: HtmlElement, element: HtmlElement): boolean {
  const siblings = element.parentNode?.childNodes ?? [];
  return siblings.indexOf(node) < siblings.indexOf(element);
}
