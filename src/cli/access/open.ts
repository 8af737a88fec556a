import { spawn } from 'node:child_process';
import type { Command } from 'commander';
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
      const url = new URL((page ?? '').replace(/^\/*/, '/'), serverUrl(process.env)).href;
      if (print !== true) openAddress(url);
      printResult({ url }, () => url);
    });
}

function openAddress(url: string): void {
  const [program = 'xdg-open', ...words] = openers[process.platform] ?? [];
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  // Without a browser the printed address is enough.
  child.on('error', () => {});
  child.unref();
}
