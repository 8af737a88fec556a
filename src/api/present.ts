import type { z } from 'zod';
import type { askedCaseSchema } from '../contract/questionSchemas.ts';
import type {
  apiKeySchema,
  keywordCaseSchema,
  observationSchema,
  runSchema,
  websiteSchema,
} from '../contract/schemas.ts';
import type { ApiKey } from '../domain/access/apiKey.ts';
import { microUsdOf, usdOf } from '../domain/money/usd.ts';
import type { KeywordCase } from '../domain/questions/keywordCase.ts';
import type { Disposition } from '../domain/runs/disposition.ts';
import { buildFreshness } from '../domain/runs/freshness.ts';
import { unknownUsage } from '../domain/runs/run.ts';
import type { ShownRun } from '../domain/runs/runRecord.ts';
import { SavedJson } from '../domain/text/savedJson.ts';
import type { PanelPower } from '../domain/visibility/comparison/panelPower.ts';
import { v1Comparison, v1PanelPower } from '../domain/visibility/comparison/v1.ts';
import type { WindowComparison } from '../domain/visibility/comparison/windows.ts';
import type { ReportHead } from '../domain/visibility/reportHead.ts';
import type { Website } from '../domain/websites/website.ts';
import { writeOnce } from './jsonOf.ts';

/** Presents records. Each presenter names every field that may leave the server, so that a private column cannot. */

export function presentWebsite(website: Website): z.input<typeof websiteSchema> {
  const { id, url, domain, name, createdAt, archivedAt } = website;
  const [aliases, exactNames] = [[...website.aliases], [...website.exactNames]];
  return {
    id,
    url,
    domain,
    name,
    aliases,
    exactNames,
    settledDomains: [...website.settledDomains],
    createdAt,
    archivedAt,
  };
}

export function presentCase(keywordCase: KeywordCase): z.input<typeof keywordCaseSchema> {
  const { mode, contextSize, model } = keywordCase.search;
  return {
    id: keywordCase.id,
    query: keywordCase.query,
    target: keywordCase.target,
    locale: keywordCase.locale,
    // v1 always states a context size: this one for engines without any.
    search: {
      mode,
      allowedDomains: [...keywordCase.search.allowedDomains],
      contextSize: contextSize ?? 'medium',
      model,
    },
    createdAt: keywordCase.createdAt,
    archivedAt: keywordCase.archivedAt,
  };
}

/** Presents a case in the form of v2: with its engine. */
export function presentAskedCase(keywordCase: KeywordCase): z.input<typeof askedCaseSchema> {
  const { engine, mode, allowedDomains, contextSize, model, device } = keywordCase.search;
  return {
    ...presentCase(keywordCase),
    questionId: keywordCase.questionId,
    search: { engine, mode, allowedDomains: [...allowedDomains], contextSize, model, device },
  };
}

export function presentKey(key: ApiKey): z.input<typeof apiKeySchema> {
  const { id, name, prefix, createdAt, expiresAt, revokedAt, lastUsedAt, planId } = key;
  return {
    id,
    name,
    prefix,
    permissions: [...key.permissions],
    asksToSpend: key.asksToSpend,
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
    planId,
  };
}

/** Rounds to the micro-dollar, as the ledger counts, whatever was saved. */
function toMicro(usd: number | null): number | null {
  return usd === null ? null : usdOf(microUsdOf(usd));
}

function pollUrlOf(run: Pick<ShownRun, 'kind' | 'id'>): string {
  return `/api/v1/runs/${run.kind}/${run.id}`;
}

type PresentedRun = z.input<typeof runSchema>;

/** Cache by object: readers poll runs, so a run that the store returns unchanged is presented once. */
const presentedRuns = new WeakMap<ShownRun, { result: unknown; presented: PresentedRun }>();

function presentRun(run: ShownRun, result: unknown): PresentedRun {
  const cached = presentedRuns.get(run);
  if (cached !== undefined && cached.result === result) return cached.presented;
  const saved = result instanceof SavedJson ? { member: 'result', json: result } : null;
  const presented = writeOnce(createRun(run, result), saved);
  presentedRuns.set(run, { result, presented });
  return presented;
}

function createRun(run: ShownRun, result: unknown): PresentedRun {
  const isSent = run.phase !== 'reserved' && run.kind === 'keyword';
  return {
    id: run.id,
    kind: run.kind,
    status: run.status,
    pollUrl: pollUrlOf(run),
    model: run.model,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    observedAt: run.observedAt,
    recovery: isSent ? { runId: run.id, sessionId: run.sessionId ?? run.taskId } : null,
    provenance: {
      searchMode: run.searchMode,
      harnessVersion: run.harnessVersion,
      environmentFingerprint: run.environmentFingerprint,
      allowedDomains: [...run.allowedDomains],
      completedSearchCount: run.completedSearchCount,
    },
    surface: run.surface,
    get result() {
      return (result instanceof SavedJson ? result.value : result) as z.input<typeof runSchema>['result'];
    },
    usage: { ...unknownUsage, ...run.usage, costUsd: toMicro(run.usage.costUsd) },
    error: run.error,
  };
}

/** @param now milliseconds since the epoch */
export function presentObservation(
  observation: { disposition: Disposition; run: Readonly<ShownRun> | null; result: unknown },
  maxAgeSeconds: number,
  now: number,
): z.input<typeof observationSchema> {
  const { disposition, run, result } = observation;
  return {
    disposition,
    freshness: buildFreshness(run, maxAgeSeconds, now),
    run: run === null ? null : presentRun(run, result),
  };
}

type MayCompare = {
  shareAmongRivals?: unknown;
  periodRate?: unknown;
  comparison?: WindowComparison | null;
  panelPower?: PanelPower;
};

type V1Report<Given extends ReportHead> = Omit<Given, 'engine' | 'surface' | 'coverage' | keyof MayCompare> & {
  coverage: Omit<ReportHead['coverage'], 'noAnswer' | 'scope' | 'attemptsRead' | 'questionKinds'>;
} & (Given extends { panelPower: PanelPower }
    ? { comparison: ReturnType<typeof v1Comparison> | null; panelPower: ReturnType<typeof v1PanelPower> }
    : unknown);

/**
 * Presents a report for v1, which counts the declared engine without naming it, and leaves out pages without an answer.
 */
export function presentV1Report<Given extends ReportHead>(report: Given): V1Report<Given> {
  const whole: Given & MayCompare = report;
  const { engine: _engine, surface: _surface, shareAmongRivals: _among, periodRate: _rate, coverage, ...rest } = whole;
  const { noAnswer: _noAnswer, scope: _scope, attemptsRead: _read, questionKinds: _kinds, ...considered } = coverage;
  const { comparison, panelPower } = rest;
  return {
    ...rest,
    ...(panelPower ? { panelPower: v1PanelPower(panelPower) } : {}),
    ...(comparison ? { comparison: v1Comparison(comparison) } : {}),
    coverage: considered,
  } as unknown as V1Report<Given>;
}
