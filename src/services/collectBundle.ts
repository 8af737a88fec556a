import { readerVersion } from '../domain/answer/readAnswer.ts';
import type { KeywordResult } from '../domain/answer/savedReading.ts';
import type { BundleContents, BundledAnswer, BundledWebsiteRun } from '../domain/bundle/bundle.ts';
import { analyzerVersion } from '../domain/checks/analyzerVersion.ts';
import { botTableVersion } from '../domain/checks/bots.ts';
import { notFound } from '../domain/errors.ts';
import type { VisibilityAttempt } from '../domain/visibility/attempt.ts';
import type { DateWindow } from '../domain/visibility/scope.ts';
import { ruleVersions } from '../domain/visibility/visibilityRecommendations.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import { findRawAnswers } from '../store/rawAnswers.ts';
import { currentResult } from '../store/results.ts';
import { findRun } from '../store/runs.ts';
import { latestWebsiteResult } from '../store/websiteResults.ts';
import { findWebsiteAnywhere } from '../store/websites.ts';
import { loadOverviewScope, loadRecommendationScope, type Reader } from './loadVisibility.ts';
import { nowIso } from './world.ts';

/** What collecting needs: the database, and of the provider only its kind and its offline reduction of an answer. */
export type Collector = Omit<Reader, 'principal'> & {
  answers: Pick<AnswerProvider, 'simulated' | 'surface' | 'freeze'>;
};

const mostRows = 200;

/**
 * Everything the five reports of one window rest on, for the operator of the database, whose workspace follows from the
 * website. @throws not_found
 */
export async function collectBundle(
  world: Collector,
  input: DateWindow & { websiteId: string; model: string | null },
): Promise<BundleContents> {
  const owned = await findWebsiteAnywhere(world.db, input.websiteId);
  if (owned === null) throw notFound('website');
  const { workspaceId } = owned;
  const reader: Reader = { ...world, principal: { workspaceId } };
  const query = { ...input, platform: null, sourceType: 'all' as const, limit: mostRows };
  const overview = await loadOverviewScope(reader, query);
  const recommended = await loadRecommendationScope(reader, query);
  const inputs = { ...recommended, ...overview };
  const attempts = [...inputs.attempts, ...(inputs.previousAttempts ?? [])];
  return {
    madeAt: nowIso(world),
    versions: { reader: readerVersion, analyzer: analyzerVersion, botTable: botTableVersion, rules: ruleVersions },
    inputs,
    answers: await collectAnswers(world, workspaceId, attempts),
    websiteRun: await collectWebsiteRun(world, workspaceId, input.websiteId),
  };
}

async function collectAnswers(
  world: Collector,
  workspaceId: string,
  attempts: readonly VisibilityAttempt[],
): Promise<BundledAnswer[]> {
  const completed = attempts.filter((attempt) => attempt.facts !== null);
  const raw = await findRawAnswers(
    world.db,
    workspaceId,
    completed.map((attempt) => attempt.runId),
  );
  const answers: BundledAnswer[] = [];
  for (const { runId, facts } of completed) {
    const saved = await currentResult(world.db, workspaceId, runId);
    if (saved === null || facts === null) continue;
    const frozen = world.answers.freeze(raw.get(runId) ?? null);
    answers.push({ runId, readerVersion: saved.version, frozen, result: saved.result as KeywordResult, facts });
  }
  return answers;
}

async function collectWebsiteRun(
  world: Collector,
  workspaceId: string,
  websiteId: string,
): Promise<BundledWebsiteRun | null> {
  const saved = await latestWebsiteResult(world.db, workspaceId, websiteId);
  if (saved === null) return null;
  const run = await findRun(world.db, workspaceId, saved.runId);
  return { ...saved, resultDigest: run?.environmentFingerprint ?? null };
}
