import { z } from 'zod';
import type { DataConnection } from '../../domain/imports/connectors.ts';
import { type Figures, importDimensions, importMetrics, importWarnings } from '../../domain/imports/importKind.ts';
import { importOutcomes, type OwnerImport } from '../../domain/imports/ownerImport.ts';
import type { OwnerQuery } from '../../domain/imports/ownerQueries.ts';
import type { DaySeries, FigureSource, OwnerPage, RankAgreement } from '../../domain/imports/ownerReport.ts';
import type { QuestionSuggestions } from '../../domain/imports/questionSuggestions.ts';
import type { SamplingFrame } from '../../domain/imports/samplingFrame.ts';
import { instant } from '../instant.ts';
import { sameShape } from '../sameShape.ts';
import { count, day, each } from '../schemas.ts';

const figures = each(count.nullable().optional(), 'clicks impressions citations visits views requests');
const nullableDays = each(day.nullable(), 'startDate endDate');

export const importSchema = sameShape<OwnerImport>()(
  z
    .strictObject({
      ...each(z.string(), 'id websiteId kind property name digest parser importedBy'),
      ...nullableDays,
      bytes: count,
      dimensions: z.array(z.enum(importDimensions)),
      counts: z
        .strictObject(each(count, importOutcomes))
        .meta({ id: 'ImportCounts', description: 'Rows by outcome. All but `rows` add up to `rows`.' }),
      warnings: z.array(z.enum(importWarnings)),
      importedAt: instant,
    })
    .meta({ id: 'OwnerImport' }),
);

const figuresSchema = sameShape<Figures>()(
  z
    .strictObject({ ...figures, position: z.number().min(0).nullable().optional() })
    .meta({ id: 'OwnerFigures', description: 'Figures of one vendor; a missing or null one is unknown, never 0.' }),
);
const figuresBySource = z.record(z.string(), figuresSchema);

export const sourceSchema = sameShape<FigureSource>()(
  z
    .strictObject({
      id: z.string().meta({ description: 'Name of the source in `figures` of the rows.' }),
      ...each(z.string(), 'importId label vendor name digest caveat'),
      ...nullableDays,
      days: z.string().meta({ description: "Time zone of the vendor's days. Nothing is shifted." }),
      rows: count,
    })
    .meta({ id: 'FigureSource' }),
);

export const pageSchema = sameShape<OwnerPage>()(
  z
    .strictObject({
      page: z.string(),
      mayBeRead: z.boolean().nullable().meta({ description: 'null: the newest website check did not see the page.' }),
      reads: count.nullable().meta({ description: 'Proven reads of crawlers; null: no log covers the period.' }),
      lastReadAt: instant.nullable(),
      cited: count.nullable().meta({ description: 'Answers that cite the page, of `citations.answers`.' }),
      loggedVisits: count.nullable().meta({ description: 'Visits from assistants in the logs (a lower bound).' }),
      figures: figuresBySource,
    })
    .meta({ id: 'OwnerPage' }),
);

export const bounds = z.strictObject(each(z.number(), 'lower upper')).nullable();

export const agreementSchema = sameShape<RankAgreement>()(
  z
    .strictObject({
      source: z.string(),
      metric: z.enum(importMetrics),
      n: count,
      value: z.number().min(-1).max(1).nullable(),
      interval: bounds,
    })
    .meta({
      id: 'RankAgreement',
      description: "Spearman's rank correlation over the pages that the vendor lists, with its 95 % interval.",
    }),
);

export const querySchema = sameShape<OwnerQuery>()(
  z
    .strictObject({
      query: z.string(),
      figures: figuresBySource,
      question: z.strictObject({ id: z.string(), match: z.enum(['same_text', 'same_words']) }).nullable(),
      searches: count,
    })
    .meta({ id: 'OwnerQuery' }),
);

const daySchema = z.strictObject({ date: day, importId: z.string(), figures: figuresSchema });
export const seriesSchema = sameShape<DaySeries>()(
  z.strictObject({ source: sourceSchema, parts: z.array(z.strictObject({ days: z.array(daySchema) })) }).meta({
    id: 'OwnerDays',
    description: 'A part ends at a missing day, or where figures stop being comparable. Draw no line between parts.',
  }),
);

const queryRow = {
  ...each(z.string(), 'query label'),
  source: z.string().meta({ description: 'Import with the query, or `engine_searches`.' }),
  metric: z.enum(['impressions', 'citations', 'searches']),
  count,
};
const candidate = z.strictObject({
  ...queryRow,
  wording: z.string().meta({ description: 'A template around the query, to edit before you save it.' }),
  alike: count.meta({ description: 'Weaker candidates with nearly the same words; not listed themselves.' }),
});

export const suggestionsSchema = sameShape<QuestionSuggestions>()(
  z
    .strictObject({
      total: count,
      candidates: z.array(candidate),
      covered: z.array(z.strictObject({ ...queryRow, questionId: z.string() })),
      leftOut: z.strictObject(each(count, 'branded navigational personal rare no_question')),
    })
    .meta({ id: 'QuestionSuggestions' }),
);

export const frameFields = {
  ...each(z.string(), 'id websiteId'),
  digest: z.string().meta({ description: 'SHA-256 of the candidate queries, which determines the sample.' }),
  size: count,
  strata: z.array(z.strictObject({ name: z.string(), size: count, drawn: z.array(z.string()) })),
  createdAt: instant,
};
export const frameSchema = sameShape<SamplingFrame>()(z.strictObject(frameFields).meta({ id: 'SamplingFrame' }));
export const estimateSchema = z
  .strictObject({
    ...each(count, 'drawn known'),
    score: z.number().nullable().meta({ description: 'Percent; null while a stratum has no known answer.' }),
    interval95: bounds,
  })
  .meta({ id: 'FrameEstimate', description: 'An estimate for all candidate queries, with its design-based interval.' });

export const connectionSchema = sameShape<DataConnection>()(
  z
    .strictObject({
      ...each(z.string(), 'id websiteId kind property createdBy'),
      createdAt: instant,
      readAt: instant.nullable(),
      endDate: day.nullable(),
    })
    .meta({ id: 'DataConnection' }),
);
