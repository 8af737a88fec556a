import { z } from 'zod';
import { connectorKinds, type DataConnection } from '../../domain/imports/connectors.ts';
import { type Figures, importDimensions, importWarnings } from '../../domain/imports/importKind.ts';
import { importKindIds } from '../../domain/imports/importKinds.ts';
import type { ImportCounts, OwnerImport } from '../../domain/imports/ownerImport.ts';
import type { OwnerQuery } from '../../domain/imports/ownerQueries.ts';
import type { DaySeries, FigureSource, OwnerPage, RankAgreement } from '../../domain/imports/ownerReport.ts';
import type { QuestionSuggestions } from '../../domain/imports/questionSuggestions.ts';
import { minDrawn, type SamplingFrame } from '../../domain/imports/samplingFrame.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { sameShape } from '../sameShape.ts';
import { idParams, lineOf, recordId } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';

const count = z.int().min(0);
const day = z.iso.date();

const countsSchema = sameShape<ImportCounts>()(
  z
    .strictObject({ rows: count, figures: count, foreign: count, leftOut: count, otherTables: count })
    .meta({ id: 'ImportCounts', description: 'Rows by outcome. All but `rows` add up to `rows`.' }),
);

const importSchema = sameShape<OwnerImport>()(
  z
    .strictObject({
      id: z.string(),
      websiteId: z.string(),
      kind: z.string(),
      property: z.string(),
      name: z.string(),
      digest: z.string(),
      bytes: count,
      parser: z.string(),
      startDate: day.nullable(),
      endDate: day.nullable(),
      dimensions: z.array(z.enum(importDimensions)),
      counts: countsSchema,
      warnings: z.array(z.enum(importWarnings)),
      importedAt: instant,
      importedBy: z.string(),
    })
    .meta({ id: 'OwnerImport' }),
);

const figure = count.nullable().optional();
const figuresSchema = sameShape<Figures>()(
  z
    .strictObject({
      clicks: figure,
      impressions: figure,
      position: z.number().min(0).nullable().optional(),
      citations: figure,
      visits: figure,
      views: figure,
      requests: figure,
    })
    .meta({ id: 'OwnerFigures', description: 'Figures of one vendor; a missing or null one is unknown, never 0.' }),
);
const figuresBySource = z.record(z.string(), figuresSchema);

const sourceSchema = sameShape<FigureSource>()(
  z
    .strictObject({
      id: z.string().meta({ description: 'Name of the source in `figures` of the rows.' }),
      importId: z.string(),
      label: z.string(),
      vendor: z.string(),
      name: z.string(),
      digest: z.string(),
      startDate: day.nullable(),
      endDate: day.nullable(),
      days: z.string().meta({ description: "Time zone of the vendor's days. Nothing is shifted." }),
      rows: count,
      caveat: z.string(),
    })
    .meta({ id: 'FigureSource' }),
);

