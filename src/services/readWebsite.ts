import { assertFound } from '../domain/errors.ts';
import type { Website } from '../domain/websites/website.ts';
import { findWebsite } from '../store/websites/rows.ts';
import type { Ctx } from './appContext.ts';

type Reader = Pick<Ctx, 'db'> & { principal: Pick<Ctx['principal'], 'workspaceId'> };

/** @throws not_found */
export async function readWebsite({ db, principal }: Reader, websiteId: string): Promise<Website> {
  return assertFound(await findWebsite(db, principal.workspaceId, websiteId), 'website');
}
