import type { z } from 'zod';
import type { OperationId } from '../../contract/routes.ts';
import type { visibilityQuery } from '../../contract/visibility/wire.ts';
import type { BrandedChoice } from '../../domain/visibility/questionKinds.ts';
import type { Report, ReportName } from '../../domain/visibility/runReport.ts';
import type { AttemptScope } from '../../domain/visibility/scope.ts';
import type { Ctx } from '../../services/appContext.ts';
import { assertFilters } from '../../services/assertFilters.ts';
import { readEngineComparison, readSearchQueries } from '../../services/visibility/readEngines.ts';
import { readHistory } from '../../services/visibility/readHistory.ts';
import { readReport } from '../../services/visibility/readReport.ts';
import type { VisibilityQuery } from '../../services/visibility/reportPlace.ts';
import { type Operation, operationsOf, type Run, type ToolView } from '../operation.ts';
import { presentV1Report } from '../present.ts';
import { assertInOrder, filterOf, periodOfEngine, type ReportInput, reportQueryOf } from './query.ts';
import { queryReportOperation } from './queryReport.ts';

const define = operationsOf('Visibility');

/** Default number of rows that a tool returns, so that agents read few before asking for more. */
const briefRows = 10;

/** Members of a report's head that agents rarely need. */
const briefHead = [
  'website.id',
  'filters',
  'surface',
  'harnessVersions',
  'attemptsConsidered',
  'attemptsRead',
  'scope',
  'noBases',
  'knownByOwnerWord',
  'openNameBounds',
  'averagePosition.note',
  'choice',
] as const;

/**
 * Defines a read for v1, which counts the declared engine, and for v2, which counts the requested one; tools use v2.
 */
function visibilityRead<V1 extends OperationId, V2 extends OperationId>(
  [v1, runV1]: [V1, Run<V1>],
  [v2, runV2]: [V2, Run<V2>],
  { tool: name, summary, description, view, brief, takes = [], rows = briefRows }: ReadWords,
): Operation[] {
  const shared = {
    mayLag: true,
    summary,
    description: `${description} Reads saved open-web observations of one owned website and never starts a task.`,
  } as const;
  const tool = {
    name,
    title: summary,
    description,
    takes: [...periodOfEngine, ...takes],
    defaults: takes.includes('limit') ? { limit: rows } : {},
    brief: [...briefHead, ...brief],
    ...(view === undefined ? {} : { view }),
  };
  return [define.read(v1, { ...shared, run: runV1 }), define.read(v2, { ...shared, tool, run: runV2 })];
}

type ReadWords = {
  tool: string;
  summary: string;
  description: string;
  view?: ToolView;
  brief: readonly string[];
  takes?: readonly string[];
  rows?: number;
};

const read =
  <Name extends ReportName>(name: Name) =>
  async (ctx: Ctx, { query }: { query: ReportInput }): Promise<Report<Name>> =>
    readReport(ctx, name, reportQueryOf(query));

const readAsV1 =
  <Name extends ReportName>(name: Name) =>
  async (ctx: Ctx, { query }: { query: ReportInput }) =>
    presentV1Report(await readReport(ctx, name, reportQueryOf(query)));

const compareEnginesOperation = define.read('compareEngines', {
  mayLag: true,
  summary: 'Engines side by side',
  description:
    'One column per engine, with counts, intervals and paired tests on the same questions. Engines are never averaged. Reads saved open-web observations and never starts a task.',
  tool: {
    title: 'Engines side by side',
    description: 'Scores of each engine, and differences by paired tests.',
    takes: ['websiteId', 'startDate', 'endDate', 'tag', 'branded', 'sourceType', 'limit'],
    defaults: { limit: 5 },
    brief: [...briefHead, 'worstCaseBounds', 'counts', 'noAnswer', 'coverage.questionKinds'],
    view: 'intervals',
  },
  run: (ctx, { query }) => readEngineComparison(ctx, sideBySide(query)),
});

const visibilityHistoryOperation = define.read('visibilityHistory', {
  mayLag: true,
  summary: 'Visibility by day, week or month',
  tool: {
    title: 'Visibility over time',
    description:
      'Score, share and rivals of each day, week or month, with intervals, and where questions or models changed.',
    takes: [...periodOfEngine, 'bucket', 'rivals'],
    brief: [
      ...briefHead,
      ...['setup', 'reader', 'harnesses', 'steady', 'questionSet', 'readerVersions', 'points.attempts'],
      ...['noAnswer', 'averagePosition', 'partial', 'models'],
      ...['rivals.rate', 'rivals.interval95'],
    ],
  },
  description:
    'Applies the metric rules to each day, week or month separately: counts, interval, and where questions, models, settings or reader changed. Reads saved open-web observations and never starts a task.',
  async run(ctx, { query }) {
    const { startDate = null, endDate = null, engine = null, model = null, rivals } = query;
    assertInOrder(startDate, endDate);
    const request = {
      ...query,
      startDate,
      endDate,
      engine,
      model,
      questions: filterOf(query),
      rivals: rivals === undefined ? null : domainsOf(rivals),
    };
    return readHistory(ctx, request);
  },
});

