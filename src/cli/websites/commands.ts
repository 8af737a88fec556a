import { Argument, type Command } from 'commander';
import type { OutputOf } from '../../contract/callTypes.ts';
import { parseSiteUrl, siteAddressOf } from '../../domain/urls/siteDomain.ts';
import { addListVerb } from '../nouns/listVerb.ts';
import { printError, printResult, printView } from '../output.ts';
import { warnOfCommonNames } from '../questions/nameWarnings.ts';
import { type ReportView, tableView } from '../report/view.ts';
import { safe } from '../safe.ts';
import { callServer } from '../serverConnection.ts';
import { addAcceptNames } from './acceptNames.ts';

type Site = OutputOf<'listSites'>['sites'][number];

/** Adds `sites`: the websites that questions and checks are about. None of it buys. */
export function addSiteCommands(program: Command): Command {
  const sites = program.command('sites').description('websites that questions and checks are about');
  addListVerb(sites)
    .description('list the websites of this workspace')
    .action(async () => {
      const { sites: saved } = await callServer('listSites', {});
      printView(saved, () => viewOf(saved));
    });
  sites
    .command('add')
    .description('add a website (needs `manage`)')
    .argument('<url>', 'its address, such as https://www.example.com/')
    .option('--name <name>', 'name of the website (default: its domain)')
    .option('--alias <name>', 'another name of it; repeatable', (name: string, all: string[]) => [...all, name], [])
    .option('--again', 'add it even if this address already exists')
    .action(async (url: string, { name, alias, again }: NewSite) => {
      const { sites: before } = await callServer('listSites', {});
      const same = before.find((one) => siteAddressOf(one.url) === siteAddressOf(parseSiteUrl(url, true).url));
      if (same !== undefined && again !== true) {
        printError(`${siteAddressOf(same.url)} already exists, so nothing was changed; --again adds it once more`);
        printResult(same, () => `${same.id} ${same.domain}`);
        return;
      }
      const { site } = await callServer('createSite', {
        url,
        again: again === true,
        ...(name === undefined ? {} : { name }),
        ...(alias.length === 0 ? {} : { aliases: alias }),
      });
      await warnOfCommonNames([...(name === undefined ? [] : [name]), ...alias]);
      printResult(site, () => `${site.id} ${site.domain}`);
    });
  sites
    .command('archive')
    .description('archive a website: it is no longer asked about, but its history is kept (needs `manage`)')
    .argument('<id>', 'id from `sightline sites`')
    .action(async (id: string) => {
      await callServer('archiveSite', { id });
      printResult({ id, state: 'archived' }, () => `${id} is archived`);
    });
  addAcceptNames(sites);
  addGoogleAiControlCommand(sites);
  return sites;
}

const settings = ['included', 'excluded', 'unknown'] as const;

/** Adds `sites google-ai-control`: the owner states a setting that is not visible from outside. */
function addGoogleAiControlCommand(sites: Command): void {
  sites
    .command('google-ai-control')
    .description("show or record the setting of Search Console's switch for generative answers (needs `manage`)")
    .argument('<id>', 'id from `sightline sites`')
    .addArgument(new Argument('[setting]', '`unknown` withdraws the statement').choices(settings))
    .action(async (id: string, setting: (typeof settings)[number] | undefined) => {
      const { control } =
        setting === undefined
          ? await callServer('readGoogleAiControl', { id })
          : await callServer('changeGoogleAiControl', { id, setting: setting === 'unknown' ? null : setting });
      printResult(control, () =>
        control === null
          ? 'Not recorded.'
          : safe(`${control.setting}, stated by ${control.saidBy} at ${control.saidAt}`),
      );
    });
}

type NewSite = { name?: string; alias: string[]; again?: boolean };

function viewOf(sites: readonly Site[]): ReportView {
  return tableView({
    title: 'Websites',
    columns: ['id', 'domain', { name: 'name', flexible: true }, { name: 'aliases', flexible: true }],
    // Websites of one domain are distinguished by their addresses.
    rows: sites.map(({ id, url, domain, name, aliases }) => {
      const isShared = sites.filter((one) => one.domain === domain).length > 1;
      return [id, isShared ? siteAddressOf(url) : domain, name, aliases.join(', ')];
    }),
    empty: 'no websites yet; `sightline sites add <url>` adds one',
  });
}
