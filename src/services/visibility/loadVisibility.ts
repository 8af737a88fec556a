import type { Principal } from '../../domain/access/principal.ts';
import { failedGates } from '../../domain/checks/failedGates.ts';
import { invalidField, notFound } from '../../domain/errors.ts';
import type { VisibilityAttempt } from '../../domain/identity/attempt.ts';
import { type Engine, isSimulated } from '../../domain/runs/engine.ts';
import { previousWindow } from '../../domain/visibility/comparison/previousWindow.ts';
import { type DeclaredTopics, topicTagPrefix } from '../../domain/visibility/comparison/questionTopics.ts';
import type { QuestionFilter } from '../../domain/visibility/questionKinds.ts';
import type { AttemptScope, DateWindow, SourceType, VisibilityScope } from '../../domain/visibility/scope.ts';
import type { WeekOfAttempts } from '../../domain/visibility/sources/byKind.ts';
import type { OverviewScope } from '../../domain/visibility/visibilityOverview.ts';
import type { RecommendationScope } from '../../domain/visibility/visibilityRecommendations.ts';
import type { Engines } from '../../ports/engines.ts';
import { latestWebsiteResult } from '../../store/captures/results.ts';
import type { Queryable } from '../../store/database/transaction.ts';
import { tagsWithPrefix } from '../../store/questions/tags.ts';
import { casesOfWebsite, type HistoryFilter } from '../../store/visibility/answerHistory.ts';
import { countOpenQuestions, firstAttemptAt, hasAttempts } from '../../store/visibility/attempts.ts';
import { findVisibilityWebsite, type RegisteredWebsite } from '../../store/visibility/websites.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { type ChosenQuestions, chooseQuestions, everyQuestion } from './chosenQuestions.ts';
import { newestOfPeriod, type Period, wholePeriod } from './periodAttempts.ts';
import { weeklyAttempts } from './weeklyAttempts.ts';
import { withKnownNames } from './withKnownNames.ts';

export type VisibilityQuery = DateWindow & {
  websiteId: string;
  /** Of v1: names the declared engine, or is refused. */
  platform: string | null;
  engine?: string | null;
  model: string | null;
  sourceType: SourceType;
  limit: number;
  /** Of the rows of questions: those after this case. */
  after?: string | null;
  /** Absent: the newest hundred attempts, as v1 counts. */
  scope?: AttemptScope;
  /** Absent: every question, as v1 counts. */
  questions?: QuestionFilter;
};

/** The part of a context that a read needs: no engine is ever asked, only which there are. */
export type Reader = Pick<AppContext, 'db' | 'runtime'> & {
  principal: Pick<Principal, 'workspaceId'>;
  engines: Pick<Engines, 'declared' | 'all' | 'known' | 'find'>;
};

/** Source of one report: answers of one engine, made on one surface. */
export type Source = Pick<VisibilityScope, 'engine' | 'surface'>;

/** Reads the newest attempts that match. Saved state only; starts nothing. @throws not_found */
export async function loadScope(reader: Reader, query: VisibilityQuery): Promise<VisibilityScope> {
  const { source, ...found } = await loadAttempts(reader, query);
  return scopeOf(reader, query, source, found, found.attempts);
}

type WithBefore = {
  scope: VisibilityScope;
  /** Of the period before; null for an open period, which has none. */
  previousAttempts: readonly VisibilityAttempt[] | null;
  /** Start of the history that this period is part of; not read for an open period. */
  firstAttemptAt: string | null;
  /** Of the questions that are counted; null: of all. */
  caseIds: readonly string[] | null;
};

async function loadWithBefore(reader: Reader, query: VisibilityQuery): Promise<WithBefore> {
  const { source, ...found } = await loadAttempts(reader, query);
  const { chosen } = found;
  const before = previousWindow(query);
  const { workspaceId } = reader.principal;
  const { websiteId, model } = query;
  const [previousAttempts, first] =
    before === null
      ? [null, null]
      : await Promise.all([
          readPeriod(reader, query, source, before, chosen).then(({ attempts }) => attempts),
          firstAttemptAt(reader.db, { workspaceId, websiteId, ...source, model }),
        ]);
  const scope = await scopeOf(reader, query, source, found, [...found.attempts, ...(previousAttempts ?? [])]);
  return { scope, previousAttempts, firstAttemptAt: first, caseIds: chosen.caseIds };
}

