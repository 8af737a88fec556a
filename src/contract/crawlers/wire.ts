import { z } from 'zod';
import { botRoles } from '../../domain/checks/bots.ts';
import { type BotReportRow, botGroupings } from '../../domain/crawlers/botReport.ts';
import type { LogCoverage } from '../../domain/crawlers/logCoverage.ts';
import { logFormatIds } from '../../domain/crawlers/logFormats.ts';
import {
  type LogCounts,
  type LogImport,
  type LogSource,
  logNotes,
  logOutcomes,
  logSourceKinds,
  maxKeepDays,
} from '../../domain/crawlers/logImport.ts';
import { type SitemapReads, sitemapRoles } from '../../domain/crawlers/sitemapReads.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { sameShape } from '../sameShape.ts';
import { count, day, each, idParams, lineOf, optionalDays, recordId, rowLimit } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';

const mapping = z.record(z.string().max(50), lineOf(200));

const choices = {
  name: lineOf(100),
  kind: z.enum(logSourceKinds).meta({
    description:
      'Where the log is written. Of several sources of one host and hour the one nearest to the visitor counts: cdn, platform, proxy, origin.',
  }),
  format: z
    .string()
    .max(50)
    .nullable()
    .meta({ description: `One of ${logFormatIds.join(', ')}. null: detected from the first 50 lines of each file.` }),
  captures: z
    .array(lineOf(100))
    .max(20)
    .meta({ description: 'HAProxy: the captured request headers, in their order.' }),
  mapping: mapping.meta({
    description: 'Format `json`: the field of each part, such as `{"at": "ts", "path": "uri"}`.',
  }),
  keepDays: z.int().min(0).max(maxKeepDays).meta({
    description: 'Days to keep full addresses of claimed crawlers. Visitors’ addresses are never kept.',
  }),
};

const sourceSchema = sameShape<LogSource>()(
  z
    .strictObject({
      ...choices,
      ...each(z.string(), 'id websiteId'),
      format: z.string().nullable(),
      createdAt: instant,
    })
    .meta({ id: 'LogSource' }),
);

const countsSchema = sameShape<LogCounts>()(
  z
    .strictObject(each(count, logOutcomes))
    .meta({ id: 'LogCounts', description: 'Lines by outcome. All but `lines` add up to `lines`.' }),
);

const importSchema = sameShape<LogImport>()(
  z
    .strictObject({
      ...each(z.string(), 'id sourceId websiteId name digest format reader importedBy'),
      ...each(instant.nullable(), 'firstAt lastAt'),
      bytes: count,
      counts: countsSchema,
      notes: z.array(z.enum(logNotes)),
      importedAt: instant,
    })
    .meta({ id: 'LogImport' }),
);

const coverageSchema = sameShape<LogCoverage>()(
  z
    .strictObject({
      ...each(count, 'hoursCovered hoursInPeriod'),
      ...each(instant.nullable(), 'firstAt lastAt'),
      hosts: z.array(z.string()),
      gaps: z.array(z.strictObject(each(instant, 'from to'))),
    })
    .meta({ id: 'LogCoverage', description: 'Hours with log lines. Other hours were not measured.' }),
);

const botRowSchema = sameShape<BotReportRow>()(
  z
    .strictObject({
      ...each(count, 'reads pages blocked errors'),
      ...each(instant.nullable(), 'firstReadAt lastReadAt'),
      key: z.string(),
      vendor: z.string().nullable(),
      role: z.enum(botRoles).nullable(),
      crawlers: z.array(z.string()).meta({ description: 'Crawlers with verified reads.' }),
      requests: z.strictObject(each(count, 'verified operatorOnly falseClaim unverifiable')),
      readsByRole: z.strictObject(each(count, 'search user training control other')),
      sitemap: z.strictObject(each(instant.nullable(), 'changedAt firstReadAfterAt')).nullable().meta({
        description:
          'by `page`: last change according to the sitemap, and the first read after it. null: not in the sitemap.',
      }),
      isComparable: z.boolean().meta({
        description: 'by `day`: false if sources or lists differ from the previous day; then draw no line.',
      }),
    })
    .meta({ id: 'BotVisits' }),
);

const sitemapRoleSchema = z.strictObject({
  role: z.enum(sitemapRoles),
  ...each(count.nullable(), 'read refused'),
  neverRead: count
    .nullable()
    .meta({ description: 'null: logs cover too short a time for how often this role returns.' }),
});
const sitemapSchema = sameShape<SitemapReads>()(
  z
    .strictObject({ readAt: instant, pages: count, isCut: z.boolean(), roles: z.array(sitemapRoleSchema) })
    .meta({ id: 'SitemapReads', description: 'Pages of the sitemap (not requests), by role of verified crawlers.' }),
);

