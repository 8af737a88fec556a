import type { Command } from 'commander';
import type { OutputOf } from '../../contract/callTypes.ts';
import { parseSiteUrl, siteAddressOf } from '../../domain/urls/siteDomain.ts';
import { print, printError, printJson } from '../output.ts';
import { asTerminal } from '../report/terminal.ts';
import type { ReportView } from '../report/view.ts';
import { callServer } from '../serverConnection.ts';

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
    .option('--again', 'add it even though this address is saved already')
    .option('--json', 'print JSON')
    .action(async (url: string, { name, alias, again, json }: NewSite) => {
      const { sites: before } = await callServer('listSites', {});
      const same = before.find((one) => siteAddressOf(one.url) === siteAddressOf(parseSiteUrl(url, true).url));
      if (same !== undefined && again !== true) {
        printError(`${siteAddressOf(same.url)} is saved already, and nothing was changed; --again adds it once more`);
        if (json === true) printJson(same);
        else print(`${same.id} ${same.domain}`);
        return;
      }
      const { site } = await callServer('createSite', {
        url,
        again: again === true,
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

type NewSite = { name?: string; alias: string[]; again?: boolean; json?: boolean };

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
        // Websites of one domain are distinguished by their addresses.
        rows: sites.map(({ id, url, domain, name, aliases }) => {
          const isShared = sites.filter((one) => one.domain === domain).length > 1;
          return [id, isShared ? siteAddressOf(url) : domain, name, aliases.join(', ')];
        }),
        empty: 'no website is saved; `sightline sites add <url>` saves one',
      },
    ],
    notes: [],
  };
}
