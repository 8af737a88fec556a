import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { pagePaths } from '../../contract/pages.ts';
import { findNearest } from '../../domain/text/nearest.ts';
import { UsageError } from '../failures.ts';
import { printResult } from '../output.ts';
import { serverUrl } from '../serverConnection.ts';

/** Programs that open an address, by platform. */
const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Adds `open`, which opens a page of the web app in the browser. */
export function addOpenCommand(program: Command): void {
  program
    .command('open')
    .description('open a page of the web app in the browser')
    .argument('[page]', 'path of the page, such as plans or docs/api (default: the first page)')
    .option('--print', 'only print the address')
    .action((page: string | undefined, { print }: { print?: boolean }) => {
      const path = (page ?? '').replace(/^\/*/, '/');
      assertPage(path);
      const url = new URL(path, serverUrl(process.env)).href;
      if (print !== true) openAddress(url);
      printResult({ url }, () => url);
    });
}

const places = [...pagePaths, '/docs/api/reference'];

/** Pages by name, as people write them. Those that only a link opens are left out. */
const pages = places
  .filter((path) => !/^\/(?:$|setup|sign-in|join|reset|forgot|connect)/.test(path))
  .map((path) => path.slice(1).replace(/\$(\w+)/g, '<$1>'));

/** @throws UsageError for a path that is not a page, naming the nearest page and all that need no id */
function assertPage(path: string): void {
  const words = wordsOf(path);
  if (places.some((page) => isSamePage(wordsOf(page), words))) return;
  const name = words.join('/');
  const nearest = pages.find((page) => page.endsWith(`/${name}`)) ?? findNearest(name, pages);
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
  const all = pages.filter((page) => !page.includes('/<')).join(', ');
  throw new UsageError(`no page is named ${name}.${hint} Pages: ${all}`);
}

function wordsOf(path: string): string[] {
  return (path.split(/[?#]/)[0] ?? '').split('/').filter((word) => word !== '');
}

function isSamePage(page: readonly string[], words: readonly string[]): boolean {
  return page.length === words.length && page.every((word, at) => word.startsWith('$') || word === words[at]);
}

function openAddress(url: string): void {
  const [program = 'xdg-open', ...words] = openers[process.platform] ?? [];
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  // Without a browser the printed address is enough.
  child.on('error', () => {});
  child.unref();
}
