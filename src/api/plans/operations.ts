import type { z } from 'zod';
import type { cadenceInput, questionChoiceInput } from '../../contract/plans/schemas.ts';
import { invalidField } from '../../domain/errors.ts';
import { microUsdOf } from '../../domain/money/usd.ts';
import type { QuestionChoice } from '../../domain/plans/plan.ts';
import { cleanTags } from '../../domain/questions/tags.ts';
import type { Ctx } from '../../services/appContext.ts';
import { activatePlan } from '../../services/plans/activatePlan.ts';
import type { SeenPlan } from '../../services/plans/allowPlan.ts';
import { reportPlan, reportPlans } from '../../services/plans/planReports.ts';
import {
  archivePlan,
  changePlan,
  createPlan,
  findPlan,
  listPlans,
  pausePlan,
  resumePlan,
} from '../../services/plans/plans.ts';
import { quotePlan, quoteSavedPlan } from '../../services/plans/quotePlan.ts';
import { readAttention } from '../../services/plans/readAttention.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentPlan, presentPlanQuote } from './present.ts';

const define = operationsOf('Plans');

const refusals = ['engine_unavailable', 'unsupported_setting'] as const;

type Sent = {
  questions: z.output<typeof questionChoiceInput>;
  engines: string[];
  repeats: number;
  cadence: z.output<typeof cadenceInput>;
};

function choiceOf({ questionIds, websiteId, tags }: Sent['questions']): QuestionChoice {
  if (questionIds !== undefined && websiteId === undefined && tags === undefined) {
    return { kind: 'questions', questionIds: [...new Set(questionIds)] };
  }
  if (tags !== undefined && questionIds === undefined) {
    return { kind: 'tags', tags: cleanTags(tags), websiteId: websiteId ?? null };
  }
  if (websiteId !== undefined && questionIds === undefined) return { kind: 'website', websiteId };
  throw invalidField('questions', 'names questionIds; or websiteId, tags or both');
}

type SeenBody = { revision: number; worstCaseUsd: number | null; questionsDigest?: string | undefined };

function seenOf({ revision, worstCaseUsd, questionsDigest }: SeenBody): SeenPlan {
  return { revision, worstCaseMicro: microOrNull(worstCaseUsd), questionsDigest: questionsDigest ?? null };
}

function microOrNull(usd: number | null): number | null {
  return usd === null ? null : microUsdOf(usd);
}

type Plan = Awaited<ReturnType<typeof findPlan>>;
const onePlan = async (ctx: Ctx, plan: Plan) => ({ plan: presentPlan(await reportPlan(ctx, plan)) });

