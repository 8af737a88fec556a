import { z } from 'zod';
import { maxGrantDays, maxRepeats, maxRoundRequests } from '../../domain/plans/plan.ts';
import { roundWaits } from '../../domain/plans/round.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { apiKeySchema, idempotencyHeaders, idParams, lineOf, maxAgeSeconds, recordId } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';
import {
  askRoundSchema,
  attentionItemSchema,
  planContent,
  planQuoteSchema,
  planRoundSchema,
  planSchema,
  roundItemSchema,
  usdLimit,
} from './schemas.ts';

const name = lineOf(80);
const roundNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be the number of a round')
  .meta({ description: 'Its number.' });
const emptyBody = z.strictObject({});
const onePlan = z.strictObject({ plan: planSchema });
const worstCaseUsd = z.number().min(0).nullable().meta({
  description: '`round.total.heldUsd` of the quote: 0 if there is nothing to ask, null without a price.',
});
/** The plan as its reader saw it: if it has changed or costs more, the call is refused. */
const seenPlan = {
  revision: z.int().min(1).meta({ description: 'Revision that the caller read.' }),
  worstCaseUsd,
  questionsDigest: lineOf(64)
    .optional()
    .meta({ description: 'From the quote; the request is refused if the questions changed.' }),
};

/** Body of a manual round. */
export const startAskBody = z.strictObject({
  caseIds: z.array(recordId).min(1).max(maxRoundRequests),
  repeats: z
    .int()
    .min(1)
    .max(maxRepeats)
    .default(1)
    .meta({ description: 'Answers per question, one after the other.' }),
  maxAgeSeconds,
  useSeoTools: z
    .boolean()
    .default(false)
    .meta({ description: 'Permits one SEO lookup; only for one case without repeats.' }),
  maxUsd: usdLimit.optional().meta({
    description:
      'Limit of the total, such as `heldUsd` of a confirmed quote; null: no limit. Default: the maximum at today’s prices.',
  }),
});

/** Plans, their rounds, and the requests that a watcher sends. */
export const plansWire = {
  readAttention: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(attentionItemSchema) }),
  listPlans: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(planSchema) }),
  createPlan: wireShape({ body: z.strictObject({ name, ...planContent }), output: onePlan, statuses: [201] }),
  readPlan: wireShape({
    params: idParams,
    output: z.strictObject({ plan: planSchema, quote: planQuoteSchema }),
  }),
  changePlan: wireShape({
    params: idParams,
    body: z.strictObject({ name, ...planContent, worstCaseUsd }).partial(),
    output: onePlan,
  }),
  archivePlan: wireShape({ params: idParams, ...noContent }),
  quotePlan: wireShape({ body: z.strictObject(planContent), output: z.strictObject({ quote: planQuoteSchema }) }),
  activatePlan: wireShape({
    params: idParams,
    body: z.strictObject({
      password: z.string().min(1).max(128),
      ...seenPlan,
      budgetUsdPerMonth: usdLimit.default(null).meta({ description: 'Spending limit per UTC month.' }),
      maxUsdPerRound: usdLimit.default(null).meta({ description: 'Spending limit per round.' }),
      agentDays: z.int().min(1).max(maxGrantDays).nullable().default(null).meta({
        description:
          'Time for which agents that need approval may start rounds of this revision; requires a monthly budget.',
      }),
    }),
    output: z.strictObject({
      plan: planSchema,
      key: apiKeySchema.pick({ id: true, name: true, prefix: true, permissions: true }),
      secret: z.string().meta({ description: 'For your own watcher; only this response contains it.' }),
      quote: planQuoteSchema.meta({ description: 'Approved cost, compared with the limits.' }),
    }),
  }),
  pausePlan: wireShape({ params: idParams, body: emptyBody, output: onePlan }),
  resumePlan: wireShape({ params: idParams, body: z.strictObject(seenPlan), output: onePlan }),
  startRound: wireShape({
    params: idParams,
    headers: idempotencyHeaders,
    body: emptyBody,
    output: z.strictObject({ round: planRoundSchema }),
    statuses: [201],
  }),
  listRounds: wireShape({
    params: idParams,
    query: z.strictObject(pageQuery),
    output: pageOfItems(planRoundSchema),
  }),
  readRound: wireShape({
    params: z.strictObject({ id: recordId, round: roundNumber }),
    output: z.strictObject({ round: planRoundSchema, plan: planSchema, items: z.array(roundItemSchema) }),
  }),
  stopRound: wireShape({
    params: z.strictObject({ id: recordId, round: roundNumber }),
    body: emptyBody,
    output: z.strictObject({ round: planRoundSchema }),
  }),
  listAsks: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(askRoundSchema) }),
  startAsk: wireShape({
    headers: idempotencyHeaders,
    body: startAskBody,
    output: z.strictObject({ ask: askRoundSchema }),
    statuses: [201],
  }),
  takePlanWork: wireShape({
    params: idParams,
    body: emptyBody,
    output: z
      .strictObject({
        planId: z.string(),
        name: z.string(),
        state: planSchema.shape.state,
        now: instant,
        nextDueAt: instant.nullable(),
        openRounds: z.array(z.int()),
        requests: z.array(
          z.strictObject({
            round: z.int(),
            caseId: z.string(),
            repeat: z.int(),
            maxAgeSeconds: z.int(),
            useSeoTools: z.boolean(),
            idempotencyKey: z.string().meta({ description: 'Idempotency-Key to send with it.' }),
          }),
        ),
        wait: z.enum(roundWaits).nullable().meta({
          description: 'Reason an open round has nothing to send: earlier runs, the limit of active or daily runs, …',
        }),
        note: z.string().nullable().meta({ description: 'The same as a sentence, with the limit.' }),
        comeBackAfterSeconds: z.int().min(0),
      })
      .meta({ id: 'PlanWork' }),
  }),
};
