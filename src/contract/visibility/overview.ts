import { z } from 'zod';
import type { NameByOtherAnswers } from '../../domain/marks/namesByOtherAnswers.ts';
import type { UnresolvedName } from '../../domain/marks/unresolvedNames.ts';
import type { PanelPower } from '../../domain/visibility/comparison/panelPower.ts';
import type { DailySample } from '../../domain/visibility/dailySamples.ts';
import type { ModelSplit } from '../../domain/visibility/modelSplit.ts';
import type { PeriodRate } from '../../domain/visibility/periodRate.ts';
import type { QuestionCoverage } from '../../domain/visibility/questionCoverage.ts';
import type { DomainStanding } from '../../domain/visibility/rivals/domainLeaderboard.ts';
import type { Report } from '../../domain/visibility/runReport.ts';
import type { CitationIntegrity } from '../../domain/visibility/sources/citationIntegrity.ts';
import type { SourceConcentration, SourceOverlap } from '../../domain/visibility/sources/sourceUse.ts';
import type { PanelStability } from '../../domain/visibility/stability.ts';
import type { DetectableChange } from '../../domain/visibility/visibilityOverview.ts';
import { sameShape } from '../sameShape.ts';
import { each } from '../schemas.ts';
import { v1ComparisonSchema, windowComparisonSchema } from './comparison.ts';
import {
  averagePositionSchema,
  count,
  fraction,
  interval,
  listOf,
  percentage,
  position,
  questionStabilityShape,
  reportHead,
  runIds,
  shareOfVoiceSchema,
  statusCountsSchema,
  visibilityScoreSchema,
} from './parts.ts';
import { shareAmongRivalsSchema } from './rivals.ts';

const questionCoverageSchema = sameShape<QuestionCoverage>()(
  z
    .strictObject({
      savedQuestions: count.nullable(),
      answered: count,
      answeredShare: z.number().min(0).nullable().meta({
        description: 'Above 1 if answered questions were archived later.',
      }),
      known: count,
      knownShare: fraction,
      medianAgeSeconds: z.number().nullable(),
    })
    .meta({ id: 'QuestionCoverage' }),
);

const dailySampleSchema = sameShape<DailySample>()(
  z
    .strictObject({
      date: z.iso.date(),
      questionCount: count,
      models: z.array(z.string()),
      harnessVersions: z.array(z.string()),
      ...each(count, 'listed known unknown'),
      score: percentage,
      interval95: interval,
      questionsDiffer: z
        .boolean()
        .nullable()
        .meta({ description: 'Change from the previous sample; null for the first.' }),
      setupDiffers: z
        .boolean()
        .nullable()
        .meta({ description: 'Change from the previous sample; null for the first.' }),
      runIds,
    })
    .meta({ id: 'DailySample', description: 'Days are samples and do not form a controlled trend.' }),
);

const domainStandingSchema = sameShape<DomainStanding>()(
  z
    .strictObject({
      domain: z.string(),
      own: z.boolean(),
      appearances: count,
      share: z.number().min(0).max(1),
      averagePosition: z.number().min(1),
      runIds,
    })
    .meta({ id: 'DomainStanding' }),
);

const modelSplitSchema = sameShape<ModelSplit>()(
  z
    .strictObject({
      model: z.string().nullable(),
      ...each(count, 'questionsAnswered listed known unknown'),
      score: percentage,
      interval95: interval,
      shareOfVoice: fraction,
      averagePosition: position,
    })
    .meta({ id: 'ModelSplit' }),
);

const panelStabilitySchema = sameShape<PanelStability>()(
  z
    .strictObject({
      questionsRepeated: count,
      ...each(fraction, 'meanJaccard meanRankBiasedOverlap meanSameFirstShare'),
      questions: z.array(z.strictObject({ caseId: z.string(), question: z.string(), ...questionStabilityShape })),
    })
    .meta({ id: 'PanelStability' }),
);

const overlap = z.strictObject({ pairs: count, meanJaccard: fraction }).meta({ id: 'Overlap' });

const sourceOverlapSchema = sameShape<SourceOverlap>()(
  z.strictObject({ betweenRepeats: overlap, betweenQuestions: overlap, betweenModels: overlap }),
);

const sourceConcentrationSchema = sameShape<SourceConcentration>()(
  z
    .strictObject({
      citations: count,
      domains: count,
      herfindahl: z.number().min(0).nullable().meta({ description: '1 when one domain supplies every citation.' }),
      topFiveShare: fraction,
      oneOffShare: fraction,
    })
    .meta({ id: 'SourceConcentration' }),
);

