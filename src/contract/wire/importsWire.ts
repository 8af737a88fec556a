import { z } from 'zod';
import { type Figures, importDimensions, importWarnings } from '../../domain/imports/importKind.ts';
import { importKindIds } from '../../domain/imports/importKinds.ts';
import type { ImportCounts, OwnerImport } from '../../domain/imports/ownerImport.ts';
import type { OwnerQuery } from '../../domain/imports/ownerQueries.ts';
import type { DaySeries, FigureSource, OwnerPage, RankAgreement } from '../../domain/imports/ownerReport.ts';
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
    .meta({ id: 'ImportCounts', description: 'Rows by what became of them. All but `rows` add up to `rows`.' }),
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
      loggedVisits: count.nullable().meta({ description: 'Visits from assistants in the logs, at least.' }),
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
      description:
        'A part ends where a day is missing and where figures stop being comparable: draw no line between parts.',
    }),
);

const limit = z.int().min(1).max(1_000).default(200);

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
        .meta({ description: `Kind, where the file alone does not show it: ${importKindIds.join(', ')}.` }),
      property: lineOf(200).optional().meta({ description: 'What the vendor counts (default: the domain).' }),
      startDate: day.optional(),
      endDate: day.optional(),
    }),
    body: z.custom<{ bytes: AsyncIterable<Uint8Array> | Blob }>(),
    hasBody: false,
    output: z.strictObject({
      import: importSchema,
      isRepeated: z.boolean().meta({ description: 'True where the same bytes were imported before: nothing changed.' }),
      replaces: z
        .array(importSchema)
        .meta({ description: 'Older imports that no longer count for the days in common.' }),
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
  listOwnerDays: wireShape({
    query: z.strictObject({ websiteId: recordId }),
    output: z.strictObject({ series: z.array(seriesSchema) }),
  }),
};