const period = { websiteId: recordId, ...optionalDays, limit: rowLimit };
const reportOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ ...each(day, 'startDate endDate'), coverage: coverageSchema, total: count, rows: z.array(row) });

const listSchema = z
  .strictObject({
    url: z.string(),
    prefixes: count,
    ...each(z.string().nullable(), 'digest publishedAt'),
    readAt: instant.nullable(),
    confirmedAt: instant.nullable().meta({ description: 'Time from which the list can mark requests as forged.' }),
  })
  .meta({ id: 'AddressList' });

/** Crawlers and assistant visits in the owner's logs. */
export const crawlersWire = {
  listLogSources: wireShape({
    query: z.strictObject({ websiteId: recordId.optional() }),
    output: z.strictObject({ sources: z.array(sourceSchema) }),
  }),
  createLogSource: wireShape({
    body: z.strictObject({
      websiteId: recordId,
      ...choices,
      kind: choices.kind.default('origin'),
      format: choices.format.default(null),
      captures: choices.captures.default([]),
      mapping: mapping.default({}),
      keepDays: choices.keepDays.default(7),
    }),
    output: z.strictObject({ source: sourceSchema }),
    statuses: [201],
  }),
  changeLogSource: wireShape({
    params: idParams,
    body: z.strictObject(choices).partial(),
    output: z.strictObject({ source: sourceSchema }),
  }),
  removeLogSource: wireShape({ params: idParams, ...noContent }),
  importLog: wireShape({
    params: idParams,
    query: z.strictObject({ name: lineOf(200).default('log') }),
    body: z.custom<{ bytes: AsyncIterable<Uint8Array> | Blob }>(),
    hasBody: false,
    output: z.strictObject({
      import: importSchema,
      isRepeated: z.boolean().meta({ description: 'True if the same file was imported before, so nothing changed.' }),
    }),
  }),
  openLogDrain: wireShape({
    params: idParams,
    body: z.strictObject({
      secret: lineOf(200)
        .min(16)
        .optional()
        .meta({ description: 'Secret of the vendor; if absent, one is generated.' }),
      verify: lineOf(200).optional().meta({ description: 'Vercel: the text to return as `x-vercel-verify`.' }),
    }),
    output: z.strictObject(each(z.string(), 'url secret')),
    statuses: [201],
  }),
  closeLogDrain: wireShape({ params: idParams, ...noContent }),
  listLogImports: wireShape({
    query: z.strictObject({ websiteId: recordId, ...pageQuery }),
    output: pageOfItems(importSchema),
  }),
  readLogImport: wireShape({ params: idParams, output: z.strictObject({ import: importSchema }) }),
  removeLogImport: wireShape({ params: idParams, ...noContent }),
  listBotVisits: wireShape({
    query: z.strictObject({
      ...period,
      by: z.enum(botGroupings).default('bot'),
      bot: lineOf(100).optional().meta({ description: 'Only the rows of this crawler, such as `GPTBot`.' }),
    }),
    output: reportOf(botRowSchema).extend({ sitemap: sitemapSchema.nullable() }),
  }),
  listAssistantVisits: wireShape({
    query: z.strictObject({ ...period, by: z.enum(['assistant', 'page', 'day']).default('assistant') }),
    output: reportOf(
      z
        .strictObject({ key: z.string(), ...each(count, 'visits paid byReferer byUtmSource') })
        .meta({ id: 'AssistantVisits' }),
    ),
  }),
  listAddressLists: wireShape({ output: z.strictObject({ lists: z.array(listSchema) }) }),
  uploadAddressList: wireShape({
    body: z.strictObject({
      url: lineOf(500),
      list: z.string().min(1).max(60_000).meta({ description: 'The list as the vendor publishes it.' }),
      accept: z
        .boolean()
        .default(false)
        .meta({ description: 'true: save the list even if it shrank by more than half.' }),
    }),
    output: z.strictObject({ list: listSchema }),
    statuses: [201],
  }),
  refreshAddressLists: wireShape({
    body: z.strictObject({}),
    output: z.strictObject({
      lists: z.array(
        z
          .strictObject({ url: z.string(), outcome: z.enum(['saved', 'kept']), reason: z.string().nullable() })
          .meta({ id: 'RefreshedList' }),
      ),
    }),
  }),
};
