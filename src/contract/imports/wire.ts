import { z } from 'zod';
import { connectorKinds } from '../../domain/imports/connectors.ts';
import { importKindIds } from '../../domain/imports/importKinds.ts';
import { minDrawn } from '../../domain/imports/samplingFrame.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { count, day, each, idParams, lineOf, optionalDays, recordId, rowLimit } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';
import {
  agreementSchema,
  bounds,
  connectionSchema,
  estimateSchema,
  frameFields,
  frameSchema,
  importSchema,
  pageSchema,
  querySchema,
  seriesSchema,
  sourceSchema,
  suggestionsSchema,
} from './schemas.ts';

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
