import { toHtml } from 'hast-util-to-html';
import type { Html, Root, RootContent, Table } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { linkBetween, type Page } from './readPages.ts';

/** Links of the index by task. Addresses are those of the index page, the first of the site. */
export type Task = { heading: string; rows: { task: string; links: { text: string; address: string }[] }[] };

/** Reads the table of the index page, whose bold rows are headings. Its links must be resolved. */
export function tasksOf({ tree }: Page): Task[] {
  const table = tree.children.find((node): node is Table => node.type === 'table');
  const tasks: Task[] = [];
  for (const { children } of table?.children.slice(1) ?? []) {
    const [what, pages] = children;
    const task = textOf(what);
    if (what?.children[0]?.type === 'strong') tasks.push({ heading: task, rows: [] });
    else {
      const links: Task['rows'][number]['links'] = [];
      if (pages !== undefined) visit(pages, 'link', (link) => links.push({ text: textOf(link), address: link.url }));
      tasks.at(-1)?.rows.push({ task, links });
    }
  }
  return tasks;
}

const escaped = (text: string): string => toHtml({ type: 'text', value: text });
const quoted = (text: string): string => escaped(text).replaceAll('"', '&quot;');

/** Markup that the pages may contain: images and comments. Anything else is a word between angle brackets. */
const markup = /^<(?:img\s|!--)/;

function bodyOf(tree: Root): string {
  visit(tree, 'html', (node: Html) => {
    if (!markup.test(node.value)) Object.assign(node, { type: 'text' });
  });
  const html = toHtml(toHast(tree, { allowDangerousHtml: true }), { allowDangerousHtml: true });
  // A wide table or block scrolls by itself, with the keyboard as well.
  return html
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(/<th( [^>]*)?><\/th>/g, '<td></td>');
}

/** Renders the whole file of a page. @param version shown next to the name, and in the list of versions */
export function layOut(page: Page, tasks: readonly Task[], version: string): string {
  const to = (address: string): string => (/^[a-z]+:/.test(address) ? address : linkBetween(page.address, address));
  const base = linkBetween(page.address, '');
  const item = (text: string, address: string): string => {
    const current = address === page.address ? ' aria-current="page"' : '';
    return `<li><a href="${quoted(to(address))}"${current}>${escaped(text)}</a></li>`;
  };
  const seen = new Set<string>();
  const nav = tasks
    .map(({ heading, rows }) => {
      const links = rows.flatMap(({ links }) =>
        links.flatMap(({ text, address }) => (seen.has(address) ? [] : seen.add(address) && item(text, address))),
      );
      return `<h2>${escaped(heading)}</h2><ul>${links.join('')}</ul>`;
    })
    .join('');
  const contents = page.sections
    .filter(({ depth }) => depth === 2)
    .map(({ id, heading }) => `<li><a href="#${id}">${escaped(heading)}</a></li>`)
    .join('');
  return `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Sightline</title>
<meta name="description" content="${quoted(summaryOf(page.tree.children))}">
<link rel="icon" href="${base}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}site.css">
<script src="${base}theme.js"></script>
<script type="module" src="${base}site.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="name" href="${base}index.html">Sightline</a>
<label class="version">Version <select id="version"><option>${escaped(version)}</option></select></label>
<form id="search" role="search"><input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off">
<ul id="found" aria-live="polite" hidden></ul></form>
<a href="${base}reference/index.html">API reference</a>
<button id="theme" type="button">Dark theme</button>
</header>
<nav aria-label="Documentation">${nav}</nav>
<main id="main">${bodyOf(page.tree)}</main>
<aside aria-label="On this page">${contents === '' ? '' : `<h2>On this page</h2><ul>${contents}</ul>`}</aside>
</body>
</html>
`;
}

/** Returns the first paragraph of a page, cut for results of search engines. */
function summaryOf(nodes: readonly RootContent[]): string {
  const first = nodes.find(({ type }) => type === 'paragraph');
  return first === undefined ? 'Documentation of Sightline' : textOf(first).slice(0, 160);
}
