import { z } from 'zod';
import { noAnswers } from '../domain/answer/frozenAnswer.ts';
import { isIds } from '../domain/questions/questionText.ts';
import { contextSizes, devices, searchModes } from '../domain/runs/run.ts';
import { instant } from './instant.ts';
import { costEstimateSchema } from './money/schemas.ts';
import { keywordCaseSchema, lineOf, observationSchema, runSchema } from './schemas.ts';
import { listingBasis } from './visibility/parts.ts';

/** Text of a question. An id is refused: it would be saved, bought and scored as a question. */
export const questionText = lineOf(2_000).refine((text) => !isIds(text), 'is an id, not the text of a question');

/** A case in v2: v1 knows neither engines nor questions. */
export const askedCaseSchema = keywordCaseSchema
  .extend({
    questionId: z.string().meta({ description: 'Shared by cases of the same question at several engines.' }),
    search: z.strictObject({
      engine: z.string(),
      mode: z.enum(searchModes),
      allowedDomains: z.array(z.string()),
      contextSize: z.enum(contextSizes).nullable().meta({ description: 'null: the engine accepts none.' }),
      model: z.string().nullable(),
      device: z.enum(devices).nullable(),
    }),
  })
  .meta({
    id: 'AskedCase',
    description: 'A saved question for one engine. Immutable: a change creates a new case.',
  });

const lastAnswerSchema = z
  .strictObject({
    runId: z.string(),
    observedAt: instant.nullable(),
    model: z.string().nullable(),
    simulated: z.boolean(),
    status: z
      .enum(['listed', 'not_listed', 'unknown', 'no_answer'])
      .nullable()
      .meta({ description: '`no_answer`: the page showed none. null: the question has no website.' }),
    basis: listingBasis.nullable(),
    position: z.int().min(1).nullable(),
  })
  .meta({ id: 'LastAnswer', description: 'From the newest completed run.' });

/** Owner's settings of a question; all its cases share them. */
export const questionSettings = {
  tags: z.array(z.string()),
  branded: z.boolean().meta({ description: 'True if the question names the website.' }),
  brandedBy: z.enum(['rule', 'owner']).meta({ description: '`owner`: decided by the owner, whatever the rule says.' }),
};

/** A question: one row of a table whose columns are engines. */
export const questionSchema = z
  .strictObject({
    id: z.string(),
    query: z.string(),
    target: keywordCaseSchema.shape.target,
    locale: keywordCaseSchema.shape.locale,
    createdAt: instant.meta({ description: 'Earliest time among the cases shown.' }),
    ...questionSettings,
    engines: z.array(
      z.strictObject({
        engine: z.string(),
        cases: z.array(askedCaseSchema).meta({ description: 'More than one if the settings differ.' }),
        lastAnswer: lastAnswerSchema.nullable().meta({ description: 'null: never answered.' }),
        activeRunId: z.string().nullable().meta({ description: 'Active run.' }),
      }),
    ),
  })
  .meta({ id: 'Question', description: 'One text in one locale about one website, with its engines.' });

const readSearchSchema = z
  .strictObject({
    query: z.string(),
    pages: z.array(
      z.strictObject({ url: z.string(), title: z.string().nullable(), cited: z.boolean(), owned: z.boolean() }),
    ),
  })
  .meta({ id: 'EngineSearch', description: 'The engine’s searches and the pages returned.' });

/** A run in v2: with its engine, and the steps that led to its answer. */
const fullRunSchema = runSchema
  .extend({
    engine: z.string().nullable().meta({ description: 'null: a website capture, without an engine.' }),
    caseId: z.string().nullable(),
    questionId: z.string().nullable(),
    device: z.enum(devices).nullable(),
    place: keywordCaseSchema.shape.locale.nullable().meta({ description: 'Requested locale.' }),
    noAnswer: z.enum(noAnswers).nullable().meta({ description: 'The page was read and shows no answer.' }),
    searches: z.array(readSearchSchema).nullable().meta({ description: 'null: the provider does not report them.' }),
    costEstimate: costEstimateSchema.nullable().meta({ description: 'null: unknown, or stated as `costUsd`.' }),
  })
  .meta({ id: 'FullRun' });

export const fullObservationSchema = observationSchema.extend({ run: fullRunSchema }).meta({ id: 'FullObservation' });
