import { z } from 'zod';
import { contextSizes, devices, searchModes } from '../../domain/runs/run.ts';
import { maxViewPathCharacters, viewPathPattern } from '../../domain/websites/savedView.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { askedCaseSchema } from '../questionSchemas.ts';
import { each, idParams, keywordCaseSchema, limitedText, lineOf, recordId, websiteSchema } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';

const siteNames = {
  name: lineOf(200).optional(),
  aliases: z.array(lineOf(300)).max(100).optional(),
  exactNames: z
    .array(lineOf(300))
    .max(101)
    .optional()
    .meta({ description: 'Names and aliases that match only exactly, including case.' }),
  settledDomains: z
    .array(lineOf(253))
    .max(500)
    .optional()
    .meta({ description: 'Domains declared as rivals or dismissed, so not suggested again.' }),
};
const place = (max: number) => lineOf(max).nullable().default(null);

export const localeInput = z.strictObject({
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en or de-AT')
    .nullable()
    .default(null),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code such as US')
    .transform((code) => code.toUpperCase())
    .nullable()
    .default(null),
  region: place(100),
  city: place(100),
  timezone: place(64),
});

export const searchInput = z.strictObject({
  mode: z.enum(searchModes).default('open-web'),
  allowedDomains: z.array(lineOf(253)).max(20).default([]),
  contextSize: z.enum(contextSizes).nullable().default(null).meta({ description: 'null: the engine’s default.' }),
  model: lineOf(100).nullable().default(null),
  engine: lineOf(40).nullable().default(null).meta({ description: 'Id of the engine to ask; null: the declared one.' }),
  device: z.enum(devices).nullable().default(null),
});

const companySchema = z.strictObject({
  ...each(z.string(), 'id name domain saidBy'),
  saidAt: instant,
});

const savedViewSchema = z.strictObject({
  ...each(z.string(), 'id name path savedBy'),
  savedAt: instant,
});

const siteNoteSchema = z.strictObject({
  id: z.string(),
  date: z.iso.date().meta({ description: 'A UTC date.' }),
  text: z.string(),
  saidBy: z.string(),
  saidAt: instant,
});

/** Websites, questions, and identities of the names in answers. */
export const catalogWire = {
  listSites: wireShape({ output: z.strictObject({ sites: z.array(websiteSchema) }).meta({ id: 'Sites' }) }),
  createSite: wireShape({
    body: z.strictObject({
      url: lineOf(2_000),
      ...siteNames,
      again: z.boolean().default(false).meta({ description: 'Adds an address even if it already exists.' }),
    }),
    output: z.strictObject({ site: websiteSchema }),
    statuses: [201],
  }),
  changeSite: wireShape({
    params: idParams,
    body: z.strictObject({ url: lineOf(2_000).optional(), ...siteNames }),
    output: z.strictObject({ site: websiteSchema }),
  }),
  archiveSite: wireShape({ params: idParams, ...noContent }),
  listArchivedSites: wireShape({
    query: z.strictObject(pageQuery),
    output: pageOfItems(websiteSchema),
  }),
  restoreSite: wireShape({
    params: idParams,
    body: z.strictObject({}),
    output: z.strictObject({ site: websiteSchema }),
  }),
  listBenchmarkCases: wireShape({
    output: z.strictObject({ cases: z.array(keywordCaseSchema) }).meta({ id: 'KeywordCases' }),
  }),
  createBenchmarkCase: wireShape({
    body: z.strictObject({
      query: lineOf(2_000),
      websiteId: recordId.nullish(),
      locale: localeInput.prefault({}),
      search: searchInput.prefault({}),
      referenceAnswer: limitedText(20_000).nullish(),
    }),
    output: z.strictObject({ case: askedCaseSchema }),
    statuses: [201],
  }),
  archiveBenchmarkCase: wireShape({ params: idParams, ...noContent }),
  listSavedViews: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(savedViewSchema) }),
  saveView: wireShape({
    body: z.strictObject({
      name: lineOf(80),
      path: lineOf(maxViewPathCharacters)
        .regex(viewPathPattern, 'must be a path of this app, such as /plans')
        .meta({ description: 'Path and query of a page of the web app.' }),
    }),
    output: z.strictObject({ view: savedViewSchema }),
    statuses: [201],
  }),
  removeSavedView: wireShape({ params: idParams, ...noContent }),
  listSiteNotes: wireShape({
    params: idParams,
    query: z.strictObject(pageQuery),
    output: pageOfItems(siteNoteSchema),
  }),
  addSiteNote: wireShape({
    params: idParams,
    body: z.strictObject({ date: z.iso.date(), text: lineOf(200) }),
    output: z.strictObject({ note: siteNoteSchema }),
    statuses: [201],
  }),
  removeSiteNote: wireShape({ params: z.strictObject({ id: recordId, noteId: recordId }), ...noContent }),
  listOtherCompanies: wireShape({
    params: idParams,
    query: z.strictObject(pageQuery),
    output: pageOfItems(companySchema),
  }),
  nameOtherCompany: wireShape({
    params: idParams,
    body: z.strictObject({
      name: lineOf(200),
      domain: lineOf(253),
    }),
    output: z.strictObject({ company: companySchema }),
    statuses: [201],
  }),
  forgetOtherCompany: wireShape({ params: z.strictObject({ id: recordId, companyId: recordId }), ...noContent }),
};
