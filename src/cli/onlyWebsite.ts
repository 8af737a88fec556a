import { UsageError } from './failures.ts';
import { callServer } from './serverConnection.ts';

/** Returns the website that an option names, otherwise the only one. @throws UsageError */
export async function websiteOfOption(named: string | undefined): Promise<string> {
  const websiteId = named ?? (await onlyWebsite());
  if (websiteId === undefined) throw new UsageError('add a website first; see `sightline sites`');
  return websiteId;
}

/**
 * Returns the workspace's only website, for a command that names none; undefined without websites. @throws UsageError
 */
export async function onlyWebsite(): Promise<string | undefined> {
  const { sites } = await callServer('listSites', {});
  if (sites.length > 1)
    throw new UsageError('choose one of your websites by its id; see `sightline sites` and the option in `--help`');
  return sites[0]?.id;
}
