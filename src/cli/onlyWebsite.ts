import { UsageError } from './failures.ts';
import { callServer } from './serverConnection.ts';

/** What a command is about when it names no website: the one that there is; undefined where there is none. @throws UsageError */
export async function onlyWebsite(): Promise<string | undefined> {
  const { sites } = await callServer('listSites', {});
  if (sites.length > 1) throw new UsageError('--website: which of your websites is it about? See `sightline sites`');
  return sites[0]?.id;
}
