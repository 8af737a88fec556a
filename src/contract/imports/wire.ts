import { z } from 'zod';
import { connectorKinds, type DataConnection } from '../../domain/imports/connectors.ts';
import { type Figures, importDimensions, importMetricList, importWarnings } from '../../domain/imports/importKind.ts';
import { importKindIds } from '../../domain/imports/importKinds.ts';
import { importOutcomes, type OwnerImport } from '../../domain/imports/ownerImport.ts';
import type { OwnerQuery } from '../../domain/imports/ownerQueries.ts';
import type { DaySeries, FigureSource, OwnerPage, RankAgreement } from '../../domain/imports/ownerReport.ts';
import { leftOutReasons, type QuestionSuggestions } from '../../domain/imports/questionSuggestions.ts';
import { minDrawn, type SamplingFrame } from '../../domain/imports/samplingFrame.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { sameShape } from '../sameShape.ts';
import { count, day, each, idParams, lineOf, optionalDays, recordId, rowLimit } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';

const figures = each(count.nullable().optional(), 'clicks impressions citations visits views requests');
const nullableDays = each(day.nullable(), 'startDate endDate');

const importSchema = sameShape<OwnerImport>()(
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

const sourceSchema = sameShape<FigureSource>()(
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

const bounds = z.strictObject(each(z.number(), 'lower upper')).nullable();

const agreementSchema = sameShape<RankAgreement>()(
  z
    .strictObject({
      source: z.string(),
      metric: z.enum(importMetricList),
      n: count,
      value: z.number().min(-1).max(1).nullable(),
      interval: bounds,
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

const daySchema = z.strictObject({ date: day, importId: z.string(), figures: figuresSchema });
const seriesSchema = sameShape<DaySeries>()(
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

const suggestionsSchema = sameShape<QuestionSuggestions>()(
  z
    .strictObject({
      total: count,
      candidates: z.array(candidate),
      covered: z.array(z.strictObject({ ...queryRow, questionId: z.string() })),
      leftOut: z.strictObject(each(count, leftOutReasons)),
    })
    .meta({ id: 'QuestionSuggestions' }),
);

const frameFields = {
  ...each(z.string(), 'id websiteId'),
  digest: z.string().meta({ description: 'SHA-256 of the candidate queries, which determines the sample.' }),
  size: count,
  strata: z.array(z.strictObject({ name: z.string(), size: count, drawn: z.array(z.string()) })),
  createdAt: instant,
};
const frameSchema = sameShape<SamplingFrame>()(z.strictObject(frameFields).meta({ id: 'SamplingFrame' }));
const estimateSchema = z
  .strictObject({
    ...each(count, 'drawn known'),
    score: z.number().nullable().meta({ description: 'Percent; null while a stratum has no known answer.' }),
    interval95: bounds,
  })
  .meta({ id: 'FrameEstimate', description: 'An estimate for all candidate queries, with its design-based interval.' });

const connectionSchema = sameShape<DataConnection>()(
  z
    .strictObject({
      ...each(z.string(), 'id websiteId kind property createdBy'),
      createdAt: instant,
      readAt: instant.nullable(),
      endDate: day.nullable(),
    })
    .meta({ id: 'DataConnection' }),
);

const ofWebsite = z.strictObject({ websiteId: recordId });
const engine = lineOf(100).optional();

/** The owner's own data: files from vendors and their figures. */
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
      columns: lineOf(200).optional().meta({
        description:
          'Columns of a table whose header is unknown, with `confirm`: a subject (day, page, query, source, crawler) and its figures by position, such as `page=1,visits=3`.',
      }),
      property: lineOf(200).optional().meta({ description: 'Property at the vendor (default: the domain).' }),
      ...optionalDays,
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
    query: ofWebsite.extend(pageQuery),
    output: pageOfItems(importSchema),
  }),
  readImport: wireShape({
    params: idParams,
    output: z.strictObject({ import: importSchema, replacedBy: z.array(importSchema) }),
  }),
  removeImport: wireShape({ params: idParams, ...noContent }),
  listOwnerPages: wireShape({
    query: ofWebsite.extend({ engine, ...optionalDays, limit: rowLimit }),
    output: z.strictObject({
      citations: z.strictObject({ engine: z.string(), simulated: z.boolean(), answers: count }),
      logs: z.strictObject({ ...each(day, 'startDate endDate'), ...each(count, 'hoursCovered hoursInPeriod') }),
      sources: z.array(sourceSchema),
      agreement: z.array(agreementSchema),
      total: count,
      rows: z.array(pageSchema),
    }),
  }),
  listOwnerQueries: wireShape({
    query: ofWebsite.extend({ limit: rowLimit }),
    output: z.strictObject({ sources: z.array(sourceSchema), total: count, rows: z.array(querySchema) }),
  }),
  readAndCited: wireShape({
    params: idParams,
    query: z.strictObject({ engine, limit: rowLimit }),
    output: z.strictObject({
      engine: z.string(),
      simulated: z.boolean(),
      bot: z.string().nullable().meta({ description: 'Crawler whose verified reads count; null: none is known.' }),
      ...each(count, 'answers total citedNeverRead readNeverCited'),
      pairs: count.meta({ description: 'Pages first read and then cited.' }),
      medianDays: z.number().nullable().meta({ description: 'null below 5 pairs.' }),
      quartileDays: bounds,
      rows: z.array(
        z
          .strictObject({
            page: z.string(),
            ...each(instant.nullable(), 'firstReadAt firstCitedAt'),
            days: z.int().nullable(),
          })
          .meta({ id: 'ReadAndCitedPage' }),
      ),
    }),
  }),
  suggestQuestions: wireShape({ query: ofWebsite, output: suggestionsSchema }),
  drawQuestions: wireShape({
    body: z.strictObject({ websiteId: recordId, size: z.int().min(minDrawn).max(200).default(40) }),
    output: z.strictObject({ frame: frameSchema }),
    statuses: [201],
  }),
  listQuestionFrames: wireShape({
    query: ofWebsite.extend({ engine }),
    output: z.strictObject({
      frames: z.array(z.strictObject({ ...frameFields, engine: z.string(), estimate: estimateSchema })),
    }),
  }),
  listOwnerDays: wireShape({
    query: ofWebsite,
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
          'Google: the JSON file of a service account or of an OAuth consent. Bing: the API key. Stored encrypted, never shown.',
      }),
    }),
    output: z.strictObject({ connection: connectionSchema }),
    statuses: [201],
  }),
  listDataConnections: wireShape({
    query: ofWebsite,
    output: z.strictObject({ connections: z.array(connectionSchema) }),
  }),
  removeDataConnection: wireShape({ params: idParams, ...noContent }),
  readDataConnection: wireShape({
    params: idParams,
    body: z.strictObject(optionalDays),
    output: z.strictObject({ connection: connectionSchema, imports: z.array(importSchema), requests: count }),
  }),
};
