import { analyzerVersion } from '../../domain/checks/analyzerVersion.ts';
import { botTableVersion } from '../../domain/checks/bots.ts';
import { AppError, engineUnavailable, invalidField, notFound, unsupportedSetting } from '../../domain/errors.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import type { Engine } from '../../domain/runs/engine.ts';
import { type Harness, harnessKey, keywordHarnessVersion, websiteHarnessVersion } from '../../domain/runs/harness.ts';
import type { EvaluatedRun } from '../../domain/runs/runRecord.ts';
import { digestOf } from '../../domain/text/canonicalJson.ts';
import type { Website } from '../../domain/websites/website.ts';
import type { Queryable } from '../../store/database/transaction.ts';
import { type CaseSettings, findCase } from '../../store/questions/keywordCases.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import type { Ctx } from '../appContext.ts';

export type ObservationTarget =
  | { kind: 'website'; websiteId: string }
  | { kind: 'keyword'; caseId: string; useSeoTools: boolean };

/** Request for a target under today's settings, and the identity under which earlier runs match it. */
export type ObservationPlan = {
  targetId: string;
  websiteId: string | null;
  evaluated: EvaluatedRun;
  harness: Harness;
  harnessKey: string;
  /** Milliseconds from reservation until the run is given up. */
  deadlineMs: number;
  /**
   * Identifies the same target across an owner's workspaces. Derived only for reservations: a read does not need it.
   */
  reservationKey(): string;
  /**
   * Checks what only a purchase needs; a saved answer is reused without it.
   * @throws engine_unavailable, unsupported_setting, mcp_endpoint_not_public, invalid_request
   */
  assertBuyable(): void;
};

type Purpose = 'spend' | 'read';

/**
 * Plans an observation. `spend` refuses an archived target; `read` only derives the identity, so that history stays
 * readable. The plan's `assertBuyable` checks what only a purchase needs.
 * @throws not_found, engine_unavailable
 */
export async function planObservation(
  ctx: Ctx,
  db: Queryable,
  target: ObservationTarget,
  purpose: Purpose = 'spend',
): Promise<ObservationPlan> {
  return planTarget(ctx, await findTarget(ctx, db, target), purpose);
}

/** Saved record of an observation's target; null if this workspace has none. */
type TargetRecord =
  | { kind: 'website'; record: Website | null }
  | { kind: 'keyword'; record: KeywordCase | null; useSeoTools: boolean };

export async function findTarget(ctx: Ctx, db: Queryable, target: ObservationTarget): Promise<TargetRecord> {
  const { workspaceId } = ctx.principal;
  if (target.kind === 'website') {
    return { kind: 'website', record: await findWebsite(db, workspaceId, target.websiteId) };
  }
  const record = await findCase(db, workspaceId, target.caseId);
  return { kind: 'keyword', record, useSeoTools: target.useSeoTools };
}

/** Plans an observation of a record that was already read. @throws not_found, engine_unavailable */
export function planTarget(ctx: Ctx, target: TargetRecord, purpose: Purpose): ObservationPlan {
  if (target.kind === 'keyword') return planCase(ctx, askable(target.record, purpose, 'case'), target.useSeoTools);
  return planWebsite(ctx, askable(target.record, purpose, 'website'));
}

function askable<T extends { archivedAt: string | null }>(
  record: T | null,
  purpose: Purpose,
  what: 'case' | 'website',
): T {
  if (record === null || (purpose === 'spend' && record.archivedAt !== null)) throw notFound(what);
  return record;
}

/**
 * Returns the identity under which the answers to a case are saved. @throws engine_unavailable for an unknown engine
 */
export function harnessOfCase(
  ctx: Ctx,
  { search, locale }: CaseSettings,
  useSeoTools: boolean,
): { engine: Engine; harness: Harness; identity: string } {
  const engine = ctx.engines.find(search.engine);
  if (engine === null) throw engineUnavailable(search.engine, 'this service does not know it.');
  const secondReader = ctx.secondReader?.identity ?? null;
  const harness: Harness = {
    kind: 'keyword',
    engine: engine.id,
    surface: engine.surface,
    version: keywordHarnessVersion(engine.harnessName, useSeoTools ? ctx.settings.seoSecondCall : null, secondReader),
    searchMode: search.mode,
    allowedDomains: search.mode === 'open-web' ? [] : search.allowedDomains,
    contextSize: search.contextSize,
    locale,
    model: search.model ?? engine.defaultModel,
    device: search.device,
    useSeoTools,
  };
  return { engine, harness, identity: harnessKey(harness) };
}