const citationIntegritySchema = sameShape<CitationIntegrity>()(
  z
    .strictObject({
      ...each(count, 'cited returned dropped'),
      droppedByReason: z.record(z.string(), count),
      mentions: count,
      ...each(fraction, 'citedMentionShare noSearchShare searchUnrecordedShare'),
    })
    .meta({
      id: 'CitationIntegrity',
      description: 'A citation is what the provider returned, not proof that the page agrees.',
    }),
);

const unresolvedNameSchema = sameShape<UnresolvedName>()(
  z
    .strictObject({
      name: z.string(),
      answers: count,
      runIds,
      beginsWithRegistered: z.boolean().meta({ description: 'It begins with a name that matches only exactly.' }),
      mayBeOwn: z
        .boolean()
        .meta({ description: 'So similar to a registered name that its answers do not count as a no.' }),
    })
    .meta({
      id: 'UnresolvedName',
      description: 'No evidence links this name to a domain.',
    }),
);

const learnedNameSchema = sameShape<NameByOtherAnswers>()(
  z
    .strictObject({
      name: z.string(),
      domain: z.string(),
      own: z.boolean(),
      evidenceAnswers: count.meta({
        description: 'Other saved answers that link the name to this domain and no other.',
      }),
      evidenceRunIds: z.array(z.string()).meta({ description: 'The newest of them, at most 20.' }),
      answers: count,
      runIds,
    })
    .meta({ id: 'NameByOtherAnswers', description: 'Identified only by other answers.' }),
);

const detectableChangeSchema = sameShape<DetectableChange>()(
  z
    .strictObject({ questions: count, expectedChanged: count.nullable(), percentagePoints: percentage })
    .meta({ id: 'DetectableChange', description: 'Smallest net change that a later period could detect.' }),
);

export const panelPowerSchema = sameShape<PanelPower>()(
  z
    .strictObject({
      questions: count,
      topics: count.meta({ description: 'Topics of these questions. Questions of one topic change together.' }),
      repeats: z.number().min(1),
      flipRate: z.number().min(0).max(1),
      flipRateBasis: z.enum(['measured', 'assumed']),
      level: z.number().min(0).max(1),
      percentagePoints: percentage,
      larger: z
        .strictObject({ questions: count, repeats: count, percentagePoints: z.number().min(0).max(100) })
        .nullable(),
    })
    .meta({ id: 'PanelPower', description: 'Change that a comparison of these questions detects four times in five.' }),
);

const periodRateSchema = sameShape<PeriodRate>()(
  z
    .strictObject({
      value: percentage,
      ...each(count, 'listed known questions days'),
      interval95: interval.meta({ description: 'Questions are the independent units; 95 %, 0 to 100.' }),
    })
    .meta({
      id: 'PeriodRate',
      description:
        'Share of listings over the whole period, from the latest answer of each question on each day. The visibility score covers only the newest answers.',
    }),
);

export const visibilityOverviewSchema = sameShape<Report<'overview'>>()(
  z
    .strictObject({
      ...reportHead,
      visibilityScore: visibilityScoreSchema,
      periodRate: periodRateSchema.nullable(),
      shareOfVoice: shareOfVoiceSchema,
      shareAmongRivals: shareAmongRivalsSchema.nullable(),
      averagePosition: averagePositionSchema,
      counts: statusCountsSchema,
      questionCoverage: questionCoverageSchema,
      dailySamples: z.array(dailySampleSchema),
      domains: listOf(domainStandingSchema),
      models: z.array(modelSplitSchema),
      stability: panelStabilitySchema,
      sourceOverlap: sourceOverlapSchema,
      sourceConcentration: sourceConcentrationSchema,
      citationIntegrity: citationIntegritySchema,
      unresolvedNames: listOf(unresolvedNameSchema),
      learnedNames: listOf(learnedNameSchema),
      detectableChange: detectableChangeSchema,
      panelPower: panelPowerSchema,
      comparison: windowComparisonSchema.nullable(),
      comparisonMissing: z.string().nullable().meta({ description: 'Reason for a missing comparison.' }),
    })
    .meta({ id: 'VisibilityOverview' }),
);

const v1PanelPowerSchema = panelPowerSchema.omit({ topics: true }).meta(panelPowerSchema.meta() ?? {});

/** Overview in v1, with the comparison of the latest answers. */
export const v1OverviewSchema = visibilityOverviewSchema
  .omit({ periodRate: true })
  .extend({ comparison: v1ComparisonSchema.nullable(), panelPower: v1PanelPowerSchema })
  .meta({ id: 'VisibilityOverview' });
