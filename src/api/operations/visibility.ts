import { z } from 'zod';
import { invalidField } from '../../domain/errors.ts';
import { sourceTypes } from '../../domain/visibility/scope.ts';
import {
  readCurrentVisibility,
  readPromptVisibility,
  readRecommendations,
  readTopCitations,
  readVisibilityOverview,
  type VisibilityQuery,
} from '../../services/readVisibility.ts';
import type { Ctx } from '../../services/world.ts';
import { defineOperation, type NoFields, type TypedOperation } from '../defineOperation.ts';
import type { Operation } from '../operation.ts';
import { visibilityOverviewSchema } from '../overviewSchema.ts';
import { recordId } from '../schemas.ts';
import {
  currentVisibilitySchema,
  promptVisibilitySchema,
  recommendationsSchema,
  topCitationsSchema,
} from '../visibilitySchemas.ts';

export const platforms = ['openai-web-search'] as const;

const date = z.iso.date().optional();

const query = z.strictObject({
  websiteId: recordId.meta({ description: 'Id from `/sites`.' }),
  startDate: date.meta({ description: 'Inclusive UTC date.' }),
  endDate: date.meta({ description: 'Inclusive UTC date.' }),
  platform: z.enum(platforms).optional(),
  sourceType: z.enum(sourceTypes).default('all').meta({ description: 'Filters lists of sources, never the scores.' }),
  limit: z.int().min(1).max(200).default(50),
  model: z.string().min(1).max(100).optional().meta({ description: 'Exact saved model.' }),
});

function visibilityQuery(given: z.infer<typeof query>): VisibilityQuery {
  const { websiteId, startDate = null, endDate = null, platform = null, model = null, sourceType, limit } = given;
  if (startDate !== null && endDate !== null && startDate > endDate) {
    throw invalidField('startDate', 'must not be after endDate');
  }
  return { websiteId, startDate, endDate, platform, model, sourceType, limit };
}

function visibilityRead<O extends z.ZodType>(entry: {
  id: string;
  path: string;
  tool: string;
  summary: string;
  description: string;
  output: O;
  read(ctx: Ctx, query: VisibilityQuery): Promise<z.input<O>>;
}): TypedOperation<NoFields, typeof query, NoFields, O> {
  const { id, path, tool, summary, description, output, read } = entry;
  return defineOperation<O, NoFields, typeof query>({
    id,
    method: 'GET',
    path,
    permission: 'read',
    tag: 'Visibility',
    summary,
    description: `${description} Reads saved open-web observations of one owned website and never starts a task.`,
    query,
    output,
    tools: [{ name: tool, title: summary, description }],
    async run(ctx, input) {
      return { status: 200, body: await read(ctx, visibilityQuery(input.query)) };
    },
  });
}

export const currentVisibilityOperation = visibilityRead({
  id: 'currentVisibility',
  path: '/visibility/current',
  tool: 'current_visibility',
  summary: 'Current visibility',
  description: 'Visibility score, share of voice and average position over the latest answer of each question.',
  output: currentVisibilitySchema,
  read: readCurrentVisibility,
});

export const visibilityOverviewOperation = visibilityRead({
  id: 'visibilityOverview',
  path: '/visibility/overview',
  tool: 'visibility_overview',
  summary: 'Visibility overview',
  description: 'Daily samples, leading domains, models, stability, sources, and a comparison with the window before.',
  output: visibilityOverviewSchema,
  read: readVisibilityOverview,
});

export const topCitationsOperation = visibilityRead({
  id: 'topCitations',
  path: '/visibility/citations',
  tool: 'top_citations',
  summary: 'Top cited URLs',
  description: 'The pages that the latest answers cite, owned or external, with the questions they serve.',
  output: topCitationsSchema,
  read: readTopCitations,
});

export const promptVisibilityOperation = visibilityRead({
  id: 'promptVisibility',
  path: '/visibility/prompts',
  tool: 'prompt_visibility',
  summary: 'Per-question visibility',
  description: 'One row a question: latest status, position, age, and how steady it is.',
  output: promptVisibilitySchema,
  read: readPromptVisibility,
});

export const visibilityRecommendationsOperation = visibilityRead({
  id: 'visibilityRecommendations',
  path: '/visibility/recommendations',
  tool: 'visibility_recommendations',
  summary: 'Recommended next steps',
  description: 'Deterministic suggestions tied to run ids. They promise no better position.',
  output: recommendationsSchema,
  read: readRecommendations,
});

export const visibilityOperations: readonly Operation[] = [
  currentVisibilityOperation,
  visibilityOverviewOperation,
  topCitationsOperation,
  promptVisibilityOperation,
  visibilityRecommendationsOperation,
];
