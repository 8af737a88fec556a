import { readerVersion } from '../../domain/answer/readAnswer.ts';
import type { KeywordResult } from '../../domain/answer/savedReading.ts';
import type { BundleContents, BundledAnswer, BundledWebsiteRun } from '../../domain/bundle/bundle.ts';
import { analyzerVersion } from '../../domain/checks/analyzerVersion.ts';
import { botTableVersion } from '../../domain/checks/bots.ts';
import { notFound } from '../../domain/errors.ts';
import type { VisibilityAttempt } from '../../domain/visibility/attempt.ts';
import type { QuestionFilter } from '../../domain/visibility/questionKinds.ts';
import type { AttemptScope, DateWindow } from '../../domain/visibility/scope.ts';
import { ruleVersions } from '../../domain/visibility/visibilityRecommendations.ts';
import { findRawAnswers } from '../../store/rawAnswers.ts';
import { currentResult } from '../../store/results.ts';
import { findRun } from '../../store/runs.ts';
import { secondNamesOf } from '../../store/secondReadings.ts';
import { latestWebsiteResult } from '../../store/websiteResults.ts';
import { findWebsiteAnywhere } from '../../store/websites.ts';
import { engineOf, loadOverviewScope, loadRecommendationScope, type Reader } from '../visibility/loadVisibility.ts';
import { nowIso } from '../world.ts';
import type { Freezers } from './rereadAnswers.ts';

/** What collecting needs: the database, which engines there are, and how their answers are reduced offline. */
export type Collector = Omit<Reader, 'principal'> & { freezers: Freezers };

const maxRows = 200;

/**
 * Everything the five reports of one period rest on, for the operator of the database, whose workspace follows from the
 * website. @throws not_found
 */
export async function collectBundle(
  world: Collector,
  input: DateWindow & {
    websiteId: string;
    model: string | null;
    engine?: string | null;
    scope?: AttemptScope;
    questions?: QuestionFilter;
  },
): Promise<BundleContents> {
  const owned = await findWebsiteAnywhere(world.db, input.websiteId);
  if (owned === null) throw notFound('website');
  const { workspaceId } = owned;
  const reader: Reader = { ...world, principal: { workspaceId } };
  const query = { ...input, platform: null, sourceType: 'all' as const, limit: maxRows };
  const overview = await loadOverviewScope(reader, query);
  const recommended = await loadRecommendationScope(reader, query);
  const inputs = { ...recommended, ...overview };
  const attempts = [...inputs.attempts, ...(inputs.previousAttempts ?? [])];
  return {
    madeAt: nowIso(world),
    versions: { reader: readerVersion, analyzer: analyzerVersion, botTable: botTableVersion, rules: ruleVersions },
    engineLabel: engineOf(reader, query).label,
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
  for (const { runId, engine, facts } of completed) {
    const saved = await currentResult(world.db, workspaceId, runId);
    if (saved === null || facts === null) continue;
    const frozen = world.freezers.get(engine)?.(raw.get(runId) ?? null) ?? null;
    const second = frozen === null ? null : await secondNamesOf(world.db, workspaceId, frozen.text, facts);
    const result = saved.result as KeywordResult;
    answers.push({
      runId,
      readerVersion: saved.version,
      frozen,
      result,
      facts,
      ...(second === null ? {} : { second }),
    });
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
