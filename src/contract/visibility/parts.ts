import { z } from 'zod';
import type { Identity } from '../../domain/identity/mentions.ts';
import { type Decision, type ListingStatus, noBases, unknownReasons } from '../../domain/marks/listingDecision.ts';
import { runStatuses } from '../../domain/runs/run.ts';
import type { Interval } from '../../domain/statistics/interval.ts';
import type { AveragePosition, VisibilityScore } from '../../domain/visibility/listingScore.ts';
import type { NoAnswerRate } from '../../domain/visibility/noAnswerRate.ts';
import { brandedChoices, type QuestionKinds } from '../../domain/visibility/questionKinds.ts';
import type { Comparability, ReportHead } from '../../domain/visibility/reportHead.ts';
import { attemptScopes, sourceTypes } from '../../domain/visibility/scope.ts';
import type { ShareOfVoice, StatusCounts } from '../../domain/visibility/scoreOfCounts.ts';
import type { CitedDomain } from '../../domain/visibility/sources/topCitations.ts';
import type { QuestionStability } from '../../domain/visibility/stability.ts';
import { sameShape } from '../sameShape.ts';
import { each } from '../schemas.ts';

/** Parts that several visibility reads share. Names end in their kind: a count, a percentage (0–100), or a share of 1. */

export const count = z.int().min(0);
export const percentage = z
  .number()
  .min(0)
  .max(100)
  .nullable()
  .meta({ description: '0 to 100; null when unmeasured.' });
export const fraction = z.number().min(0).max(1).nullable().meta({ description: '0 to 1; null when unmeasured.' });
export const position = z.number().min(1).nullable().meta({
  description: 'One-based place in a saved answer; null where the website is not listed.',
});
export const runIds = z.array(z.string()).meta({ description: 'Runs used for this figure, in code-unit order.' });
export const runStatus = z.enum(runStatuses);
export const listingStatus = sameShape<ListingStatus>()(z.enum(['listed', 'not_listed', 'unknown']));

export const identityBasis = sameShape<Identity['basis']>()(
  z.enum(['owner_name', 'owner_word', 'explicit_url', 'source_home', 'other_answers', 'unknown']),
);
export const listingBasis = sameShape<Decision['basis']>()(
  z.enum(['owner_name', 'owner_word', 'explicit_url', 'source_home', 'other_answers', ...noBases, ...unknownReasons]),
);

export const intervalSchema = sameShape<Interval>()(
  z.strictObject({ lower: z.number(), upper: z.number() }).meta({
    id: 'Interval',
    description: 'Both ends are included. In the unit of the value next to it.',
  }),
);
export const interval = intervalSchema.nullable();

const utcDate = z.iso.date();

const comparabilitySchema = sameShape<Comparability>()(
  z
    .strictObject({ models: z.array(z.string()), harnessVersions: z.array(z.string()), mixed: z.boolean() })
    .meta({ id: 'Comparability', description: 'Setup of the answers used; `mixed` if their setups differ.' }),
);

/** Attempts in v1, whose engine always shows an answer. */
const v1CoverageSchema = z
  .strictObject({
    attemptsConsidered: count,
    attemptsMatched: count.nullable().meta({ description: 'null when more attempts match than are considered.' }),
    truncated: z.boolean().meta({ description: 'More attempts match than the newest 100.' }),
    ...each(count, 'completed failed cancelled active questions questionsAnswered'),
  })
  .meta({ id: 'VisibilityCoverage' });

const noAnswerSchema = sameShape<NoAnswerRate>()(
  z
    .strictObject({
      questions: count.meta({ description: 'Questions whose newest completed attempt showed no answer.' }),
      of: count.meta({ description: 'Questions with a completed attempt.' }),
      rate: percentage,
      interval95: intervalSchema.nullable().meta({ description: 'Wilson 95 %, 0 to 100.' }),
      runIds,
    })
    .meta({
      id: 'NoAnswerRate',
      description: 'Pages that were read correctly but show no answer; not part of any score.',
    }),
);

export const questionKindsSchema = sameShape<QuestionKinds>()(
  z
    .strictObject({
      tag: z.string().nullable(),
      choice: z.enum(brandedChoices),
      branded: count.meta({ description: 'Questions asked in the period that name the website.' }),
      others: count.meta({ description: 'The other questions asked in it.' }),
    })
    .meta({ id: 'QuestionKinds', description: 'Counted questions, with the number of each kind.' }),
).nullable();

const coverageSchema = sameShape<ReportHead['coverage']>()(
  v1CoverageSchema
    .extend({
      scope: z.enum(attemptScopes).meta({ description: 'The newest 100 attempts of the period, or all.' }),
      attemptsRead: count.meta({
        description:
          'Newest attempts read individually, in addition to the latest answer of each question. Figures about repeats use these.',
      }),
      noAnswer: noAnswerSchema,
      questionKinds: questionKindsSchema,
    })
    .meta({ id: 'VisibilityCoverage' }),
);

