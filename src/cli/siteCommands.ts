import type { Command } from 'commander';
import type { OutputOf } from '../contract/callTypes.ts';
import { print, printJson } from './output.ts';
import { asTerminal } from './report/terminal.ts';
import type { ReportView } from './report/view.ts';
import { callServer } from './serverConnection.ts';

type Site = OutputOf<'listSites'>['sites'][number];

/** `sites`: the websites that questions and checks are about. None of it buys. */
export function addSiteCommands(program: Command): void {
  const sites = program
    .command('sites')
    .description('list the websites of this workspace')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { sites: saved } = await callServer('listSites', {});
      if (json === true) printJson(saved);
      else print(asTerminal(viewOf(saved), process.stdout.columns ?? 100, false));
    });
  sites
    .command('add')
    .description('add a website (needs `manage`)')
    .argument('<url>', 'its address, such as https://www.example.com/')
    .option('--name <name>', 'name of the website (default: its domain)')
    .option(
      '--alias <name>',
      'another name of it; repeat it for several',
      (name: string, all: string[]) => [...all, name],
      [],
    )
    .option('--json', 'print JSON')
    .action(async (url: string, { name, alias, json }: { name?: string; alias: string[]; json?: boolean }) => {
      const { site } = await callServer('createSite', {
        url,
        ...(name === undefined ? {} : { name }),
        ...(alias.length === 0 ? {} : { aliases: alias }),
      });
      if (json === true) printJson(site);
      else print(`${site.id} ${site.domain}`);
    });
  sites
    .command('archive')
    .description('archive a website: it is no longer asked about, its history is kept (needs `manage`)')
    .argument('<id>', 'id from `sightline sites`')
    .action(async (id: string) => {
      await callServer('archiveSite', { id });
      print(`${id} is archived`);
    });
}

function viewOf(sites: readonly Site[]): ReportView {
  return {
    head: [],
    sections: [
      {
        title: 'Websites',
        columns: [
          { name: 'id' },
          { name: 'domain' },
          { name: 'name', flexible: true },
          { name: 'aliases', flexible: true },
        ],
        rows: sites.map(({ id, domain, name, aliases }) => [id, domain, name, aliases.join(', ')]),
        empty: 'no website is saved; `sightline sites add <url>` saves one',
      },
    ],
    notes: [],
  };
}
