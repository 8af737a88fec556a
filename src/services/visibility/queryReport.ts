import { invalidField } from '../../domain/errors.ts';
import type { BucketSize } from '../../domain/visibility/buckets.ts';
import { previousWindow } from '../../domain/visibility/comparison/previousWindow.ts';
import type { LeftOutEngine } from '../../domain/visibility/engines/comparison.ts';
import { divisionOf } from '../../domain/visibility/query/divisions.ts';
import type { ReportRow } from '../../domain/visibility/query/reportRow.ts';
import { type ReportQuery, type ReportTable, runQuery } from '../../domain/visibility/query/runQuery.ts';
import type { QuestionFilter, QuestionKinds } from '../../domain/visibility/questionKinds.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import { tagsOfQuestions } from '../../store/questions/tags.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import type { Ctx } from '../appContext.ts';
import { type LoadedEngines, loadEach } from './loadEngines.ts';
import { domainsCited, loadBuckets } from './readHistory.ts';
import { deriveEngine, type VisibilityQuery } from './reportPlace.ts';

export type ReportRequest = ReportQuery &
  DateWindow & {
    websiteId: string;
    /** Id of one engine, `each` of them, or null for the declared one. */
    engine: string | null;
    questions: QuestionFilter;
    /** Null: nothing is compared. */
    compareWith: 'previous' | null;
  };

export type QueriedReport = ReportTable & {
  head: {
    website: { id: string; domain: string };
    window: DateWindow;
    previousWindow: DateWindow | null;
    by: ReportQuery['by'];
    simulated: boolean;
    questionKinds: QuestionKinds | null;
    engines: { engine: string; label: string }[];
    leftOut: LeftOutEngine[];
  };
};

/** Computes any metrics of saved answers with one grouping. Starts nothing. @throws not_found, invalid_request */
export async function queryReport(ctx: Ctx, request: ReportRequest): Promise<QueriedReport> {
  const { by, engine, startDate, endDate, compareWith, websiteId } = request;
  const { workspaceId } = ctx.principal;
  const before = compareWith === null ? null : previousWindow(request);
  if (compareWith !== null && (before === null || divisionOf(by).isTime)) {
    throw invalidField('compareWith', 'needs startDate and endDate, and cannot be combined with days, weeks or months');
  }
  const selection = engine === 'each' || by === 'engine' ? undefined : [deriveEngine(ctx, { platform: null, engine })];
  const [loaded, previous, cases] = await Promise.all([
    loadRows(ctx, request, request, selection),
    before === null ? null : loadRows(ctx, request, before, selection),
    casesOfWebsite(ctx.db, workspaceId, websiteId),
  ]);
  const rowsOf = ({ engines }: LoadedEngines<ReportRow[]>) => engines.flatMap(({ scope }) => scope);
  const questions = new Map(cases.map(({ questionId, query }) => [questionId, query]));
  const tags = await tagsOfQuestions(ctx.db, workspaceId, by === 'tag' ? [...questions.keys()] : []);
  const { website, simulated, questionKinds, engines, leftOut } = loaded;
  return {
    head: {
      website: { id: website.id, domain: website.domain },
      window: { startDate, endDate },
      ...{ previousWindow: before, by, simulated, questionKinds, leftOut },
      engines: engines.map(({ label, id }) => ({ engine: id, label })),
    },
    ...runQuery(request, rowsOf(loaded), previous === null ? null : rowsOf(previous), {
      website: website.domain,
      rivals: new Map((website.rivals ?? []).map(({ domain, name }) => [domain, name])),
      questions,
      tags: new Map([...tags].map(([id, ofQuestion]) => [id, ofQuestion.map(({ tag }) => tag)])),
    }),
  };
}

/** Loads the rows of one period from the marks of its answers. */
async function loadRows(
  ctx: Ctx,
  { by, websiteId, questions }: ReportRequest,
  { startDate, endDate }: DateWindow,
  selection: Parameters<typeof loadEach>[2],
): Promise<LoadedEngines<ReportRow[]>> {
  const period = { startDate, endDate };
  const query: VisibilityQuery = {
    ...{ ...period, websiteId, questions, platform: null, model: null, limit: 0 },
    scope: 'all',
    sourceType: 'all',
  };
  const { counts } = divisionOf(by);
  const bucket =
    counts === 'latest of the period' ? 'whole' : counts === 'latest of each day' ? 'day' : (by as BucketSize);
  return loadEach(ctx, query, selection, {
    isEmpty: (rows) => rows.length === 0,
    async load(place) {
      const buckets = await loadBuckets(ctx, { ...period, bucket, scope: 'all' }, place);
      const domains = by === 'source' ? await domainsCited(ctx, place, buckets) : null;
      return buckets.flatMap(({ dates: { start }, answers }) =>
        answers.map(({ runId, questionId, says }): ReportRow => {
          const cited = (domains?.get(runId) ?? []).map(({ domain }) => domain);
          return { runId, questionId, engine: place.source.engine, start, says, cited };
        }),
      );
    },
  });
}
