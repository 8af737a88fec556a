import { z } from 'zod';
import { paperSizes, sharedFormats } from '../../domain/sharing/formats.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { each, idParams, lineOf, recordId } from '../schemas.ts';
import { questionFilter } from '../visibility/wire.ts';
import { noContent, wireShape } from '../wireShape.ts';

const date = z.iso.date().nullish();

const sharedReportSchema = z
  .strictObject({
    ...each(z.string(), 'id websiteId websiteName domain'),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    engine: z.string(),
    model: z.string().nullable(),
    digest: z.string().meta({ description: 'SHA-256 of the manifest of the evidence bundle inside.' }),
    bytes: z.int(),
    createdAt: instant,
    madeBy: z.string(),
  })
  .meta({ id: 'SharedReport' });

const linkSchema = z
  .strictObject({
    id: z.string(),
    createdAt: instant,
    madeBy: z.string(),
    expiresAt: instant,
    revokedAt: instant.nullable(),
    lastOpenedAt: instant.nullable(),
    opened: z.int(),
    isOpen: z.boolean(),
  })
  .meta({ id: 'ShareLink' });

const brandSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  accent: z.string().nullable(),
});

/** Frozen reports to share, their links, and the workspace's appearance on them. */
export const sharingWire = {
  readWorkspace: wireShape({ output: z.strictObject({ workspace: brandSchema }) }),
  changeWorkspace: wireShape({
    body: z.strictObject({
      name: lineOf(100).optional(),
      logo: z
        .string()
        .min(1)
        .max(60_000)
        .nullable()
        .optional()
        .meta({ description: 'Data URL of a PNG, JPEG, WebP or GIF for shared reports; null removes it.' }),
      accent: z
        .string()
        .max(7)
        .nullable()
        .optional()
        .meta({ description: 'For example #1a56c4; null for the default.' }),
    }),
    output: z.strictObject({ workspace: brandSchema }),
  }),
  createSharedReport: wireShape({
    body: z.strictObject({
      websiteId: recordId,
      startDate: date.meta({ description: 'Inclusive UTC date.' }),
      endDate: date.meta({ description: 'Inclusive UTC date.' }),
      engine: lineOf(40).nullish().meta({ description: 'Id of the engine; default: the declared one.' }),
      model: lineOf(100).nullish(),
      ...questionFilter,
    }),
    output: z.strictObject({ report: sharedReportSchema }),
    statuses: [201],
  }),
  listSharedReports: wireShape({
    query: z.strictObject({ ...pageQuery, websiteId: recordId.optional() }),
    output: pageOfItems(sharedReportSchema),
  }),
  readSharedFile: wireShape({
    params: idParams,
    query: z.strictObject({
      format: z.enum(sharedFormats).default('html'),
      paper: z.enum(paperSizes).default('a4').meta({ description: 'Of a PDF.' }),
    }),
    output: z.strictObject({ name: z.string(), mediaType: z.string(), base64: z.string(), digest: z.string() }),
  }),
  deleteSharedReport: wireShape({ params: idParams, ...noContent }),
  listShareLinks: wireShape({ params: idParams, query: z.strictObject(pageQuery), output: pageOfItems(linkSchema) }),
  createShareLink: wireShape({
    params: idParams,
    body: z.strictObject({ expiresInDays: z.int().min(1).max(365).default(30) }),
    output: z.strictObject({ link: linkSchema, url: z.string() }),
    statuses: [201],
  }),
  revokeShareLink: wireShape({ params: z.strictObject({ id: recordId, linkId: recordId }), ...noContent }),
};
