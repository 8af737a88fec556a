import { readerVersion } from '../../domain/answer/readerVersion.ts';
import type { KeywordResult } from '../../domain/answer/savedReading.ts';
import type { BundleContents, BundledAnswer, BundledWebsiteRun } from '../../domain/bundle/bundle.ts';
import { type WrittenContents, writeAnswer, writeRest } from '../../domain/bundle/writtenContents.ts';
import { analyzerVersion } from '../../domain/checks/analyzerVersion.ts';
import { botTableVersion } from '../../domain/checks/bots.ts';
import { notFound } from '../../domain/errors.ts';
import type { VisibilityAttempt } from '../../domain/identity/attempt.ts';
import type { QuestionFilter } from '../../domain/visibility/questionKinds.ts';
import type { ReportData } from '../../domain/visibility/reportData.ts';
import type { AttemptScope, DateWindow } from '../../domain/visibility/scope.ts';
import { ruleVersions } from '../../domain/visibility/visibilityRecommendations.ts';
import { latestWebsiteResult } from '../../store/captures/results.ts';
import { findRawAnswers } from '../../store/runs/rawAnswers.ts';
import { currentResults } from '../../store/runs/results.ts';
import { findRun } from '../../store/runs/rows.ts';
import { findSecondNames } from '../../store/runs/secondReadings.ts';
import { findWebsiteAnywhere } from '../../store/websites/rows.ts';
import { nowIso } from '../appContext.ts';
import { listExperimentEvidence } from '../experiments/experimentResult.ts';
import { loadReport } from '../visibility/readReport.ts';
import { deriveEngine, type Reader, type VisibilityQuery } from '../visibility/reportPlace.ts';
import { readWorkFamilies } from '../work/workEffects.ts';
import type { Freezers } from './rereadAnswers.ts';

/** Parts of the context needed for collecting: the database, the engines, and their offline reducers. */
export type Collector = Omit<Reader, 'principal'> & { freezers: Freezers };

const maxRows = 200;
const needs = ['before', 'savedQuestions', 'websiteRun', 'days', 'counts'] as const;
const maxWorkMonths = 3;

type Asked = DateWindow & {
  websiteId: string;
  model: string | null;
  engine?: string | null;
  scope?: AttemptScope;
  questions?: QuestionFilter;
};

/**
 * Collects the evidence for the five reports of one period, for the operator; the website determines the workspace. @throws not_found
 */
export async function collectBundle(app: Collector, input: Asked): Promise<BundleContents> {
  const { rest, answers } = await openBundle(app, input);
  const collected: BundledAnswer[] = [];
  for await (const answer of answers) collected.push(answer);
  return { ...rest, answers: collected };
}

/** Collects the same evidence as JSON, with only a few answers in memory at a time. @throws not_found */
export async function collectWritten(app: Collector, input: Asked): Promise<WrittenContents> {
  const { rest, answers } = await openBundle(app, input);
  const collected: Uint8Array[] = [];
  for await (const answer of answers) collected.push(writeAnswer(answer));
  return { rest: writeRest(rest), answers: collected };
}

async function openBundle(
  app: Collector,
  input: Asked,
): Promise<{ rest: Omit<BundleContents, 'answers'>; answers: AsyncGenerator<BundledAnswer> }> {
  const owned = await findWebsiteAnywhere(app.db, input.websiteId);
  if (owned === null) throw notFound('website');
  const { workspaceId } = owned;
  const reader: Reader = { ...app, principal: { workspaceId } };
  const query = { ...input, platform: null, sourceType: 'all' as const, limit: maxRows };
  const inputs = await loadInputs(reader, query);
  const attempts = [...inputs.attempts, ...(inputs.previousAttempts ?? [])];
  const engine = deriveEngine(reader, query);
  const place = { websiteId: input.websiteId, engine: engine.id };
  const rest = {
    madeAt: nowIso(app),
    versions: { reader: readerVersion, analyzer: analyzerVersion, botTable: botTableVersion, rules: ruleVersions },
    engineLabel: engine.label,
    inputs,
    websiteRun: await collectWebsiteRun(app, workspaceId, input.websiteId),
    experiments: await listExperimentEvidence(reader, place),
    work: await readWorkFamilies(reader, { ...input, ...place }, maxWorkMonths),
  };
  return { rest, answers: buildAnswers(app, workspaceId, attempts) };
}

/** Loads the data of the five reports. Counts made here are included only where the answers are too many to include. */
async function loadInputs(reader: Reader, query: VisibilityQuery): Promise<ReportData> {
  const { days, ...inputs } = await loadReport(reader, query, needs);
  const isCut = days !== undefined && inputs.attempts.length < (inputs.counted?.considered ?? 0);
  return isCut ? { ...inputs, days } : inputs;
}

/** Number of answers read at once: few enough not to delay other callers. */
const answersAtOnce = 25;

async function* buildAnswers(
  app: Collector,
  workspaceId: string,
  attempts: readonly VisibilityAttempt[],
): AsyncGenerator<BundledAnswer> {
  const completed = attempts.filter((attempt) => attempt.facts !== null);
  for (let from = 0; from < completed.length; from += answersAtOnce) {
    const some = completed.slice(from, from + answersAtOnce);
    const runIds = some.map(({ runId }) => runId);
    const [raw, results] = await Promise.all([
      findRawAnswers(app.db, workspaceId, runIds),
      currentResults(app.db, workspaceId, runIds),
    ]);
    for (const { runId, engine, facts } of some) {
      const saved = results.get(runId);
      if (saved === undefined || facts === null) continue;
      const frozen = app.freezers.get(engine)?.(raw.get(runId) ?? null) ?? null;
      const second = frozen === null ? null : await findSecondNames(app.db, workspaceId, frozen.text, facts);
      const result = saved.result as KeywordResult;
      yield {
        runId,
        readerVersion: saved.version,
        frozen,
        result,
        facts,
        ...(second === null ? {} : { second }),
      };
    }
  }
}

async function collectWebsiteRun(
  app: Collector,
  workspaceId: string,
  websiteId: string,
): Promise<BundledWebsiteRun | null> {
  const saved = await latestWebsiteResult(app.db, workspaceId, websiteId);
  if (saved === null) return null;
  const run = await findRun(app.db, workspaceId, saved.runId);
  return { ...saved, resultDigest: run?.environmentFingerprint ?? null };
}
