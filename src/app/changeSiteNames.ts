import pino from 'pino';
import { notFound } from '../domain/errors.ts';
import type { NameLedger } from '../domain/visibility/nameLedger.ts';
import {
  acceptNames,
  type OwnerName,
  readSiteNames,
  type SkippedName,
  undoNames,
} from '../services/websites/siteNames.ts';
import { changeSite } from '../services/websites/sites.ts';
import { findWebsite, findWebsiteAnywhere } from '../store/websites/rows.ts';
import type { Config } from './config.ts';
import { describedEngines } from './configuredEngines.ts';
import { openExisting } from './existingDatabase.ts';
import { systemRuntime } from './systemRuntime.ts';

export type SiteNamesChange = {
  websiteId: string;
  say: readonly OwnerName[];
  /** Accepts all suggestions from other answers that are based on at least this many; null: none. */
  offersFrom: number | null;
  takeBack: readonly string[];
  /**
   * Names that from now on match only alone and in their exact case, and names that match by their beginnings again.
   */
  exact: readonly string[];
  prefix: readonly string[];
};

export type SiteNamesResult = {
  accepted: OwnerName[];
  skipped: SkippedName[];
  takenBack: string[];
  exactNames: readonly string[];
  ledger: NameLedger;
};

/**
 * Sets, undoes and lists statements about a website's names for the operator of this database, without a server or
 * network. As for the server, the configuration decides whether simulated or real answers are shown. @throws AppError
 */
export async function changeSiteNames(config: Config, wish: SiteNamesChange): Promise<SiteNamesResult> {
  const database = await openExisting(config);
  try {
    const site = await findWebsiteAnywhere(database.db, wish.websiteId);
    if (site === null) throw notFound('website');
    const { workspaceId } = site;
    const engines = describedEngines(config, pino({ level: config.LOG_LEVEL }));
    const ctx = {
      db: database.db,
      runtime: systemRuntime,
      engines,
      settings: { allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS },
      principal: { workspaceId, accountEmail: 'the command line' },
    };
    const { websiteId } = wish;
    const { takenBack } =
      wish.takeBack.length === 0 ? { takenBack: [] } : await undoNames(ctx, { websiteId, names: wish.takeBack });
    const names = [...wish.say, ...(wish.offersFrom === null ? [] : await offered(ctx, websiteId, wish.offersFrom))];
    const { accepted, skipped } =
      names.length === 0 ? { accepted: [], skipped: [] } : await acceptNames(ctx, { websiteId, names: names });
    if (wish.exact.length + wish.prefix.length > 0) {
      const website = await findWebsite(database.db, workspaceId, websiteId);
      const remainingNames = (website?.exactNames ?? []).filter((name) => !wish.prefix.includes(name));
      await changeSite(ctx, { id: websiteId, exactNames: [...remainingNames, ...wish.exact] });
    }
    const now = await findWebsite(database.db, workspaceId, websiteId);
    const ledger = await readSiteNames(ctx, { websiteId });
    return { accepted, skipped, takenBack, exactNames: now?.exactNames ?? [], ledger };
  } finally {
    await database.close();
  }
}

async function offered(
  ctx: Parameters<typeof readSiteNames>[0],
  websiteId: string,
  fewest: number,
): Promise<OwnerName[]> {
  const { names } = await readSiteNames(ctx, { websiteId });
  return names.flatMap(({ name, offer }) =>
    offer === null || offer.answers < fewest ? [] : [{ name, domain: offer.own ? null : offer.domain }],
  );
}