/** Plans the answer to this case. @throws engine_unavailable for an unknown engine */
export function planCase(ctx: Ctx, record: KeywordCase, useSeoTools: boolean): ObservationPlan {
  const { engine, harness, identity } = harnessOfCase(ctx, record, useSeoTools);
  const { model, allowedDomains } = harness;
  const domain = record.target?.domain ?? null;
  const secondReader = ctx.secondReader?.identity ?? null;
  return {
    targetId: record.id,
    websiteId: record.target?.websiteId ?? null,
    evaluated: {
      kind: 'keyword',
      engine: engine.id,
      searchMode: record.search.mode,
      ask: {
        kind: 'keyword',
        question: record.query,
        locale: record.locale,
        search: { ...record.search, allowedDomains, model },
        seoDomain: useSeoTools ? domain : null,
        ...(secondReader === null ? {} : { secondReader }),
      },
    },
    harness,
    harnessKey: identity,
    // The same question about the same domain is the same target in every workspace.
    deadlineMs: engine.deadlineMs,
    reservationKey: () => digestOf({ kind: 'keyword', query: record.query, domain, harness: identity }),
    assertBuyable() {
      if (engine.offReason !== null) throw engineUnavailable(engine.id, engine.offReason);
      if (useSeoTools) assertSeoToolsWork(ctx, engine, domain);
    },
  };
}

/**
 * Checks permissions before an idempotency key is read: a key that lost `seo` must not replay earlier results.
 * @throws insufficient_permission
 */
export function assertMayAsk(ctx: Ctx, target: ObservationTarget): void {
  if (target.kind !== 'keyword' || !target.useSeoTools) return;
  if ((ctx.principal.permissions as readonly string[]).includes('seo')) return;
  throw new AppError('insufficient_permission', 'useSeoTools: needs a key that also has the seo permission.', {
    details: { field: 'useSeoTools', permission: 'seo' },
    retry: 'never',
  });
}

/** @throws unsupported_setting, mcp_endpoint_not_public, invalid_request */
function assertSeoToolsWork(ctx: Ctx, engine: Engine, domain: string | null): void {
  if (!engine.takesSeoTool) {
    throw unsupportedSetting(engine.id, {
      field: 'useSeoTools',
      message: `${engine.label} cannot call Sightline’s tool`,
    });
  }
  if (!ctx.settings.mcpReachable) {
    throw new AppError(
      'mcp_endpoint_not_public',
      'useSeoTools: the provider cannot reach this MCP endpoint. Set PUBLIC_BASE_URL to a public https address.',
      { details: { field: 'useSeoTools' }, retry: 'never' },
    );
  }
  if (domain === null) throw invalidField('useSeoTools', 'needs a case with a target website: its domain is queried');
}

function planWebsite(ctx: Ctx, record: Website): ObservationPlan {
  const harness = websiteHarness();
  return {
    targetId: record.id,
    websiteId: record.id,
    evaluated: {
      kind: 'website',
      engine: null,
      searchMode: null,
      ask: { kind: 'website', homeUrl: record.url, domain: record.domain, siteName: record.name },
    },
    harness,
    harnessKey: harnessKey(harness),
    deadlineMs: ctx.settings.runDeadlineMs,
    reservationKey: () => digestOf({ kind: 'website', domain: record.domain }),
    assertBuyable() {},
  };
}

/** Returns the identity of website runs: the versions of the checks and of the crawler table. */
export function websiteHarness(): Harness {
  return {
    kind: 'website',
    engine: null,
    surface: 'captured-pages',
    version: websiteHarnessVersion(`${analyzerVersion}+bots.${botTableVersion}`),
    searchMode: null,
    allowedDomains: [],
    contextSize: null,
    locale: null,
    model: null,
    device: null,
    useSeoTools: false,
  };
}
