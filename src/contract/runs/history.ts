import { z } from 'zod';
import { sourceKinds } from '../../domain/visibility/sources/sourceKind.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { askedCaseSchema } from '../questionSchemas.ts';
import { idParams, lineOf, observationSchema, recordId, runKind } from '../schemas.ts';
import { listingBasis, questionKindsSchema, runStatus } from '../visibility/parts.ts';
import { questionFilter } from '../visibility/wire.ts';
import { wireShape } from '../wireShape.ts';
import { answerStatuses, foundAnswerSchema } from './foundAnswer.ts';
import { listedAnswerSchema, runSummarySchema } from './schemas.ts';

/** Saved runs and answers, as lists. */
export const historyWire = {
  listRuns: wireShape({
    query: z.strictObject({
      kind: runKind.optional().meta({ description: 'Only of this kind.' }),
      caseId: recordId.optional().meta({ description: 'Only of this question.' }),
      websiteId: recordId.optional().meta({ description: 'Only about this website.' }),
      status: runStatus.optional().meta({ description: 'Only runs with this status.' }),
      engine: lineOf(40).optional().meta({ description: 'Only runs of this engine.' }),
      activeOnly: z.boolean().default(false).meta({ description: 'Only active runs.' }),
      since: instant.optional().meta({ description: 'Only runs created at this time or later.' }),
      ...pageQuery,
    }),
    output: pageOfItems(runSummarySchema),
  }),
  findAnswers: wireShape({
    query: z.strictObject({
      websiteId: recordId,
      startDate: z.iso.date().optional().meta({ description: 'Inclusive UTC date.' }),
      endDate: z.iso.date().optional().meta({ description: 'Inclusive UTC date.' }),
      engine: lineOf(40).optional().meta({ description: 'Only from this engine.' }),
      model: lineOf(100).optional(),
      questionId: recordId.optional().meta({ description: 'Id of a question or one of its cases.' }),
      status: z
        .string()
        .regex(/^[a-z_]+(,[a-z_]+){0,3}$/, `must be one to four of ${answerStatuses.join(', ')}, separated by commas`)
        .optional()
        .meta({
          description: `What the answer says about the website, one of: ${answerStatuses.join(', ')}; several separated by commas.`,
        }),
      basis: listingBasis.optional().meta({ description: 'Basis of that status.' }),
      position: z.int().min(1).max(100).optional(),
      source: lineOf(253).optional().meta({ description: 'Domain of a page that the answer cites.' }),
      page: z.url().max(2_000).optional().meta({ description: 'Address of a page that the answer cites.' }),
      returned: z
        .url()
        .max(2_000)
        .optional()
        .meta({ description: 'Address of a page that its search returned but the answer does not cite.' }),
      notOwn: z.boolean().default(false).meta({ description: 'Only answers that cite no page of the website.' }),
      searched: lineOf(2_000).optional().meta({ description: 'Words of a search that the engine ran.' }),
      sourceKind: z.enum(sourceKinds).optional().meta({
        description: 'Only latest answers that cite a page of this kind. Needs `engine`.',
      }),
      rule: lineOf(20)
        .optional()
        .meta({ description: 'Only answers used as evidence by this rule’s suggestions. Needs `engine`.' }),
      about: lineOf(2_000).optional().meta({ description: 'With `rule`: what the suggestion names.' }),
      rival: lineOf(253).optional().meta({ description: 'Domain that the answer recommends.' }),
      tag: questionFilter.tag,
      branded: questionFilter.branded.unwrap().optional().meta({
        description: 'Questions that name the website. Default: exclude; include if one question is named.',
      }),
      runStatus: runStatus.optional().meta({ description: 'Status of the run.' }),
      latest: z.boolean().default(false).meta({
        description:
          'Only the newest completed attempt at each question: the answers that numbers count. Needs `engine`.',
      }),
      ...pageQuery,
    }),
    output: pageOfItems(foundAnswerSchema).extend({
      matched: z
        .strictObject({
          answers: z.int().min(0),
          lookedThrough: z.int().min(0),
          all: z.boolean().meta({ description: 'False: older attempts were not searched.' }),
          questionKinds: questionKindsSchema,
        })
        .nullable()
        .meta({ description: 'Number of matches; only on the first page.' }),
    }),
  }),
  readAnswer: wireShape({
    params: idParams,
    output: z.strictObject({ case: askedCaseSchema, answer: listedAnswerSchema }),
  }),
  exportRuns: wireShape({
    query: z.strictObject(pageQuery),
    output: pageOfItems(z.strictObject({ summary: runSummarySchema, observation: observationSchema })),
  }),
};
