import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import type { Html, Link, Node } from 'mdast';
import { visit } from 'unist-util-visit';
import { linkBetween, type Page } from './readPages.ts';

/** A file of the repository that a page shows or offers, copied into the site under the same name. */
const copied = /\.(webp|png|svg|json)$/;

type Linked = { broken: string[]; files: Set<string> };

/**
 * Turns links between files of the repository into links between pages of the site, in place.
 * @param repository address of the project's files, for links to code; null leaves their text without a link
 * @returns broken links, as `page: link`, and the files to copy
 */
export function resolveLinks(root: string, pages: readonly Page[], repository: string | null): Linked {
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const broken: string[] = [];
  const files = new Set<string>();

  const resolve = (page: Page, url: string): string | null => {
    const [path = '', anchor] = url.split('#');
    const source = path === '' ? page.source : normalize(join(dirname(page.source), decodeURI(path)));
    const target = bySource.get(source);
    if (target !== undefined) {
      const isKnown = anchor === undefined || target.sections.some(({ id }) => id === anchor);
      if (!isKnown) broken.push(`${page.source}: ${url}`);
      const hash = anchor === undefined ? '' : `#${anchor}`;
      return path === '' ? hash : linkBetween(page.address, target.address) + hash;
    }
    if (!existsSync(join(root, source))) broken.push(`${page.source}: ${url}`);
    else if (copied.test(source)) {
      files.add(source);
      return linkBetween(page.address, source.replace(/^docs\//, ''));
    }
    const kind = existsSync(join(root, source)) && statSync(join(root, source)).isDirectory() ? 'tree' : 'blob';
    return repository === null ? null : `${repository}/${kind}/main/${source}`;
  };

  for (const page of pages) {
    visit(page.tree, (node: Node) => {
      if (node.type === 'html') {
        const html = node as Html;
        html.value = html.value.replace(/(?<=<img src=")[^"]+/g, (url) => resolve(page, url) ?? '');
      }
      if (!('url' in node) || typeof node.url !== 'string' || /^[a-z]+:/i.test(node.url)) return;
      const url = resolve(page, node.url);
      if (url === null) Object.assign(node, { type: 'emphasis', url: undefined });
      else (node as Link).url = url;
    });
  }
  return { broken, files };
}
