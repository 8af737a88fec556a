import { digestOf } from '../domain/canonicalJson.ts';
import { analyzerVersion } from '../domain/checks/analyzerVersion.ts';
import { botTableVersion } from '../domain/checks/bots.ts';
import { AppError, invalidField, notFound } from '../domain/errors.ts';
import { type Harness, harnessKey, keywordHarnessVersion, websiteHarnessVersion } from '../domain/harness.ts';
import type { RunAsk } from '../domain/runRecord.ts';
import { findCase } from '../store/keywordCases.ts';
import type { Queryable } from '../store/transaction.ts';
import { findWebsite } from '../store/websites.ts';
import type { Ctx } from './world.ts';

export type ObservationTarget =
  | { kind: 'website'; websiteId: string }
  | { kind: 'keyword'; caseId: string; useSeoTools: boolean };

/** What would be asked for a target under today's settings, and the identity under which earlier runs match it. */
export type ObservationPlan = {
  targetId: string;
  websiteId: string | null;
  ask: RunAsk;
  harness: Harness;
  harnessKey: string;
  /** The same target across an owner's workspaces. Derived only by those who reserve: a read has no use for it. */
  reservationKey(): string;
};

type Purpose = 'spend' | 'read';

/**
 * Plans an observation. `spend` refuses what may no longer be asked (an archived target, a lookup without permission);
 * `read` only derives the identity, so that history stays readable.
 * @throws not_found, mcp_endpoint_not_public, invalid_request
 */
export async function planObservation(
  ctx: Ctx,
  db: Queryable,
  target: ObservationTarget,
  purpose: Purpose = 'spend',
): Promise<ObservationPlan> {
  return target.kind === 'keyword' ? planKeyword(ctx, db, target, purpose) : planWebsite(ctx, db, target, purpose);
}

async function planKeyword(
  ctx: Ctx,
  db: Queryable,
  target: { caseId: string; useSeoTools: boolean },
  purpose: Purpose,
): Promise<ObservationPlan> {
  const found = await findCase(db, ctx.principal.workspaceId, target.caseId);
  if (found === null || (purpose === 'spend' && found.archivedAt !== null)) throw notFound('case');
  if (purpose === 'spend' && target.useSeoTools) assertSeoToolsWork(ctx, found.target?.domain ?? null);
  const model = found.search.model ?? ctx.answers.defaultModel;
  const allowedDomains = found.search.mode === 'open-web' ? [] : found.search.allowedDomains;
  const harness: Harness = {
    kind: 'keyword',
    surface: ctx.answers.surface,
    version: keywordHarnessVersion(ctx.answers.harnessName, target.useSeoTools ? ctx.settings.seoSecondCall : null),
    searchMode: found.search.mode,
    allowedDomains,
    contextSize: found.search.contextSize,
    locale: found.locale,
    model,
    useSeoTools: target.useSeoTools,
  };
  const domain = found.target?.domain ?? null;
  const identity = harnessKey(harness);
  return {
    targetId: found.id,
    websiteId: found.target?.websiteId ?? null,
    ask: {
      kind: 'keyword',
      question: found.query,
      locale: found.locale,
      search: { ...found.search, allowedDomains, model },
      seoDomain: target.useSeoTools ? domain : null,
    },
    harness,
    harnessKey: identity,
    // The same question about the same domain is the same target, whichever workspace saved it.
    reservationKey: () => digestOf({ kind: 'keyword', query: found.query, domain, harness: identity }),
  };
}

/**
 * Checked before an idempotency key is looked at: a key that lost `seo` must not replay what it once might.
 * @throws insufficient_permission
 */
export function assertMayAsk(ctx: Ctx, target: ObservationTarget): void {
  if (target.kind !== 'keyword' || !target.useSeoTools) return;
  if ((ctx.principal.permissions as readonly string[]).includes('seo')) return;
  throw new AppError('insufficient_permission', 'useSeoTools: needs a key that also holds the seo permission.', {
    details: { field: 'useSeoTools', permission: 'seo' },
    retry: 'never',
  });
}

/** @throws mcp_endpoint_not_public, invalid_request */
function assertSeoToolsWork(ctx: Ctx, domain: string | null): void {
  if (!ctx.settings.mcpReachable) {
    throw new AppError(
      'mcp_endpoint_not_public',
      'useSeoTools: the provider cannot reach this MCP endpoint. Set PUBLIC_BASE_URL to a public https address.',
      { details: { field: 'useSeoTools' }, retry: 'never' },
    );
  }
  if (domain === null)
    throw invalidField('useSeoTools', 'needs a case with a target website, whose domain is looked up');
}

async function planWebsite(
  ctx: Ctx,
  db: Queryable,
  target: { websiteId: string },
  purpose: Purpose,
): Promise<ObservationPlan> {
  const found = await findWebsite(db, ctx.principal.workspaceId, target.websiteId);
  if (found === null || (purpose === 'spend' && found.archivedAt !== null)) throw notFound('website');
  const harness = websiteHarness();
  return {
    targetId: found.id,
    websiteId: found.id,
    ask: { kind: 'website', homeUrl: found.url, domain: found.domain, siteName: found.name },
    harness,
    harnessKey: harnessKey(harness),
    reservationKey: () => digestOf({ kind: 'website', domain: found.domain }),
  };
}

/** The identity of website runs: which checks judge, and by which table of crawlers. */
export function websiteHarness(): Harness {
  return {
    kind: 'website',
    surface: 'captured-pages',
    version: websiteHarnessVersion(`${analyzerVersion}+bots.${botTableVersion}`),
    searchMode: null,
    allowedDomains: [],
    contextSize: null,
    locale: null,
    model: null,
    useSeoTools: false,
  };
}
