import type { z } from 'zod';
import type { ApiKey } from '../domain/apiKey.ts';
import type { Disposition } from '../domain/disposition.ts';
import { freshnessOf } from '../domain/freshness.ts';
import type { KeywordCase } from '../domain/keywordCase.ts';
import { unknownUsage } from '../domain/run.ts';
import type { ShownRun } from '../domain/runRecord.ts';
import type { Website } from '../domain/website.ts';
import type { apiKeySchema, keywordCaseSchema, observationSchema, runSchema, websiteSchema } from './schemas.ts';

/** The only way out: each presenter names every field that may leave, so that a private column cannot. */

export function presentWebsite(website: Website): z.input<typeof websiteSchema> {
  const { id, url, domain, name, createdAt, archivedAt } = website;
  return { id, url, domain, name, aliases: [...website.aliases], createdAt, archivedAt };
}

export function presentCase(found: KeywordCase): z.input<typeof keywordCaseSchema> {
  const { mode, contextSize, model } = found.search;
  return {
    id: found.id,
    query: found.query,
    target: found.target,
    locale: found.locale,
    search: { mode, allowedDomains: [...found.search.allowedDomains], contextSize, model },
    createdAt: found.createdAt,
    archivedAt: found.archivedAt,
  };
}

export function presentKey(key: ApiKey): z.input<typeof apiKeySchema> {
  const { id, name, prefix, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return { id, name, prefix, permissions: [...key.permissions], createdAt, expiresAt, revokedAt, lastUsedAt };
}

export function pollUrlOf(run: Pick<ShownRun, 'kind' | 'id'>): string {
  return `/api/v1/runs/${run.kind}/${run.id}`;
}

function presentRun(run: ShownRun, result: unknown): z.input<typeof runSchema> {
  const sent = run.phase !== 'reserved' && run.kind === 'keyword';
  return {
    id: run.id,
    kind: run.kind,
    status: run.status,
    pollUrl: pollUrlOf(run),
    model: run.model,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    observedAt: run.observedAt,
    recovery: sent ? { runId: run.id, sessionId: run.sessionId ?? run.taskId } : null,
    provenance: {
      searchMode: run.searchMode,
      harnessVersion: run.harnessVersion,
      environmentFingerprint: run.environmentFingerprint,
      allowedDomains: [...run.allowedDomains],
      completedSearchCount: run.completedSearchCount,
    },
    surface: run.surface,
    result: result as z.input<typeof runSchema>['result'],
    usage: { ...unknownUsage, ...run.usage },
    error: run.error,
  };
}

/** @param now milliseconds since the epoch */
export function presentObservation(
  observation: { disposition: Disposition; run: ShownRun | null; result: unknown },
  maxAgeSeconds: number,
  now: number,
): z.input<typeof observationSchema> {
  const { disposition, run, result } = observation;
  return {
    disposition,
    freshness: freshnessOf(run, maxAgeSeconds, now),
    run: run === null ? null : presentRun(run, result),
  };
}
