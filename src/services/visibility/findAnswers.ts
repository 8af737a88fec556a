import { invalidField, notFound } from '../../domain/errors.ts';
import { citedUrls, citesDomain, returnsUncited } from '../../domain/identity/citesDomain.ts';
import type { Owner } from '../../domain/identity/owner.ts';
import { decideMarks, type MarkedAnswer, type TaughtNames } from '../../domain/marks/decideMarks.ts';
import type { Decision, ListingStatus } from '../../domain/marks/listingDecision.ts';
import { isSimulated } from '../../domain/runs/engine.ts';
import type { RunStatus } from '../../domain/runs/run.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { sameSearch } from '../../domain/visibility/engines/searchCounts.ts';
import type { QuestionFilter, QuestionKinds } from '../../domain/visibility/questionKinds.ts';
import { searchesOfRuns } from '../../store/runs/searches.ts';
import { shownReadings } from '../../store/runs/shownReadings.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import { newestIdsOfCases } from '../../store/visibility/attempts.ts';
import { countByCase } from '../../store/visibility/dayCounts.ts';
import {
  type AnswerFilter,
  countFoundAttempts,
  type FoundAttempt,
  listFoundAttempts,
  mentionsOfRuns,
} from '../../store/visibility/foundAnswers.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import type { Ctx } from '../appContext.ts';
import { chooseQuestions } from './chosenQuestions.ts';
import { collectMarks, type Marker, markerOf } from './markedAnswers.ts';
import { timesOf } from './periodAttempts.ts';
import { buildSource, deriveEngine } from './reportPlace.ts';
import { type CountedFigure, runsOfFigure } from './runsOfFigure.ts';
import { readTaughtNames } from './withKnownNames.ts';

export type AnswersQuery = {
  websiteId: string;
  startDate: string | null;
  endDate: string | null;
  engine: string | null;
  model: string | null;
  questionId: string | null;
  /** Statuses of the website in the answer, any of these; `no_answer`: its page showed none. */
  statuses: readonly (ListingStatus | 'no_answer')[] | null;
  basis: Decision['basis'] | null;
  position: number | null;
  /** Domain of a page that the answer cites. */
  source: string | null;
  /** Address of a page that it cites, or that its search returned without a citation. */
  page: string | null;
  returned: string | null;
  /** True for answers that cite no page of the website. */
  notOwn: boolean;
  /** Words of a search that its engine ran. */
  searched: string | null;
  /**
   * Selects by a report of the period: the latest answers that cite a page of this kind, or the answers that
   * suggestions are based on.
   */
  behind: CountedFigure | null;
  /** Domain that the answer recommends. */
  rival: string | null;
  runStatus: RunStatus | null;
  /** Selects only the newest completed attempt at each question in the period: the answers that its numbers count. */
  latest: boolean;
  questions: QuestionFilter;
};

type FoundAnswer = Omit<FoundAttempt, 'marked'> & {
  questionId: string;
  question: string;
  status: ListingStatus | 'no_answer' | null;
  basis: Decision['basis'] | null;
  position: number | null;
  /** Recommended domains, in order. */
  domains: string[];
  /** Passage about the website, or about the companies named instead. */
  snippet: string;
};

export type FoundAnswers = {
  rows: FoundAnswer[];
  /** On the first page: the number of matches among the newest answers scanned. */
  matched: { answers: number; lookedThrough: number; all: boolean; questionKinds: QuestionKinds | null } | null;
};

/** Maximum number of attempts scanned for one page: deciding their marks takes tens of milliseconds. */
const maxScannedAnswers = 5_000;
const step = 500;
/** Maximum number of attempts counted by the database alone; beyond it, the count is reported as a minimum. */
const maxCounted = 100_000;
const maxSnippet = 240;

