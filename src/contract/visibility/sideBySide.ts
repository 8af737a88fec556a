import { z } from 'zod';
import type { EngineColumn } from '../../domain/visibility/engines/column.ts';
import type { EngineComparison } from '../../domain/visibility/engines/comparison.ts';
import type { EnginePair } from '../../domain/visibility/engines/pairs.ts';
import type { SearchQueries, SearchQuery } from '../../domain/visibility/engines/searchQueries.ts';
import { sourceTypes } from '../../domain/visibility/scope.ts';
import { sameShape } from '../sameShape.ts';
import { each } from '../schemas.ts';
import { decidedDifference } from './comparison.ts';
import {
  averagePositionSchema,
  citedDomainSchema,
  count,
  fraction,
  interval,
  listOf,
  questionKindsSchema,
  reportHead,
  shareOfVoiceSchema,
  statusCountsSchema,
  visibilityScoreSchema,
} from './parts.ts';

const p = z.number().min(0).max(1).nullable();

export const leftOutSchema = z.strictObject({ engine: z.string(), label: z.string(), reason: z.string() });

const { coverage, comparability, engine, website, window, simulated } = reportHead;

const columnSchema = sameShape<EngineColumn>()(
  z
    .strictObject({
      engine,
      label: z.string(),
      coverage,
      comparability,
      visibilityScore: visibilityScoreSchema.omit({ runIds: true }),
      shareOfVoice: shareOfVoiceSchema.omit({ runIds: true }),
      averagePosition: averagePositionSchema.omit({ runIds: true }),
      counts: statusCountsSchema,
      steadiness: z
        .strictObject({
          questionsRepeated: count,
          meanJaccard: fraction,
          interval95: interval.meta({
            description: 'Interval of meanJaccard, from 0 to 1; repeated questions are the units.',
          }),
          meanRankBiasedOverlap: fraction,
          rankBiasedOverlapInterval95: interval,
          meanSameFirstShare: fraction,
          sameFirstInterval95: interval,
        })
        .meta({ description: 'Agreement of repeated answers; null without repeats.' }),
      sources: listOf(citedDomainSchema.omit({ runIds: true })).extend({ citations: count, pages: count }),
      runIds: z.array(z.string()).meta({ description: 'The latest answers, used for all figures of the column.' }),
    })
    .meta({ id: 'EngineColumn', description: 'One engine, separately.' }),
);

const pairSchema = sameShape<EnginePair>()(
  z
    .strictObject({
      first: z.string().meta({ description: 'Id of an engine; differences are the first minus the second.' }),
      second: z.string(),
      verdict: z.enum([
        'first_listed_more',
        'second_listed_more',
        'no_detectable_difference',
        'insufficient_data',
        'not_comparable',
      ]),
      reason: z.string(),
      paired: count.meta({ description: 'Questions whose latest answers at both are known.' }),
      unpaired: count.meta({ description: 'Questions answered by only one of the two.' }),
      unknownIdentity: count.meta({ description: 'Questions answered by both, with one unknown.' }),
      onlyFirst: count.meta({ description: 'Paired questions for which only the first lists the website.' }),
      onlySecond: count,
      ...decidedDifference,
      adjustedP: p.meta({
        description: '`p` corrected for all pairs tested (Benjamini-Hochberg).',
      }),
      level: z.number(),
      differing: listOf(z.strictObject({ questionId: z.string(), listedAt: z.enum(['first', 'second']) })),
      sources: z
        .strictObject({
          shared: count.meta({ description: 'Domains cited by both.' }),
          onlyFirst: count,
          onlySecond: count,
          jaccard: fraction,
          sharedPages: count,
          pagesJaccard: fraction,
          questions: count.meta({ description: 'Paired questions for which at least one of the two cites a source.' }),
          meanJaccard: fraction.meta({ description: 'Overlap of the cited domains, question by question.' }),
        })
        .meta({ description: 'Overlap of the two engines’ sources.' }),
    })
    .meta({ id: 'EnginePair' }),
);

/** Engines side by side: one column each, never combined. */
export const engineComparisonSchema = sameShape<EngineComparison>()(
  z
    .strictObject({
      website,
      window,
      declared: z.string(),
      simulated,
      filters: z.strictObject({ sourceType: z.enum(sourceTypes), limit: z.int() }),
      engines: z.array(columnSchema),
      leftOut: z.array(leftOutSchema),
      pairs: z.array(pairSchema),
      reading: z.string(),
    })
    .meta({ id: 'EngineComparison' }),
);

const searchRowSchema = sameShape<SearchQuery>()(
  z
    .strictObject({
      query: z.string(),
      times: count.meta({ description: 'Searches, over all engines of the report.' }),
      engines: z.array(z.strictObject({ engine: z.string(), times: count, answers: count })),
      ...each(count, 'pagesReturned pagesCited ownedReturned ownedCited'),
      pages: listOf(
        z.strictObject({
          url: z.string(),
          title: z.string().nullable(),
          domain: z.string(),
          owned: z.boolean(),
          returned: count.meta({ description: 'Searches that returned it.' }),
          cited: count.meta({ description: 'Of these, searches in answers that cite it.' }),
        }),
      ),
      questionIds: z.array(z.string()),
      runIds: z.array(z.string()).max(20).meta({ description: 'At most 20; `totalRunIds` counts all.' }),
      totalRunIds: count,
    })
    .meta({ id: 'SearchRow' }),
);

/** Searches that engines made while answering in a period. */
export const engineSearchesSchema = sameShape<SearchQueries>()(
  z
    .strictObject({
      website,
      window,
      simulated,
      questionKinds: questionKindsSchema,
      engines: z.array(
        z.strictObject({
          engine: z.string(),
          label: z.string(),
          answers: count.meta({ description: 'Completed answers considered, repeats included.' }),
          told: count.meta({ description: 'Answers whose provider reports its searches.' }),
          withSearches: count,
          searches: count,
        }),
      ),
      leftOut: z.array(leftOutSchema),
      searches: listOf(searchRowSchema),
      reading: z.string(),
    })
    .meta({ id: 'EngineSearches' }),
);
