import { z } from 'zod';
import { listAnswers, listRuns, readAnswer } from '../../services/runHistory.ts';
import { defineOperation } from '../defineOperation.ts';
import { instant } from '../instant.ts';
import { presentCase } from '../present.ts';
import { listedAnswerSchema, presentListedAnswer, presentRunSummary, runSummarySchema } from '../presentHistory.ts';
import { keywordCaseSchema, recordId, runKind } from '../schemas.ts';

const shared = { audience: 'workspace', permission: 'read', tag: 'History' } as const;

export const listRunsOperation = defineOperation({
  ...shared,
  id: 'listRuns',
  method: 'GET',
  path: '/runs',
  summary: 'List saved runs, newest first',
  query: z.strictObject({
    kind: runKind.optional(),
    caseId: recordId.optional(),
    websiteId: recordId.optional(),
    activeOnly: z.boolean().default(false),
    since: instant.optional(),
    before: recordId.optional().meta({ description: 'Continue after this run.' }),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.strictObject({ runs: z.array(runSummarySchema), next: z.string().nullable() }),
  async run(ctx, { query }) {
    const found = await listRuns(ctx, { ...query, limit: query.limit + 1 });
    const runs = found.slice(0, query.limit);
    const next = found.length > query.limit ? (runs.at(-1)?.id ?? null) : null;
    return { status: 200, body: { runs: runs.map(presentRunSummary), next } };
  },
});

export const listAnswersOperation = defineOperation({
  ...shared,
  id: 'listAnswers',
  method: 'GET',
  path: '/benchmark-cases/{id}/answers',
  summary: 'Attempts at one question, newest first, with what each answer says about the owner',
  params: z.strictObject({ id: recordId }),
  query: z.strictObject({ limit: z.int().min(1).max(200).default(50) }),
  output: z.strictObject({ case: keywordCaseSchema, answers: z.array(listedAnswerSchema) }),
  async run(ctx, { params, query }) {
    const { found, answers } = await listAnswers(ctx, { ...params, ...query });
    return { status: 200, body: { case: presentCase(found), answers: answers.map(presentListedAnswer) } };
  },
});

export const readAnswerOperation = defineOperation({
  ...shared,
  id: 'readAnswer',
  method: 'GET',
  path: '/answers/{id}',
  summary: 'One answer with its question and what it says about the owner',
  params: z.strictObject({ id: recordId }),
  output: z.strictObject({ case: keywordCaseSchema, answer: listedAnswerSchema }),
  async run(ctx, { params }) {
    const read = await readAnswer(ctx, params);
    return { status: 200, body: { case: presentCase(read.found), answer: presentListedAnswer(read) } };
  },
});
