import type { Principal } from '../../domain/access/principal.ts';
import { invalidField, notFound } from '../../domain/errors.ts';
import type { AnswerNames } from '../../domain/identity/nameCorpus.ts';
import type { Engine } from '../../domain/runs/engine.ts';
import type { QuestionFilter } from '../../domain/visibility/questionKinds.ts';
import type { AttemptScope, DateWindow, SourceType, VisibilityScope } from '../../domain/visibility/scope.ts';
import type { Engines } from '../../ports/engines.ts';
import type { HistoryFilter } from '../../store/visibility/answerHistory.ts';
import { newestAnswerNames } from '../../store/visibility/answerNames.ts';
import { hasAttempts } from '../../store/visibility/attempts.ts';
import { findVisibilityWebsite, type RegisteredWebsite } from '../../store/visibility/websites.ts';
import type { AppContext } from '../appContext.ts';
import { type ChosenQuestions, chooseQuestions, everyQuestion } from './chosenQuestions.ts';

export type VisibilityQuery = DateWindow & {
  websiteId: string;
  /** For v1: must name the declared engine. */
  platform: string | null;
  engine?: string | null;
  model: string | null;
  sourceType: SourceType;
  limit: number;
  /** Case after which question rows are returned. */
  after?: string | null;
  /** Absent: the newest hundred attempts, as in v1. */
  scope?: AttemptScope;
  /** Absent: every question, as in v1. */
  questions?: QuestionFilter;
};

/** Context of reads: they need to know the engines but never ask one. */
export type Reader = Pick<AppContext, 'db' | 'runtime'> & {
  principal: Pick<Principal, 'workspaceId'>;
  engines: Pick<Engines, 'declared' | 'all' | 'known' | 'find'>;
};

/** Source of one report: answers of one engine on one surface. */
export type Source = Pick<VisibilityScope, 'engine' | 'surface'>;

/** Website, engine and surface of a report, and the questions that it counts. */
export type ReportPlace = {
  website: RegisteredWebsite;
  source: Source;
  chosen: ChosenQuestions;
  filter: HistoryFilter;
  /** Names in the workspace's newest answers, read once. */
  names(): Promise<AnswerNames[]>;
};

/** @throws not_found, invalid_request */
export async function openPlace(
  reader: Reader,
  query: Pick<VisibilityQuery, 'websiteId' | 'platform' | 'engine' | 'model' | 'questions'>,
): Promise<ReportPlace> {
  const website = await findVisibilityWebsite(reader.db, reader.principal.workspaceId, query.websiteId);
  if (website === null) throw notFound('website');
  const [source, chosenQuestions] = await Promise.all([
    buildSource(reader, deriveEngine(reader, query), website),
    chosenBy(reader, query, website),
  ]);
  return selectPlace(reader, query, { website, source, chosen: chosenQuestions });
}

export function selectPlace(
  { db, principal: { workspaceId } }: Reader,
  { model }: Pick<VisibilityQuery, 'model'>,
  place: Omit<ReportPlace, 'filter' | 'names'>,
): ReportPlace {
  const { website, source, chosen } = place;
  let names: Promise<AnswerNames[]> | null = null;
  return {
    ...place,
    names: () => (names ??= newestAnswerNames(db, workspaceId, source.surface)),
    filter: { workspaceId, websiteId: website.id, ...source, model, caseIds: chosen.caseIds },
  };
}

/** Selects the questions that a read counts. */
export async function chosenBy(
  reader: Reader,
  { questions }: Pick<VisibilityQuery, 'questions'>,
  website: RegisteredWebsite,
): Promise<ChosenQuestions> {
  if (questions === undefined) return everyQuestion;
  return chooseQuestions(reader.db, reader.principal.workspaceId, website, questions);
}

/**
 * Returns the source of a report. Simulated and measured answers never share one: once a website has measured ones from
 * an engine, those are reported.
 */
export async function buildSource(reader: Reader, engine: Engine, website: RegisteredWebsite): Promise<Source> {
  const { id, measuredSurface } = engine;
  if (!engine.simulated) return { engine: id, surface: measuredSurface };
  const { workspaceId } = reader.principal;
  const isMeasured = await hasAttempts(reader.db, workspaceId, website.id, id, measuredSurface);
  return { engine: id, surface: isMeasured ? measuredSurface : 'simulator' };
}

/**
 * Returns the named engine, otherwise the declared one; an engine that is off keeps its history. @throws
 * invalid_request
 */
export function deriveEngine(
  { engines }: Reader,
  { platform, engine = null }: Pick<VisibilityQuery, 'platform' | 'engine'>,
): Engine {
  if (engine !== null) {
    const named = engines.find(engine);
    if (named === null) throw invalidField('engine', 'is not an engine of this server; listEngines lists them');
    return named;
  }
  const { declared } = engines;
  if (platform !== null && platform !== declared.platform) {
    throw invalidField('platform', `has one value here: ${declared.platform}`);
  }
  return declared;
}
