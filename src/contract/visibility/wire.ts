import { z } from 'zod';
import { maxTagCharacters } from '../../domain/questions/tags.ts';
import { countedMetricIds } from '../../domain/visibility/metrics.ts';
import { divisionIds } from '../../domain/visibility/query/divisions.ts';
import { brandedChoices } from '../../domain/visibility/questionKinds.ts';
import { sourceTypes } from '../../domain/visibility/scope.ts';
import { lineOf, recordId } from '../schemas.ts';
import { wireShape } from '../wireShape.ts';
import { attemptScopeSchema, bucketSchema, visibilityHistorySchema } from './answers.ts';
import { v1OverviewSchema, visibilityOverviewSchema } from './overview.ts';
import { asV1 } from './parts.ts';
import { queriedReportSchema } from './query.ts';
import {
  currentVisibilitySchema,
  promptVisibilitySchema,
  recommendationsSchema,
  topCitationsSchema,
} from './schemas.ts';
import { engineComparisonSchema, engineSearchesSchema } from './sideBySide.ts';
import { sourcesByKindSchema } from './sourcesByKind.ts';

/**
 * The one value of `platform` in v1. The description that a server publishes names the deployment's declared engine
 * instead.
 */
const describedPlatform = 'openai-web-search';

const date = z.iso.date().optional();

export const visibilityQuery = z.strictObject({
  websiteId: recordId.meta({ description: 'Id from `/sites`.' }),
  startDate: date.meta({ description: 'Inclusive UTC date.' }),
  endDate: date.meta({ description: 'Inclusive UTC date.' }),
  platform: z
    .string()
    .meta({ enum: [describedPlatform] })
    .optional(),
  sourceType: z.enum(sourceTypes).default('all').meta({ description: 'Filters lists of sources, never the scores.' }),
  limit: z.int().min(1).max(200).default(50),
  model: z.string().min(1).max(100).optional().meta({ description: 'Exact saved model.' }),
});

const query = visibilityQuery;

const engine = lineOf(40).optional().meta({ description: 'Default: the declared one.' });

const scope = attemptScopeSchema.default('all').meta({ description: 'All attempts, or the newest 100.' });

/** Filter for the questions to count. */
export const questionFilter = {
  tag: lineOf(maxTagCharacters).optional().meta({ description: 'Only with this tag.' }),
  branded: z.enum(brandedChoices).default('exclude').meta({ description: 'Questions that name the website.' }),
};

/** Query of a v2 report on one engine. */
export const engineQuery = visibilityQuery.omit({ platform: true }).extend({ engine, scope, ...questionFilter });

const promptsQuery = engineQuery.extend({
  cursor: recordId.optional().meta({ description: 'The last `caseId` of the previous page.' }),
});

const { websiteId, startDate, endDate, sourceType, limit, model } = visibilityQuery.shape;

/** Reports over saved answers. */
export const visibilityWire = {
  currentVisibility: wireShape({ query, output: asV1(currentVisibilitySchema) }),
  visibilityOverview: wireShape({ query, output: asV1(v1OverviewSchema) }),
  topCitations: wireShape({ query, output: asV1(topCitationsSchema) }),
  promptVisibility: wireShape({ query, output: asV1(promptVisibilitySchema) }),
  visibilityRecommendations: wireShape({ query, output: asV1(recommendationsSchema) }),
  engineVisibility: wireShape({ query: engineQuery, output: currentVisibilitySchema }),
  engineOverview: wireShape({ query: engineQuery, output: visibilityOverviewSchema }),
  engineCitations: wireShape({ query: engineQuery, output: topCitationsSchema }),
  enginePrompts: wireShape({ query: promptsQuery, output: promptVisibilitySchema }),
  engineRecommendations: wireShape({ query: engineQuery, output: recommendationsSchema }),
  sourceKinds: wireShape({ query: engineQuery, output: sourcesByKindSchema }),
  visibilityHistory: wireShape({
    query: z.strictObject({
      websiteId,
      startDate,
      endDate,
      engine,
      model,
      bucket: bucketSchema.default('week').meta({ description: 'UTC days, weeks from Monday, or months.' }),
      scope: attemptScopeSchema
        .default('newest100')
        .meta({ description: 'Attempts counted in each day, week or month: the newest 100, or all.' }),
      ...questionFilter,
      rivals: lineOf(1_300).optional().meta({
        description:
          'Up to five domains, separated by commas. Default: declared rivals, or else those named most often.',
      }),
    }),
    output: visibilityHistorySchema,
  }),
  compareEngines: wireShape({
    query: z.strictObject({ websiteId, startDate, endDate, scope, ...questionFilter, sourceType, limit }),
    output: engineComparisonSchema,
  }),
  engineSearches: wireShape({
    query: z.strictObject({
      websiteId,
      startDate,
      endDate,
      scope,
      engine: lineOf(40).optional().meta({ description: 'Only of this engine.' }),
      questionId: recordId.optional().meta({ description: 'Only for answers to this question.' }),
      tag: questionFilter.tag,
      branded: questionFilter.branded.unwrap().optional().meta({
        description: 'Questions that name the website. Default: exclude; include if one question is named.',
      }),
      limit,
    }),
    output: engineSearchesSchema,
  }),
  queryReport: wireShape({
    query: z.strictObject({
      websiteId,
      startDate,
      endDate,
      engine: lineOf(40).optional().meta({ description: 'Id of an engine, or `each`. Default: the declared one.' }),
      by: z.enum(divisionIds).default('none').meta({ description: 'Grouping of the rows.' }),
      metrics: lineOf(200)
        .optional()
        .meta({ description: `Ids separated by commas: ${countedMetricIds.join(', ')}. Default: all.` }),
      compareWith: z
        .enum(['previous'])
        .optional()
        .meta({ description: 'Comparison with the previous period of equal length.' }),
      ...questionFilter,
      limit,
    }),
    output: queriedReportSchema,
  }),
};
