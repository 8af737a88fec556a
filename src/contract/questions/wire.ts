import { z } from 'zod';
import { maxTagCharacters, maxTags } from '../../domain/questions/tags.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { fullObservationSchema, questionSchema, questionSettings, questionText } from '../questionSchemas.ts';
import { listedAnswerSchema } from '../runs/schemas.ts';
import { idParams, lineOf, maxAgeSeconds, recordId, runKind } from '../schemas.ts';
import { localeInput, searchInput } from '../websites/wire.ts';
import { noContent, wireShape } from '../wireShape.ts';

const engineId = lineOf(40);
const tags = z.array(lineOf(maxTagCharacters)).max(maxTags);

/** Questions, each asked at one engine or at several, and their answers. */
export const questionsWire = {
  listQuestions: wireShape({
    query: z.strictObject({
      websiteId: recordId.optional().meta({ description: 'Only about this website.' }),
      tag: lineOf(maxTagCharacters).optional().meta({ description: 'Only with this tag.' }),
      ...pageQuery,
    }),
    output: pageOfItems(questionSchema),
  }),
  createQuestions: wireShape({
    body: z.strictObject({
      query: questionText.optional().meta({ description: 'One question; or `queries`.' }),
      queries: z
        .array(questionText)
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'The questions, worded as a customer would.' }),
      websiteId: recordId.nullish().meta({ description: 'Website of the questions.' }),
      locale: localeInput.prefault({}).meta({ description: 'Language and location of the questions.' }),
      engines: z.array(engineId).min(1).max(20).optional().meta({
        description: 'Ids of the engines to ask. Default: the declared one.',
      }),
      search: searchInput.omit({ engine: true }).prefault({}).meta({ description: 'Settings for all engines.' }),
      tags: tags.default([]).meta({ description: 'Tags to add.' }),
      dryRun: z.boolean().default(false).meta({ description: 'Only checks the request: saves nothing.' }),
    }),
    output: z.strictObject({
      items: z.array(questionSchema),
      made: z.int().min(0).meta({ description: 'Cases saved by this request.' }),
      reused: z.int().min(0).meta({ description: 'Cases that already existed.' }),
    }),
    statuses: [201],
  }),
  changeQuestions: wireShape({
    body: z.strictObject({
      questionIds: z.array(recordId).min(1).max(200),
      addTags: tags.default([]),
      removeTags: z.array(lineOf(maxTagCharacters)).max(200).default([]),
      branded: z
        .boolean()
        .nullable()
        .optional()
        .meta({ description: 'True if they name the website; null: the rule decides.' }),
    }),
    output: z.strictObject({ items: z.array(z.strictObject({ id: z.string(), ...questionSettings })) }),
  }),
  listTags: wireShape({
    query: z.strictObject({
      websiteId: recordId.optional().meta({ description: 'Only of questions about this website.' }),
      ...pageQuery,
    }),
    output: pageOfItems(z.strictObject({ tag: z.string(), questions: z.int().min(0) })),
  }),
  readQuestion: wireShape({
    params: idParams,
    query: z.strictObject({
      engine: engineId.optional().meta({ description: 'Only the answers of this engine.' }),
      ...pageQuery,
    }),
    output: pageOfItems(listedAnswerSchema).extend({ question: questionSchema }),
  }),
  archiveQuestion: wireShape({ params: idParams, ...noContent }),
  readFullRun: wireShape({
    params: z.strictObject({ kind: runKind, id: recordId }),
    query: z.strictObject({ maxAgeSeconds }),
    output: fullObservationSchema,
  }),
};
