import { z } from 'zod';
import type { QuestionRow } from '../../domain/visibility/promptVisibility.ts';
import type { Recommendation } from '../../domain/visibility/recommendations/rule.ts';
import type { Report } from '../../domain/visibility/runReport.ts';
import type { CitedUrl } from '../../domain/visibility/sources/topCitations.ts';
import { instant } from '../instant.ts';
import { sameShape } from '../sameShape.ts';
import { each } from '../schemas.ts';
import {
  averagePositionSchema,
  citedDomainSchema,
  count,
  interval,
  listingBasis,
  listingStatus,
  listOf,
  percentage,
  position,
  questionStabilitySchema,
  reportHead,
  runIds,
  runStatus,
  shareOfVoiceSchema,
  statusCountsSchema,
  visibilityScoreSchema,
} from './parts.ts';
import { shareAmongRivalsSchema } from './rivals.ts';

/** Wire shapes of the visibility reads; the overview's is in overview.ts. */

export const currentVisibilitySchema = sameShape<Report<'current'>>()(
  z
    .strictObject({
      ...reportHead,
      visibilityScore: visibilityScoreSchema,
      shareOfVoice: shareOfVoiceSchema,
      shareAmongRivals: shareAmongRivalsSchema.nullable(),
      averagePosition: averagePositionSchema,
      counts: statusCountsSchema,
    })
    .meta({ id: 'CurrentVisibility' }),
);

const citedUrlSchema = sameShape<CitedUrl>()(
  z
    .strictObject({
      url: z.string(),
      title: z.string().nullable(),
      domain: z.string(),
      owned: z.boolean(),
      answers: count,
      questions: count,
      retrievedOnly: count.meta({ description: 'Answers whose search returned it without the answer citing it.' }),
      runIds,
    })
    .meta({ id: 'CitedUrl' }),
);

export const topCitationsSchema = sameShape<Report<'citations'>>()(
  z
    .strictObject({
      ...reportHead,
      totals: z
        .strictObject({ citations: count, urls: count, domains: count, ownedCitations: count })
        .meta({ description: 'All citations, before the source filter.' }),
      citations: listOf(citedUrlSchema),
      domains: listOf(citedDomainSchema),
      retrievedOnly: listOf(citedUrlSchema),
    })
    .meta({ id: 'TopCitations' }),
);

const questionRowSchema = sameShape<QuestionRow>()(
  z
    .strictObject({
      caseId: z.string(),
      question: z.string(),
      latestStatus: runStatus.meta({ description: 'From the newest attempt, whatever its outcome.' }),
      targetStatus: listingStatus.nullable().meta({
        description: 'Status of the latest completed answer; null without one, like all fields down to `runId`.',
      }),
      targetBasis: listingBasis.nullable().meta({ description: 'Basis of the status.' }),
      candidates: z.array(z.string()).meta({ description: 'Names in that answer that may be the website.' }),
      position,
      observedAt: instant.nullable(),
      ...each(z.string().nullable(), 'model harnessVersion runId'),
      ...each(count, 'attempts completed listed known unknown'),
      listedRate: percentage,
      interval95: interval,
      stability: questionStabilitySchema.nullable(),
      failedAttemptsSince: count,
    })
    .meta({ id: 'QuestionVisibility' }),
);

export const promptVisibilitySchema = sameShape<Report<'prompts'>>()(
  z.strictObject({ ...reportHead, questions: listOf(questionRowSchema) }).meta({ id: 'PromptVisibility' }),
);

const recommendationSchema = sameShape<Recommendation>()(
  z
    .strictObject({
      ruleId: z.string(),
      ruleVersion: z.int().min(1),
      priority: z.int().min(1),
      severity: z.enum(['high', 'medium', 'low', 'info']),
      text: z.string(),
      questionIds: z.array(z.string()),
      question: z.string().nullable().meta({ description: 'Text of the question, for a suggestion about only one.' }),
      runIds: z.array(z.string()).max(20).meta({ description: 'At most 20; `totalRunIds` counts all.' }),
      totalRunIds: count,
      numbers: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
    })
    .meta({ id: 'Recommendation' }),
);

export const recommendationsSchema = sameShape<Report<'recommendations'>>()(
  z
    .strictObject({ ...reportHead, recommendations: listOf(recommendationSchema), note: z.string() })
    .meta({ id: 'VisibilityRecommendations' }),
);