const pageSchema = sameShape<OwnerPage>()(
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

const agreementSchema = sameShape<RankAgreement>()(
  z
    .strictObject({
      source: z.string(),
      metric: z.enum(['clicks', 'impressions', 'position', 'citations', 'visits', 'views', 'requests']),
      n: count,
      value: z.number().min(-1).max(1).nullable(),
      interval: z.strictObject({ lower: z.number(), upper: z.number() }).nullable(),
    })
    .meta({
      id: 'RankAgreement',
      description: "Spearman's rank correlation over the pages that the vendor lists, with its 95 % interval.",
    }),
);

const querySchema = sameShape<OwnerQuery>()(
  z
    .strictObject({
      query: z.string(),
      figures: figuresBySource,
      question: z.strictObject({ id: z.string(), match: z.enum(['same_text', 'same_words']) }).nullable(),
      searches: count,
    })
    .meta({ id: 'OwnerQuery' }),
);

const seriesSchema = sameShape<DaySeries>()(
  z
    .strictObject({
      source: sourceSchema,
      parts: z.array(
        z.strictObject({
          days: z.array(z.strictObject({ date: day, importId: z.string(), figures: figuresSchema })),
        }),
      ),
    })
    .meta({
      id: 'OwnerDays',
      description: 'A part ends at a missing day, or where figures stop being comparable. Draw no line between parts.',
    }),
);

const queryRow = {
  query: z.string(),
  source: z.string().meta({ description: 'Import with the query, or `engine_searches`.' }),
  label: z.string(),
  metric: z.enum(['impressions', 'citations', 'searches']),
  count,
};
const leftOut = { branded: count, navigational: count, personal: count, rare: count, no_question: count };

const suggestionsSchema = sameShape<QuestionSuggestions>()(
  z
    .strictObject({
      total: count,
      candidates: z.array(
        z.strictObject({
          ...queryRow,
          wording: z.string().meta({ description: 'A template around the query, to edit before you save it.' }),
          alike: count.meta({ description: 'Weaker candidates with nearly the same words; not listed themselves.' }),
        }),
      ),
      covered: z.array(z.strictObject({ ...queryRow, questionId: z.string() })),
      leftOut: z.strictObject(leftOut),
    })
    .meta({ id: 'QuestionSuggestions' }),
);

const frameFields = {
  id: z.string(),
  websiteId: z.string(),
  digest: z.string().meta({ description: 'SHA-256 of the frame, which determines the draw.' }),
  size: count,
  strata: z.array(z.strictObject({ name: z.string(), size: count, drawn: z.array(z.string()) })),
  createdAt: instant,
};
const frameSchema = sameShape<SamplingFrame>()(z.strictObject(frameFields).meta({ id: 'SamplingFrame' }));
const estimateSchema = z
  .strictObject({
    drawn: count,
    known: count,
    score: z.number().nullable().meta({ description: 'Percent; null while a stratum has no known answer.' }),
    interval95: z.strictObject({ lower: z.number(), upper: z.number() }).nullable(),
  })
  .meta({ id: 'FrameEstimate', description: 'An estimate for the whole frame, with its design-based interval.' });

const limit = z.int().min(1).max(1_000).default(200);

const connectionSchema = sameShape<DataConnection>()(
  z
    .strictObject({
      id: z.string(),
      websiteId: z.string(),
      kind: z.string(),
      property: z.string(),
      createdAt: instant,
      createdBy: z.string(),
      readAt: instant.nullable(),
      endDate: day.nullable(),
    })
    .meta({ id: 'DataConnection' }),
);

/** The owner's own data: files of vendors, and what they report. */
export const importsWire = {
  importFile: wireShape({
    query: z.strictObject({
      websiteId: recordId,
      name: lineOf(200).default('file'),
      confirm: z
        .string()
        .max(50)
        .optional()
        .meta({ description: `Kind, if the file does not show it: ${importKindIds.join(', ')}.` }),
      property: lineOf(200).optional().meta({ description: 'Property at the vendor (default: the domain).' }),
      startDate: day.optional(),
      endDate: day.optional(),
    }),
    body: z.custom<{ bytes: AsyncIterable<Uint8Array> | Blob }>(),
    hasBody: false,
    output: z.strictObject({
      import: importSchema,
      isRepeated: z.boolean().meta({ description: 'True if the same file was imported before, so nothing changed.' }),
      replaces: z.array(importSchema).meta({ description: 'Older imports that no longer count for the shared days.' }),
    }),
  }),
  listImports: wireShape({
    query: z.strictObject({ websiteId: recordId, ...pageQuery }),
    output: pageOfItems(importSchema),
  }),
  readImport: wireShape({
    params: idParams,
    output: z.strictObject({ import: importSchema, replacedBy: z.array(importSchema) }),
  }),
  removeImport: wireShape({ params: idParams, ...noContent }),
  listOwnerPages: wireShape({
    query: z.strictObject({
      websiteId: recordId,
      engine: lineOf(100).optional(),
      startDate: day.optional(),
      endDate: day.optional(),
      limit,
    }),
    output: z.strictObject({
      citations: z.strictObject({ engine: z.string(), simulated: z.boolean(), answers: count }),
      logs: z.strictObject({ startDate: day, endDate: day, hoursCovered: count, hoursInPeriod: count }),
      sources: z.array(sourceSchema),
      agreement: z.array(agreementSchema),
      total: count,
      rows: z.array(pageSchema),
    }),
  }),
  listOwnerQueries: wireShape({
    query: z.strictObject({ websiteId: recordId, limit }),
    output: z.strictObject({ sources: z.array(sourceSchema), total: count, rows: z.array(querySchema) }),
  }),
  readAndCited: wireShape({
    params: idParams,
    query: z.strictObject({ engine: lineOf(100).optional(), limit }),
    output: z.strictObject({
      engine: z.string(),
      simulated: z.boolean(),
      bot: z.string().nullable().meta({ description: 'Crawler whose proven reads count; null: none is known.' }),
      answers: count,
      total: count,
      pairs: count.meta({ description: 'Pages first read and then cited.' }),
      medianDays: z.number().nullable().meta({ description: 'null below 5 pairs.' }),
      quartileDays: z.strictObject({ lower: z.number(), upper: z.number() }).nullable(),
      citedNeverRead: count,
      readNeverCited: count,
      rows: z.array(
        z
          .strictObject({
            page: z.string(),
            firstReadAt: instant.nullable(),
            firstCitedAt: instant.nullable(),
            days: z.int().nullable(),
          })
          .meta({ id: 'ReadAndCitedPage' }),
      ),
    }),
  }),
  suggestQuestions: wireShape({ query: z.strictObject({ websiteId: recordId }), output: suggestionsSchema }),
  drawQuestions: wireShape({
    body: z.strictObject({ websiteId: recordId, size: z.int().min(minDrawn).max(200).default(40) }),
    output: z.strictObject({ frame: frameSchema }),
    statuses: [201],
  }),
  listQuestionFrames: wireShape({
    query: z.strictObject({ websiteId: recordId, engine: lineOf(100).optional() }),
    output: z.strictObject({
      frames: z.array(z.strictObject({ ...frameFields, engine: z.string(), estimate: estimateSchema })),
    }),
  }),
  listOwnerDays: wireShape({
    query: z.strictObject({ websiteId: recordId }),
    output: z.strictObject({ series: z.array(seriesSchema) }),
  }),
  connectData: wireShape({
    body: z.strictObject({
      websiteId: recordId,
      kind: z.enum(connectorKinds),
      property: lineOf(300).meta({
        description: 'The vendor’s name for it: `sc-domain:example.com`, `123456789`, `https://example.com/`.',
      }),
      credential: z.string().min(8).max(16_000).meta({
        description:
          'Google: the JSON file of a service account or of an OAuth consent. Bing: the API key. Stored sealed, never shown.',
      }),
    }),
    output: z.strictObject({ connection: connectionSchema }),
    statuses: [201],
  }),
  listDataConnections: wireShape({
    query: z.strictObject({ websiteId: recordId }),
    output: z.strictObject({ connections: z.array(connectionSchema) }),
  }),
  removeDataConnection: wireShape({ params: idParams, ...noContent }),
  readDataConnection: wireShape({
    params: idParams,
    body: z.strictObject({ startDate: day.optional(), endDate: day.optional() }),
    output: z.strictObject({ connection: connectionSchema, imports: z.array(importSchema), requests: count }),
  }),
};