/** Finds the answers that a number counts: newest first, by all filters at once. Saved state only. @throws not_found */
export async function findAnswers(
  ctx: Ctx,
  query: AnswersQuery,
  page: { after: ListPosition | null; count: number },
): Promise<FoundAnswers> {
  const { workspaceId } = ctx.principal;
  const website = await findVisibilityWebsite(ctx.db, workspaceId, query.websiteId);
  if (website === null) throw notFound('website');
  const engine = deriveEngine(ctx, { platform: null, engine: query.engine });
  const source = await buildSource(ctx, engine, website);
  const cases = await casesOfWebsite(ctx.db, workspaceId, query.websiteId);
  const chosenQuestions = await chooseQuestions(ctx.db, workspaceId, website, query.questions);
  const times = timesOf(query);
  if (query.latest && query.engine === null)
    throw invalidField('engine', 'is required if only the latest answers count');
  const isAsked = ({ id, questionId }: { id: string; questionId: string }) =>
    [id, questionId].includes(query.questionId ?? '') && (chosenQuestions.caseIds?.includes(id) ?? true);
  const caseIds = query.questionId === null ? chosenQuestions.caseIds : cases.filter(isAsked).map(({ id }) => id);
  const { model } = query;
  const newest = { workspaceId, websiteId: website.id, ...source, model, caseIds, ...times };
  const latest = query.latest
    ? (await newestIdsOfCases(ctx.db, newest)).flatMap(({ completed }) => completed ?? [])
    : null;
  const behind = query.behind === null ? null : await runsOfFigure(ctx, query, query.behind);
  const filter: AnswerFilter = {
    // Answers of a suggestion may be older than the period, since it is compared with the previous one.
    ...(query.behind?.kind === 'rule' ? timesOf({ startDate: null, endDate: null }) : times),
    workspaceId,
    websiteId: website.id,
    simulated: isSimulated(source),
    engine: query.engine,
    model,
    caseIds,
    runStatus: query.runStatus,
    runIds: behind === null ? latest : behind.filter((id) => latest?.includes(id) ?? true),
    // The owner's own pages may be on hosts with other names.
    holds: query.page ?? query.returned ?? (query.source === website.domain ? null : query.source),
  };
  const taught = await readTaughtNames(ctx.db, workspaceId, source.surface, website);
  const looking = { ctx, query, marker: markerOf(website), taught };
  const decides = asksOfAnswers(query);
  const { found, lookedThrough, all } = await scanAnswers(looking, filter, page, decides);
  // If the database alone can decide, it counts what was not scanned.
  const counts = page.after === null && !all && !decides;
  const answers = counts ? await countFound(ctx, filter) : found.length;
  const isCounted = counts ? answers < maxCounted : all;
  const questions = new Map(cases.map((one) => [one.id, one]));
  const matches = found.slice(0, page.count);
  const request = { workspaceId, websiteId: website.id, engine: query.engine, surface: null };
  const questionKinds = page.after === null ? await chosenQuestions.count(ctx.db, request, query) : null;
  const mentions = await mentionsOfRuns(
    ctx.db,
    ctx.databaseKind,
    workspaceId,
    matches.map(({ attempt }) => attempt.runId),
  );
  return {
    matched: page.after === null ? { answers, lookedThrough, all: isCounted, questionKinds } : null,
    rows: matches.map(({ attempt: { marked: _marked, ...attempt }, says, noAnswer }) => {
      const position = says?.positions.get(website.domain) ?? null;
      const shownMentions = mentions.get(attempt.runId) ?? [];
      const own = position === null ? undefined : shownMentions[position - 1];
      return {
        ...attempt,
        questionId: questions.get(attempt.caseId)?.questionId ?? attempt.caseId,
        question: questions.get(attempt.caseId)?.query ?? '',
        status: noAnswer ? 'no_answer' : (says?.status ?? null),
        basis: says?.basis ?? null,
        position,
        domains: [...(says?.positions.keys() ?? [])],
        snippet: formatSnippet(own, shownMentions),
      };
    }),
  };
}

/** Counts from the daily counts, unless only some runs are requested. */
async function countFound({ db }: Ctx, filter: AnswerFilter): Promise<number> {
  if (filter.runIds !== null || filter.holds !== null) return countFoundAttempts(db, filter, maxCounted);
  const surface = filter.simulated ? { is: 'simulator' } : { isNot: 'simulator' };
  const cases = await countByCase(db, { ...filter, surface, status: filter.runStatus }, filter);
  return Math.min(
    maxCounted,
    cases.reduce((sum, { attempts }) => sum + attempts, 0),
  );
}

/** Returns true if a filter needs the content of answers, not only how they were asked and ended. */
function asksOfAnswers(query: AnswersQuery): boolean {
  const { statuses, basis, position, rival, source, page, returned, notOwn, searched } = query;
  return [statuses, basis, position, rival, source, page, returned, searched].some((one) => one !== null) || notOwn;
}

