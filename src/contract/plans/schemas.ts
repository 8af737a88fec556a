import { z } from 'zod';
import { attentionKinds } from '../../domain/plans/attentionItem.ts';
import { cadenceKinds, maxCadenceHours, weekdays } from '../../domain/plans/cadence.ts';
import { maxRepeats, planKinds, planStates } from '../../domain/plans/plan.ts';
import { itemStates, roundKinds, roundReasons, roundStates, roundWaits } from '../../domain/plans/round.ts';
import { maxTagCharacters } from '../../domain/questions/tags.ts';
import { instant } from '../instant.ts';
import { quoteSchema } from '../money/schemas.ts';
import { each, lineOf, recordId } from '../schemas.ts';

const usd = z.number();
const count = z.int().min(0);

/** US dollars, whole micro-dollars; null removes a limit. */
export const usdLimit = z.number().min(0).max(1_000_000).multipleOf(0.000001).nullable();

export const cadenceInput = z
  .strictObject({
    kind: z.enum(cadenceKinds),
    hours: z.int().min(1).max(maxCadenceHours).nullable().default(null).meta({ description: 'With `hours`.' }),
    weekday: z.enum(weekdays).nullable().default(null).meta({ description: 'With `weekly`.' }),
    at: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:30')
      .default('06:00')
      .meta({ description: 'hh:mm on the clock of the time zone.' }),
    timeZone: lineOf(60).default('UTC').meta({ description: 'IANA name, such as Europe/Vienna.' }),
  })
  .meta({ description: 'When rounds are due.' });

export const questionChoiceInput = z
  .strictObject({
    questionIds: z.array(recordId).min(1).max(200).optional(),
    websiteId: recordId.optional().meta({ description: 'All questions about this website when the plan is approved.' }),
    tags: z.array(lineOf(maxTagCharacters)).min(1).max(20).optional().meta({
      description:
        'Questions with at least one of these tags when the plan is approved; only about websiteId, if given.',
    }),
  })
  .meta({ description: 'Either questionIds, or websiteId, tags or both.' });

export const planContent = {
  questions: questionChoiceInput,
  engines: z.array(lineOf(40)).min(1).max(20).meta({ description: 'Ids of engines.' }),
  repeats: z.int().min(1).max(maxRepeats).meta({ description: 'Answers per question in a round.' }),
  cadence: cadenceInput,
};

const roundCountsSchema = z.strictObject({
  requests: count,
  ...(Object.fromEntries(itemStates.map((state) => [state, count])) as Record<
    (typeof itemStates)[number],
    typeof count
  >),
  reused: count.meta({ description: 'Covered by an existing run; also counted above.' }),
});

const roundMoneySchema = z
  .strictObject({ totalUsd: usd, statedUsd: usd, estimatedUsd: usd, heldUsd: usd, unknownUsd: usd, unpriced: count })
  .meta({ description: 'Purchases of the round.' });

export const planRoundSchema = z
  .strictObject({
    number: count,
    kind: z.enum(roundKinds),
    revision: count,
    dueAt: instant,
    state: z.enum(roundStates).meta({ description: '`missed`: a gap. `ended`: no further requests.' }),
    reason: z.enum(roundReasons).nullable().meta({ description: 'Cause of the gap.' }),
    wait: z.enum(roundWaits).nullable().meta({ description: 'Current or past cause of waiting.' }),
    note: z.string().nullable().meta({ description: 'The same as a sentence, with the limit.' }),
    openedAt: instant.nullable(),
    endsAt: instant.meta({ description: 'Requests not sent by then are dropped.' }),
    endedAt: instant.nullable(),
    counts: roundCountsSchema,
    money: roundMoneySchema,
  })
  .meta({ id: 'PlanRound' });

export const planSchema = z
  .strictObject({
    id: z.string(),
    kind: z.enum(planKinds).meta({ description: '`asks`: questions asked by a person in the web app.' }),
    name: z.string(),
    state: z.enum(planStates),
    revision: count,
    questions: z.strictObject({
      questionIds: z.array(z.string()).nullable(),
      websiteId: z.string().nullable(),
      tags: z.array(z.string()).nullable(),
    }),
    engines: z.array(z.string()),
    repeats: z.int(),
    cadence: z.strictObject({
      kind: z.enum(cadenceKinds),
      hours: z.int().nullable(),
      weekday: z.enum(weekdays).nullable(),
      at: z.string(),
      timeZone: z.string(),
    }),
    cadenceText: z.string(),
    nextDueAt: instant.nullable().meta({ description: 'null: not scheduled, or its key no longer works.' }),
    budgetUsdPerMonth: usd.nullable().meta({ description: 'null: no limit for this plan.' }),
    usedUsdThisMonth: usd,
    maxUsdPerRound: usd.nullable(),
    keyId: z.string().nullable(),
    keyRevoked: z.boolean().meta({
      description: 'Its key was revoked or created with another secret. Activate the plan again.',
    }),
    watchedAt: instant.nullable().meta({ description: 'Time a watcher last requested work.' }),
    createdAt: instant,
    activatedAt: instant.nullable(),
    agentsUntil: instant.nullable().meta({
      description: 'Until then, agents that need approval may start rounds; null: only members start them.',
    }),
    lastRound: planRoundSchema.nullable(),
  })
  .meta({ id: 'Plan', description: 'Questions, engines, repeats and schedule.' });

export const planQuoteSchema = z
  .strictObject({
    round: quoteSchema.nullable().meta({ description: 'null: nothing to ask.' }),
    questions: count.meta({ description: 'Questions that a round would ask now.' }),
    requests: count,
    roundsInMonth: count.meta({ description: 'Rounds due in the next thirty days.' }),
    month: z.strictObject({ typicalUsd: usd.nullable(), maxUsd: usd.nullable() }),
    questionsDigest: z.string().meta({ description: 'Digest of the questions of a round and their engines.' }),
    waiting: count.meta({
      description: 'Questions at an engine, saved after the plan was approved; no round asks them.',
    }),
    limits: z
      .array(z.strictObject({ setting: z.string(), note: z.string() }))
      .meta({ description: 'Limits that rounds exceed, each with the setting to raise.' }),
  })
  .meta({ id: 'PlanQuote' });

export const roundItemSchema = z.strictObject({
  caseId: z.string(),
  ...each(z.string().nullable(), 'questionId query engine websiteId'),
  repeat: z.int().min(1),
  state: z.enum(itemStates),
  reused: z.boolean(),
  runId: z.string().nullable(),
  error: z.string().nullable(),
  denial: z.string().nullable().meta({ description: 'Reason for the last denial.' }),
});

export const askRoundSchema = z
  .strictObject({
    planId: z.string().meta({ description: 'With the number of the round, where readRound and stopRound find it.' }),
    round: planRoundSchema,
    yours: z.boolean(),
    watched: z.boolean().meta({ description: 'A watcher sends pending requests, so no page has to stay open.' }),
    websiteIds: z.array(z.string()),
  })
  .meta({ id: 'AskRound', description: 'Questions that a person or agent asked together.' });

export const attentionItemSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Stable for the same problem.' }),
    kind: z.enum(attentionKinds),
    since: instant,
    what: z.string(),
    remedy: z.string(),
    ...each(z.string().nullable(), 'runId websiteId planId'),
    round: z.int().nullable(),
  })
  .meta({ id: 'AttentionItem', description: 'One item that needs a person.' });
