import { failedGates } from '../../domain/checks/failedGates.ts';
import { isSimulated } from '../../domain/runs/engine.ts';
import { previousWindow } from '../../domain/visibility/comparison/previousWindow.ts';
import { type DeclaredTopics, topicTagPrefix } from '../../domain/visibility/comparison/questionTopics.ts';
import type { ReportData, ReportNeed } from '../../domain/visibility/reportData.ts';
import { type Report, type ReportName, reports, runReport } from '../../domain/visibility/runReport.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import { latestWebsiteResult } from '../../store/captures/results.ts';
import type { Queryable } from '../../store/database/transaction.ts';
import { tagsWithPrefix } from '../../store/questions/tags.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import { countOpenQuestions, firstAttemptAt } from '../../store/visibility/attempts.ts';
import { nowIso } from '../appContext.ts';
import { countQuestions } from './countQuestions.ts';
import { newestOfPeriod, type Period, wholePeriod } from './periodAttempts.ts';
import { readDays, readWeeks } from './readHistory.ts';
import { openPlace, type Reader, type ReportPlace, type VisibilityQuery } from './reportPlace.ts';
import { withKnownNames } from './withKnownNames.ts';

/** Reads the data of a report. Saved state only; starts nothing. @throws not_found, invalid_request */
export async function loadReport(
  reader: Reader,
  query: VisibilityQuery,
  needs: readonly ReportNeed[] = [],
): Promise<ReportData> {
  return loadPlace(reader, query, await openPlace(reader, query), needs);
}

export async function loadPlace(
  reader: Reader,
  query: VisibilityQuery,
  place: ReportPlace,
  needs: readonly ReportNeed[] = [],
): Promise<ReportData> {
  const { website, source, chosen, filter } = place;
  const { db } = reader;
  const { workspaceId } = reader.principal;
  const request = { workspaceId, websiteId: website.id, ...source };
  const read = (window: DateWindow): Promise<Period> =>
    query.scope === 'all' ? wholePeriod(db, filter, window) : newestOfPeriod(db, filter, window);
  const when = async <T>(need: ReportNeed, load: () => Promise<T>): Promise<T | null> =>
    needs.includes(need) ? load() : null;
  const window = needs.includes('before') ? previousWindow(query) : null;
  const { attempts, truncated, matched, counted, window: dates, days: ofPeriod } = await read(query);
  const [previous, first, savedQuestions, checked, weeks, days, counts] = await Promise.all([
    window === null ? null : read(window),
    window === null ? null : firstAttemptAt(db, { ...request, model: query.model }),
    when('savedQuestions', () => countOpenQuestions(db, { ...request, caseIds: chosen.caseIds })),
    when('websiteRun', () => latestWebsiteResult(db, workspaceId, website.id)),
    when('weeks', () => readWeeks(reader, query, place, ofPeriod)),
    // A day has the same number everywhere, even if its answers are too many to be read here.
    ofPeriod === null ? null : when('days', () => readDays(reader, query, place, ofPeriod)),
    // If every attempt is read, they are counted individually.
    (counted?.considered ?? 0) <= attempts.length ? null : when('counts', () => countQuestions(db, place, dates)),
  ]);
  const previousAttempts = previous?.attempts ?? null;
  // Names of both periods are compared with other answers at once.
  const named = [...attempts, ...(previousAttempts ?? [])];
  const [names, questionKinds, declaredTopics] = await Promise.all([
    place.names(),
    chosen.count(db, request, query),
    query.questions === undefined ? null : topicsDeclared(db, workspaceId, website.id),
  ]);
  return {
    website: withKnownNames(website, names, named),
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
    now: nowIso(reader),
    savedQuestions,
    previousAttempts,
    firstAttemptAt: first,
    websiteRun: checked === null ? null : { runId: checked.runId, failedGates: failedGates(checked.result) },
    ...(counts === null ? {} : { counts }),
    ...(query.after == null ? {} : { after: query.after }),
    ...(weeks === null ? {} : { weeks }),
    ...(days === null ? {} : { days }),
  };
}

/** Computes one report of saved answers. Starts nothing. @throws not_found, invalid_request */
export async function readReport<Name extends ReportName>(
  reader: Reader,
  name: Name,
  query: VisibilityQuery,
): Promise<Report<Name>> {
  return runReport(name, await loadReport(reader, query, reports[name].needs));
}

/** Returns the first topic tag of each case, by case id. */
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