function formatSnippet(own: { name: string; reason: string } | undefined, all: readonly { name: string }[]): string {
  const text = own === undefined ? all.map(({ name }) => name).join(', ') : `${own.name}: ${own.reason}`;
  return text.length <= maxSnippet ? text : `${text.slice(0, maxSnippet - 1)}…`;
}

type AnswerScan = { ctx: Ctx; query: AnswersQuery; marker: Marker; taught: TaughtNames };
type Match = { attempt: FoundAttempt; says: MarkedAnswer | null; noAnswer: boolean };

async function scanAnswers(
  looking: AnswerScan,
  filter: AnswerFilter,
  page: { after: ListPosition | null; count: number },
  decides: boolean,
) {
  const limit = decides ? step : page.count;
  const results: Match[] = [];
  let lookedThrough = 0;
  let { after } = page;
  for (;;) {
    const attempts = await listFoundAttempts(looking.ctx.db, filter, after, limit);
    results.push(...(await listMatches(looking, attempts)));
    lookedThrough += attempts.length;
    const last = attempts.at(-1);
    if (attempts.length < limit || last === undefined) return { found: results, lookedThrough, all: true };
    // The first page states the number of matches, for which answers must be read; later pages read only what they
    // show.
    const isEnough = page.after !== null || !decides || lookedThrough >= maxScannedAnswers;
    if (isEnough && results.length >= page.count) return { found: results, lookedThrough, all: false };
    after = { at: last.createdAt, id: last.runId };
  }
}

async function listMatches(
  { ctx, query, marker, taught }: AnswerScan,
  attempts: readonly FoundAttempt[],
): Promise<Match[]> {
  const { workspaceId } = ctx.principal;
  const completed = attempts.filter(({ runStatus }) => runStatus === 'completed');
  const marks = await collectMarks(ctx.db, workspaceId, marker, completed);
  const decided = attempts.map((attempt): Match => {
    const marked = marks.get(attempt.runId)?.marks;
    const noAnswer = marked?.noAnswer === true;
    const says = marked === undefined || noAnswer ? null : decideMarks(marked, marker.owner, taught);
    return { attempt, says, noAnswer };
  });
  const matching = decided.filter((match) => matches(match, query, marker.owner.domain));
  const cited = await matchingSources(ctx, matching, query, marker.owner);
  const { searched } = query;
  if (searched === null) return cited;
  const searches = await searchesOfRuns(ctx.db, workspaceId, runIdsOf(cited));
  const target = sameSearch(searched);
  return cited.filter(({ attempt }) =>
    searches.get(attempt.runId)?.some((search) => sameSearch(search.query) === target),
  );
}

const runIdsOf = (foundMatches: readonly Match[]): string[] => foundMatches.map(({ attempt }) => attempt.runId);

/** Returns answers with matching sources; readings are loaded only for filters on sources. */
async function matchingSources(
  ctx: Ctx,
  foundItems: readonly Match[],
  query: AnswersQuery,
  owner: Owner,
): Promise<Match[]> {
  const { source, page, returned, notOwn } = query;
  if (source === null && page === null && returned === null && !notOwn) return [...foundItems];
  const targets = runIdsOf(foundItems).map((runId) => ({ runId, version: null }));
  const readings = await shownReadings(ctx.db, ctx.principal.workspaceId, targets);
  return foundItems.filter(({ attempt }) => {
    const facts = readings.get(attempt.runId)?.facts;
    return (
      facts !== undefined &&
      (source === null || citesDomain(facts, source, owner)) &&
      (page === null || citedUrls(facts).has(page)) &&
      (returned === null || returnsUncited(facts, returned)) &&
      !(notOwn && citesDomain(facts, owner.domain, owner))
    );
  });
}

function matches({ says, noAnswer }: Match, query: AnswersQuery, ownDomain: string): boolean {
  const { statuses, basis, position, rival } = query;
  const status = noAnswer ? 'no_answer' : says?.status;
  if (statuses !== null && (status === undefined || !statuses.includes(status))) return false;
  if (basis !== null && basis !== (says?.basis ?? null)) return false;
  if (position !== null && position !== (says?.positions.get(ownDomain) ?? null)) return false;
  return rival === null || says?.positions.has(rival) === true;
}
