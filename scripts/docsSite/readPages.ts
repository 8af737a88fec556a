import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import GithubSlugger from 'github-slugger';
import type { Heading, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';

/** A heading and its text, as a unit of the search. */
type Section = { id: string; heading: string; depth: number; text: string };

/** A page of the site. `source`: its path in the repository; `address`: its path in the site. */
export type Page = { source: string; address: string; title: string; tree: Root; sections: Section[] };

/** Pages beside `docs/` that readers of the documentation need. */
const rootPages = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];

/**
 * Returns a page's address: the index of the documentation is the first page of the site, and the project's README a
 * page about it.
 */
function addressOf(source: string): string {
  if (source === 'docs/README.md') return 'index.html';
  if (source === 'README.md') return 'about.html';
  return source
    .replace(/^docs\//, '')
    .toLowerCase()
    .replace(/\.md$/, '.html');
}

function sectionsOf(tree: Root): Section[] {
  const slugger = new GithubSlugger();
  const sections: Section[] = [];
  for (const node of tree.children) {
    if (node.type === 'heading') {
      const heading = textOf(node);
      const id = slugger.slug(heading);
      node.data = { hProperties: { id } } as Heading['data'];
      sections.push({ id, heading, depth: node.depth, text: '' });
    } else {
      const section = sections.at(-1);
      if (section !== undefined) section.text += `${textOf(node)}\n`;
    }
  }
  return sections;
}

/** Reads all pages of a checkout. @param root its folder */
export function readPages(root: string): Page[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'));
  return [...inDocs, ...rootPages].toSorted().map((source) => {
    const tree = fromMarkdown(readFileSync(join(root, source)), {
      extensions: [gfm()],
      mdastExtensions: [gfmFromMarkdown()],
    });
    const sections = sectionsOf(tree);
    const title = sections[0]?.heading ?? basename(source, '.md');
    return { source, address: addressOf(source), title, tree, sections };
  });
}

/** Returns the address of one page as a link from another. */
export function linkBetween(from: string, to: string): string {
  return '../'.repeat(dirname(from) === '.' ? 0 : dirname(from).split('/').length) + to;
}