function domainsOf(text: string): string[] {
  const domains = text.split(',').map((domain) => domain.trim().toLowerCase());
  return [...new Set(domains)].filter((domain) => domain !== '');
}

const sourceKindsOperation = define.read('sourceKinds', {
  mayLag: true,
  summary: 'List the kinds of pages that answers cite: own, rivals, editorial, forums, video, shops',
  tool: {
    name: 'sources_by_kind',
    title: 'Source opportunities',
    description:
      'Domains that the latest answers cite, by kind (editorial, forum, video, shop, rival, own), new and lost domains, and answers that cite rivals but not the website.',
    takes: [...periodOfEngine, 'limit'],
    defaults: { limit: briefRows },
    brief: [...briefHead, 'weeks', 'questionIds', 'rivalsNotUs.rows.runId', 'goneDomains'],
  },
  description:
    'Shares over the latest answer of each question, week by week, new and lost sources compared with the previous period, and answers that cite rivals but not the website.',
  run: read('sources'),
});

const engineSearchesOperation = define.read('engineSearches', {
  mayLag: true,
  summary: 'List the engines’ searches and the pages returned',
  tool: {
    title: 'Searches behind answers',
    description: 'Searches of engines while answering, and the pages returned.',
    takes: ['websiteId', 'engine', 'questionId', 'startDate', 'endDate', 'tag', 'limit'],
    defaults: { limit: briefRows },
    words: { engine: 'Only of this engine (list_engines).' },
    brief: briefHead,
    rarelyNeeded: true,
  },
  async run(ctx, { query }) {
    const { engine = null, questionId = null } = query;
    await assertFilters(ctx, { questionId });
    const branded = query.branded ?? (questionId === null ? 'exclude' : 'include');
    const askedValue = { ...sideBySide({ ...query, branded, sourceType: 'all' as const }), engine, questionId };
    return readSearchQueries(ctx, askedValue);
  },
});

function sideBySide(
  input: Pick<z.output<typeof visibilityQuery>, 'websiteId' | 'startDate' | 'endDate' | 'sourceType' | 'limit'> & {
    scope: AttemptScope;
    tag?: string | undefined;
    branded: BrandedChoice;
  },
): VisibilityQuery {
  const { websiteId, startDate = null, endDate = null, scope, sourceType, limit } = input;
  assertInOrder(startDate, endDate);
  const questions = filterOf(input);
  return { questions, websiteId, startDate, endDate, platform: null, model: null, scope, sourceType, limit };
}

export const visibilityOperations: readonly Operation[] = [
  ...visibilityRead(['currentVisibility', readAsV1('current')], ['engineVisibility', read('current')], {
    tool: 'current_visibility',
    summary: 'Current visibility',
    description:
      'Are we recommended? Visibility score, share of voice and average position over the latest answer of each question.',
    view: 'intervals',
    brief: ['counts'],
  }),

  ...visibilityRead(['visibilityOverview', readAsV1('overview')], ['engineOverview', read('overview')], {
    tool: 'visibility_overview',
    summary: 'Visibility overview',
    description:
      'One period: score, share of voice, leading domains, models, stability, and a paired comparison with the previous period.',
    view: 'intervals',
    takes: ['model', 'limit'],
    brief: [
      'dailySamples',
      'stability.questions',
      'learnedNames',
      'unresolvedNames.rows.beginsWithRegistered',
      'citationIntegrity',
      'sourceOverlap',
      'sourceConcentration',
      'panelPower',
      'detectableChange',
      'counts',
      'questionsDiffer',
      'setupDiffers',
      'questionCoverage',
    ],
  }),

  ...visibilityRead(['topCitations', readAsV1('citations')], ['engineCitations', read('citations')], {
    tool: 'top_citations',
    summary: 'Top cited URLs',
    description: 'Pages and domains that the latest answers cite, with the number of answers and questions for each.',
    takes: ['sourceType', 'limit'],
    brief: ['retrievedOnly', 'title'],
  }),

  ...visibilityRead(['promptVisibility', readAsV1('prompts')], ['enginePrompts', read('prompts')], {
    tool: 'prompt_visibility',
    summary: 'Per-question visibility',
    description: 'One row per question: its latest answer’s status and position, and rates over time.',
    takes: ['limit', 'cursor'],
    rows: 20,
    brief: [
      ...['candidates', 'stability', 'model', 'latestStatus', 'failedAttemptsSince', 'runId', 'known', 'completed'],
      ...['observedAt', 'targetBasis', 'harnessVersion'],
    ],
  }),

  ...visibilityRead(
    ['visibilityRecommendations', readAsV1('recommendations')],
    ['engineRecommendations', read('recommendations')],
    {
      tool: 'visibility_recommendations',
      summary: 'Recommended next steps',
      description: 'Suggested next steps by fixed rules, the most urgent first. They promise no better position.',
      takes: ['limit'],
      brief: ['ruleVersion', 'questionIds', 'numbers', 'totalRunIds'],
    },
  ),

  sourceKindsOperation,
  visibilityHistoryOperation,
  compareEnginesOperation,
  engineSearchesOperation,
  queryReportOperation,
];