/** Head of every visibility report, before its own part. */
export const reportHead = {
  website: z.strictObject({ id: z.string(), domain: z.string() }),
  window: z
    .strictObject({ startDate: utcDate.nullable(), endDate: utcDate.nullable() })
    .meta({ id: 'VisibilityWindow', description: 'Inclusive UTC dates; null is open.' }),
  filters: z
    .strictObject({
      platform: z.string().nullable(),
      model: z.string().nullable(),
      sourceType: z.enum(sourceTypes),
      limit: z.int().min(1).max(200),
    })
    .meta({ id: 'VisibilityFilters' }),
  engine: z.string(),
  surface: z.string(),
  simulated: z.boolean().meta({ description: 'The bundled simulator answered: these are not measurements.' }),
  coverage: coverageSchema,
  comparability: comparabilitySchema,
  reading: z.string().meta({ description: 'Notes on interpreting these positions and shares.' }),
};
sameShape<ReportHead>()(z.strictObject(reportHead));

type V1Shape<Shape> = Omit<Shape, 'engine' | 'surface' | 'shareAmongRivals' | 'coverage'> & {
  coverage: typeof v1CoverageSchema;
};

/** Converts a report's schema to v1, which names no engine and has fewer members of coverage. */
export function asV1<Shape extends typeof reportHead>(
  schema: z.ZodObject<Shape, z.core.$strict>,
): z.ZodObject<V1Shape<Shape>, z.core.$strict> {
  const input: typeof schema.shape & { shareAmongRivals?: unknown } = schema.shape;
  const { engine: _engine, surface: _surface, shareAmongRivals: _among, ...shape } = input;
  const described = z
    .strictObject({ ...(shape as z.core.$ZodShape), coverage: v1CoverageSchema })
    .meta(schema.meta() ?? {});
  return described as unknown as z.ZodObject<V1Shape<Shape>, z.core.$strict>;
}

export const visibilityScoreSchema = sameShape<VisibilityScore>()(
  z
    .strictObject({
      value: percentage,
      numerator: count.meta({ description: 'Answers that list the website.' }),
      denominator: count.meta({ description: 'Answers with known target identity.' }),
      excludedUnknown: count.meta({ description: 'Answers left out because their names are unknown.' }),
      knownByOwnerWord: count.meta({
        description: 'Answers in the denominator that are known only through the owner’s statements about names.',
      }),
      noBases: z.record(z.enum(noBases), count).meta({
        description:
          'Reasons for not listed: every name identified as another company, by proof or by you; some names unknown, ' +
          "none of which can be the website's; the website advised against; no recommendation at all.",
      }),
      interval95: interval.meta({ description: 'Wilson 95 %, 0 to 100.' }),
      worstCaseBounds: interval.meta({
        description: 'Score if all unknown answers were a no, or all a yes; 0 to 100.',
      }),
      openNameBounds: interval.meta({
        description: 'The same, also counting every no based only on a name as undecided.',
      }),
      runIds,
    })
    .meta({ id: 'VisibilityScore' }),
);

export const shareOfVoiceSchema = sameShape<ShareOfVoice>()(
  z
    .strictObject({
      value: fraction,
      numerator: count,
      denominator: count.meta({ description: 'Appearances of all identified domains, each once per answer.' }),
      interval95: interval,
      runIds,
    })
    .meta({ id: 'ShareOfVoice' }),
);

export const averagePositionSchema = sameShape<AveragePosition>()(
  z
    .strictObject({
      ...each(position, 'value median min max'),
      listed: count,
      runIds,
      note: z.string(),
    })
    .meta({ id: 'AveragePosition', description: 'Over answers that list the website.' }),
);

export const statusCountsSchema = sameShape<StatusCounts>()(
  z
    .strictObject({ known: count, unknown: count, listed: count, notListed: count, answers: count })
    .meta({ id: 'StatusCounts' }),
);

export const questionStabilityShape = {
  answers: count,
  pairs: count,
  ...each(fraction, 'meanJaccard meanRankBiasedOverlap sameFirstShare'),
  meanListLength: z.number().min(0),
  listed: count,
  known: count,
  listedRate: percentage,
  interval95: interval,
};
export const questionStabilitySchema = sameShape<QuestionStability>()(
  z.strictObject(questionStabilityShape).meta({
    id: 'QuestionStability',
    description: 'Agreement of repeated answers to one question with one setup.',
  }),
);

/** A list cut at the limit, with the total number of rows. */
export function listOf<S extends z.ZodType>(row: S) {
  return z.strictObject({ total: count, rows: z.array(row) });
}

export const citedDomainSchema = sameShape<CitedDomain>()(
  z
    .strictObject({
      domain: z.string(),
      owned: z.boolean(),
      ...each(count, 'urls answers questions citations'),
      share: z.number().min(0).max(1).meta({ description: 'Share of all citations, whatever the source filter.' }),
      runIds,
    })
    .meta({ id: 'CitedDomain' }),
);