export const plansOperations: readonly Operation[] = [
  define.read('readAttention', {
    summary: 'List items that need a person, newest first',
    description:
      'Runs that need an action or whose purchase was not found, engines that fail or whose credit is used up, failed gates of websites, gaps in rounds of the last seven days, plans without a watcher or with a revoked key, budgets used to 80 % or more.',
    tool: {
      name: 'needs_attention',
      title: 'Needs attention',
      description: 'Items that need a person, each with its remedy. Empty: none.',
    },
    run: async (ctx, { page }) =>
      page.cutInOrder(
        await readAttention(ctx),
        ({ id }) => id,
        (item) => ({ ...item }),
      ),
  }),
  define.read('listPlans', {
    summary: 'List plans, newest first, with their next due time and last round',
    tool: {
      title: 'List plans',
      description: 'Plans with their questions, next due time and the result of the last round.',
      brief: ['money.statedUsd', 'money.estimatedUsd', 'money.unknownUsd', 'keyId', 'watchedAt'],
    },
    async run(ctx, { page }) {
      const plans = await listPlans(ctx, page);
      const { items, nextCursor } = page.close(plans, ({ createdAt, id }) => ({ at: createdAt, id }));
      return { items: (await reportPlans(ctx, items)).map(presentPlan), nextCursor };
    },
  }),
  define.manage('createPlan', {
    tool: {
      title: 'Draft a plan',
      description:
        'Drafts a plan of questions × engines; cadence manual = one round on request. Buys nothing until a member activates it with one budget for all its answers. Then call start_round.',
    },
    summary: 'Save a plan as a draft',
    description: 'Buys nothing until a signed-in person activates it. Missing questions are saved for its engines.',
    errors: refusals,
    run: async (ctx, { body }) => onePlan(ctx, await createPlan(ctx, { ...body, questions: choiceOf(body.questions) })),
  }),
  define.read('readPlan', {
    summary: 'Read a plan, with the quote for a round and for thirty days',
    errors: refusals,
    tool: {
      title: 'Read a plan',
      description: 'A plan with the cost of a round and of thirty days, and the limits it exceeds.',
      brief: ['items', 'keyId', 'watchedAt'],
    },
    async run(ctx, { params }) {
      const plan = await findPlan(ctx, params.id);
      const quote = await quoteSavedPlan(ctx, plan);
      return { ...(await onePlan(ctx, plan)), quote: presentPlanQuote(quote) };
    },
  }),
  define.manage('changePlan', {
    summary: 'Change a plan; other questions or schedule create a new revision',
    description:
      'Rounds that have started keep their revision. Changing more than the name of an active plan also needs `evaluate`, and approves the questions selected now.',
    errors: refusals,
    async run(ctx, { params, body: { questions, worstCaseUsd, ...body } }) {
      const choice = questions === undefined ? {} : { questions: choiceOf(questions) };
      const worstCaseMicro = worstCaseUsd === undefined ? undefined : microOrNull(worstCaseUsd);
      return onePlan(ctx, await changePlan(ctx, { ...params, ...body, ...choice, worstCaseMicro }));
    },
  }),
  define.manage('archivePlan', {
    summary: 'Archive a plan and revoke its key; its rounds and answers stay',
    run: (ctx, { params }) => archivePlan(ctx, params),
  }),
  define.read('quotePlan', {
    isReadOnly: true,
    tool: {
      title: 'Quote a plan',
      description: 'Cost of a round and of thirty days of a plan, before it is saved. Free.',
      brief: ['items'],
      rarelyNeeded: true,
    },
    summary: 'Quote a plan before saving it',
    errors: refusals,
    async run(ctx, { body }) {
      const quote = await quotePlan(ctx, { ...body, questions: choiceOf(body.questions), maxAgeSeconds: 0 });
      return { quote: presentPlanQuote(quote) };
    },
  }),
  define.read('activatePlan', {
    summary: 'Activate a plan: set its spending limits and create its key',
    description: 'The key is limited to the rounds of the plan; the plan’s previous key is revoked.',
    errors: ['account_not_allowed'],
    async run(ctx, { params, body }) {
      const created = await activatePlan(ctx, {
        ...params,
        password: body.password,
        budgetMicroPerMonth: microOrNull(body.budgetUsdPerMonth),
        maxMicroPerRound: microOrNull(body.maxUsdPerRound),
        agentDays: body.agentDays,
        seen: seenOf(body),
      });
      const { plan, key, secret } = created;
      const { id, name, prefix, permissions } = key;
      const view = { id, name, prefix, permissions: [...permissions] };
      const quote = presentPlanQuote(await quoteSavedPlan(ctx, plan));
      return { ...(await onePlan(ctx, plan)), key: view, secret, quote };
    },
  }),
  define.manage('pausePlan', {
    summary: 'Pause a plan, including its open round',
    tool: {
      rarelyNeeded: true,
      title: 'Pause a plan',
      description: 'Pauses a plan: it asks nothing until resume_plan.',
    },
    run: async (ctx, { params }) => onePlan(ctx, await pausePlan(ctx, params)),
  }),
  define.manage('resumePlan', {
    summary: 'Resume a paused plan at its next due time; also needs `evaluate`',
    tool: {
      rarelyNeeded: true,
      title: 'Resume a plan',
      description:
        'Resumes a paused plan at its next due time; its rounds buy answers. Needs evaluate too. Read its revision and price first (read_plan).',
      openWorld: true,
    },
    run: async (ctx, { params, body }) => onePlan(ctx, await resumePlan(ctx, { ...params, seen: seenOf(body) })),
  }),
];
