import { notFound } from '../domain/errors.ts';
import { createPageCapture } from '../providers/capture/capturePages.ts';
import {
  changeVerification,
  checkVerification,
  readVerification,
  type ShownVerification,
} from '../services/websites/checkVerification.ts';
import { findWebsiteAnywhere } from '../store/websites/rows.ts';
import type { Config } from './config.ts';
import { openExisting } from './existingDatabase.ts';
import { systemRuntime } from './systemRuntime.ts';

export type VerificationOptions = { websiteId: string; look: boolean; compareBotAgents: boolean | null };

/**
 * Shows, checks or changes the verification of a website for the operator of this database. No server; the network is
 * used only to read that website. @throws AppError
 */
export async function verifySite(config: Config, wish: VerificationOptions): Promise<ShownVerification> {
  const database = await openExisting(config);
  try {
    const site = await findWebsiteAnywhere(database.db, wish.websiteId);
    if (site === null) throw notFound('website');
    const ctx = {
      db: database.db,
      runtime: systemRuntime,
      capture: createPageCapture({ allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS }),
      settings: { publicBaseUrl: config.publicBaseUrl ?? `http://${config.HOST}:${config.PORT}`, captureLimits: {} },
      principal: { workspaceId: site.workspaceId },
    };
    const id = wish.websiteId;
    if (wish.look) await checkVerification(ctx, { id });
    return wish.compareBotAgents === null
      ? await readVerification(ctx, { id })
      : await changeVerification(ctx, { id, compareBotAgents: wish.compareBotAgents });
  } finally {
    await database.close();
  }
}