type Found = Period & { website: RegisteredWebsite; chosen: ChosenQuestions };

/** The newest attempts at one engine on one surface that match. */
export async function loadSource(
  reader: Reader,
  query: VisibilityQuery,
  source: Source,
  website: RegisteredWebsite,
  chosen: ChosenQuestions,
): Promise<VisibilityScope> {
  const found = await newestOf(reader, query, source, website, chosen);
  return scopeOf(reader, query, source, found, found.attempts);
}

async function loadAttempts(reader: Reader, query: VisibilityQuery): Promise<Found & { source: Source }> {
  const website = await findVisibilityWebsite(reader.db, reader.principal.workspaceId, query.websiteId);
  if (website === null) throw notFound('website');
  const [source, chosen] = await Promise.all([
    sourceOf(reader, engineOf(reader, query), website),
    chosenBy(reader, query, website),
  ]);
  return { source, ...(await newestOf(reader, query, source, website, chosen)) };
}

async function newestOf(
  reader: Reader,
  query: VisibilityQuery,
  source: Source,
  website: RegisteredWebsite,
  chosen: ChosenQuestions,
): Promise<Found> {
  return { website, chosen, ...(await readPeriod(reader, query, source, query, chosen)) };
}

/** The questions that a read counts. */
export async function chosenBy(
  reader: Reader,
  { questions }: Pick<VisibilityQuery, 'questions'>,
  website: RegisteredWebsite,
): Promise<ChosenQuestions> {
  if (questions === undefined) return everyQuestion;
  return chooseQuestions(reader.db, reader.principal.workspaceId, website, questions);
}

/** @param named the attempts whose names are compared with other answers */
async function scopeOf(
  reader: Reader,
  query: VisibilityQuery,
  source: Source,
  { website, chosen, attempts, truncated, matched, counted }: Found,
  named: readonly VisibilityAttempt[],
): Promise<VisibilityScope> {
  const place = { workspaceId: reader.principal.workspaceId, surface: source.surface };
  const asked = { workspaceId: place.workspaceId, websiteId: website.id, ...source };
  const [known, questionKinds, declaredTopics] = await Promise.all([
    withKnownNames(reader.db, place, website, named),
    chosen.count(reader.db, asked, query),
    query.questions === undefined ? null : topicsDeclared(reader.db, place.workspaceId, website.id),
  ]);
  return {
    website: known,
    window: { startDate: query.startDate, endDate: query.endDate },
    filters: { platform: query.platform, model: query.model, sourceType: query.sourceType, limit: query.limit },
    attempts,
    truncated,
    matched,
    ...(counted === null ? {} : { counted }),
    simulated: isSimulated(source),
    ...(declaredTopics === null ? { version: 'v1' as const } : { declaredTopics }),
    ...(questionKinds === null ? {} : { questionKinds }),
    ...source,
  };
}

/** By case, the first tag that declares a topic. */
export async function topicsDeclared(db: Queryable, workspaceId: string, websiteId: string): Promise<DeclaredTopics> {
  const tags = await tagsWithPrefix(db, workspaceId, topicTagPrefix);
  if (tags.length === 0) return {};
  const topics = new Map(tags.toReversed().map(({ questionId, form }) => [questionId, form]));
  const cases = await casesOfWebsite(db, workspaceId, websiteId);
  return Object.fromEntries(
    cases.flatMap(({ id, questionId }) => {
      const topic = topics.get(questionId);
      return topic === undefined ? [] : [[id, topic]];
    }),
  );
}

/**
 * Simulated and measured answers never share a report: once a website has measured ones of an engine, they are what is
 * reported.
 */
