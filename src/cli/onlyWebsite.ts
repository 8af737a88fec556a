import { UsageError } from './failures.ts';
import { callServer } from './serverConnection.ts';

/** Words of an option for `Command.option`: `callServer` finds the id of a domain. */
export const websiteOption = ['--website <site>', 'id or domain (default: your only one)'] as const;

/** Returns the website that an option names, otherwise the only one. @throws UsageError */
export async function websiteOfOption(named: string | undefined): Promise<string> {
  const website = named ?? (await onlyWebsite());
  if (website === undefined) throw new UsageError('add a website first: `sightline sites add <url>`');
  return website;
}

/**
 * Returns the workspace's only website, for a command that names none; undefined without websites. @throws UsageError
 */
export async function onlyWebsite(): Promise<string | undefined> {
  const { sites } = await callServer('listSites', {});
  if (sites.length > 1) {
    // Websites of one domain are distinguished by their ids.
    const names = sites.map(({ id, domain }) =>
      sites.some((one) => one.id !== id && one.domain === domain) ? id : domain,
    );
    const more = names.length > maxNamed ? `, and ${names.length - maxNamed} more (\`sightline sites\`)` : '';
    throw new UsageError(`choose a website with --website: ${names.slice(0, maxNamed).join(', ')}${more}`);
  }
  return sites[0]?.id;
}

const maxNamed = 10;
