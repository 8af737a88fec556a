import { invalidField, notFound } from '../../domain/errors.ts';
import {
  type SiteVerification,
  type VerificationPlace,
  verificationPlaces,
} from '../../domain/websites/siteVerification.ts';
import { findVerification, saveComparison, saveVerificationCheck } from '../../store/websites/verifications.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { agentOf, robotsToken } from '../captures/captureWebsite.ts';

/** Context of these services, small enough for the operator's command line. */
export type VerificationContext = Pick<AppContext, 'db' | 'runtime' | 'capture'> & {
  settings: Pick<AppContext['settings'], 'publicBaseUrl' | 'captureLimits'>;
  principal: { workspaceId: string };
};

export type ShownVerification = SiteVerification & { places: VerificationPlace[] };

/**
 * Reads the website's token, the places where it may be published, and the result of the last check. Sends no request
 * to the website. @throws not_found
 */
export async function readVerification(ctx: VerificationContext, input: { id: string }): Promise<ShownVerification> {
  const { url, domain: _, ...verification } = await buildVerification(ctx, input.id);
  return { ...verification, places: verificationPlaces(url, verification.token) };
}

/**
 * Checks the website for the token now, with our own agent and by the rules of a capture, and saves the result: a
 * missing token ends the verification. @throws not_found
 */
export async function checkVerification(ctx: VerificationContext, input: { id: string }): Promise<ShownVerification> {
  const site = await buildVerification(ctx, input.id);
  const look = await ctx.capture.checkForToken({
    runId: ctx.runtime.newId('look'),
    homeUrl: site.url,
    registrableDomain: site.domain,
    limits: { ...ctx.settings.captureLimits, maxRequests: 12, wallTimeMs: 20_000, minIntervalMs: 100, maxRetries: 0 },
    agent: agentOf(ctx.settings),
    robotsToken,
    token: site.token,
  });
  const at = nowIso(ctx);
  const verification = {
    way: look.way,
    verifiedAt: look.way === null ? null : at,
    lastLook: { at, looked: look.looked },
  };
  const place = { workspaceId: ctx.principal.workspaceId, websiteId: input.id, url: site.url };
  if (!(await saveVerificationCheck(ctx.db, place, verification)))
    throw invalidField('id', 'the address changed meanwhile; check again');
  return readVerification(ctx, input);
}

/** Turns the comparison with bot-like user agents on or off. @throws not_found, invalid_request when not verified */
export async function changeVerification(
  ctx: VerificationContext,
  input: { id: string; compareBotAgents: boolean },
): Promise<ShownVerification> {
  await buildVerification(ctx, input.id);
  const place = { workspaceId: ctx.principal.workspaceId, websiteId: input.id };
  if (!(await saveComparison(ctx.db, place, input.compareBotAgents)))
    throw invalidField('compareBotAgents', 'verify the website first, because only its owner may allow this');
  return readVerification(ctx, input);
}

async function buildVerification(ctx: VerificationContext, id: string) {
  const verification = await findVerification(ctx.db, ctx.principal.workspaceId, id);
  if (verification === null) throw notFound('website');
  return verification;
}