export async function sourceOf(reader: Reader, engine: Engine, website: RegisteredWebsite): Promise<Source> {
  const { id, measuredSurface } = engine;
  if (!engine.simulated) return { engine: id, surface: measuredSurface };
  const { workspaceId } = reader.principal;
  const isMeasured = await hasAttempts(reader.db, workspaceId, website.id, id, measuredSurface);
  return { engine: id, surface: isMeasured ? measuredSurface : 'simulator' };
}

/** The engine that is named, else the declared one; one that is off keeps its history. @throws invalid_request */
export function engineOf(
  { engines }: Reader,
  { platform, engine = null }: Pick<VisibilityQuery, 'platform' | 'engine'>,
): Engine {
  if (engine !== null) {
    const named = engines.find(engine);
    if (named === null) throw invalidField('engine', 'names no engine of this service; listEngines has their ids');
    return named;
  }
  const { declared } = engines;
  if (platform !== null && platform !== declared.platform) {
    throw invalidField('platform', `has one value here: ${declared.platform}`);
  }
  return declared;
}

function filterOf(
  { principal: { workspaceId } }: Reader,
  { websiteId, model }: Pick<VisibilityQuery, 'websiteId' | 'model'>,
  source: Source,
  { caseIds }: ChosenCases,
): HistoryFilter {
  return { workspaceId, websiteId, ...source, model, caseIds };
}

/** The attempts of a period that its report reads, and what it counts of the others. */
function readPeriod(
  reader: Reader,
  query: Pick<VisibilityQuery, 'websiteId' | 'model' | 'scope'>,
  source: Source,
  window: DateWindow,
  chosen: ChosenCases,
): Promise<Period> {
  const filter = filterOf(reader, query, source, chosen);
  return query.scope === 'all' ? wholePeriod(reader.db, filter, window) : newestOfPeriod(reader.db, filter, window);
}

export async function loadOverviewScope(reader: Reader, query: VisibilityQuery): Promise<OverviewScope> {
  const { caseIds: _caseIds, ...scope } = await loadCounted(reader, query);
  return scope;
}

type ChosenCases = Pick<ChosenQuestions, 'caseIds'>;

async function loadCounted(reader: Reader, query: VisibilityQuery): Promise<OverviewScope & ChosenCases> {
  const { scope, previousAttempts, firstAttemptAt, caseIds } = await loadWithBefore(reader, query);
  const { workspaceId } = reader.principal;
  const savedQuestions = await countOpenQuestions(reader.db, {
    workspaceId,
    websiteId: query.websiteId,
    engine: scope.engine,
    caseIds,
  });
  return { ...scope, caseIds, now: nowIso(reader), savedQuestions, previousAttempts, firstAttemptAt };
}

/** With what its further attempts are found by. */
export async function loadFilteredScope(
  reader: Reader,
  query: VisibilityQuery,
): Promise<{ scope: VisibilityScope; filter: HistoryFilter; website: RegisteredWebsite }> {
  const { source, ...found } = await loadAttempts(reader, query);
  const { website, chosen } = found;
  const scope = await scopeOf(reader, query, source, found, found.attempts);
  return { scope, filter: filterOf(reader, query, source, chosen), website };
}

export async function loadSourcesScope(
  reader: Reader,
  query: VisibilityQuery,
): Promise<OverviewScope & { weeks: WeekOfAttempts[] }> {
  const { caseIds, ...scope } = await loadCounted(reader, query);
  const { engine, surface } = scope;
  return {
    ...scope,
    weeks: await weeklyAttempts(reader.db, filterOf(reader, query, { engine, surface }, { caseIds }), query),
  };
}

export async function loadRecommendationScope(reader: Reader, query: VisibilityQuery): Promise<RecommendationScope> {
  const [saved, { scope, previousAttempts, firstAttemptAt }] = await Promise.all([
    latestWebsiteResult(reader.db, reader.principal.workspaceId, query.websiteId),
    loadWithBefore(reader, query),
  ]);
  const websiteRun = saved === null ? null : { runId: saved.runId, failedGates: failedGates(saved.result) };
  return { ...scope, now: nowIso(reader), previousAttempts, firstAttemptAt, websiteRun };
}
