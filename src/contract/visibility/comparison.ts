import { z } from 'zod';
import type { DomainChange } from '../../domain/visibility/comparison/domainChanges.ts';
import type { V1Comparison } from '../../domain/visibility/comparison/v1.ts';
import type { NoiseFloor, UnpairedFallback, WindowComparison } from '../../domain/visibility/comparison/windows.ts';
import { sameShape } from '../sameShape.ts';
import { each } from '../schemas.ts';
import { count, fraction, interval, intervalSchema, runIds } from './parts.ts';

const points = z.number().min(-100).max(100).meta({ description: 'Percentage points.' });
const p = z.number().min(0).max(1);

const noiseFloorSchema = sameShape<NoiseFloor>()(
  z
    .strictObject({
      repeatPairs: count,
      flips: count,
      repeatsAveraged: z.number().min(1),
      percentagePoints: z.number().min(0).nullable(),
      meanJaccard: fraction,
      meanRankBiasedOverlap: fraction,
    })
    .meta({ id: 'NoiseFloor', description: 'Variation between answers when nothing has changed.' }),
);

const unpairedFallbackSchema = sameShape<UnpairedFallback>()(
  z
    .strictObject({
      currentScore: z.number().min(0).max(100),
      previousScore: z.number().min(0).max(100),
      difference: points,
      interval95: intervalSchema,
      warning: z.string(),
    })
    .meta({ id: 'UnpairedFallback' }),
);

const domainChangeSchema = sameShape<DomainChange>()(
  z
    .strictObject({
      domain: z.string(),
      ...each(count, 'paired gained lost'),
      p,
      adjustedP: p,
      verdict: z.enum(['increase', 'decrease', 'no_detectable_change']),
    })
    .meta({ id: 'DomainChange' }),
);

const verdict = z.enum(['increase', 'decrease', 'no_detectable_change', 'insufficient_data', 'not_comparable']);
const level = p.meta({
  description: 'Significance level of each comparison, which keeps false reports at or below 5 % overall.',
});
const looks = count.meta({
  description: 'Possible comparisons of this length over the saved answers, at most 12.',
});
const previousWindow = z.strictObject({ startDate: z.iso.date(), endDate: z.iso.date() });
const dropped = z.strictObject({
  ...each(count, 'model_changed harness_changed search_changed locale_changed unknown_identity'),
});
const description = 'Comparison with the previous period of equal length.';

/** Members after the figures, the same in both versions. */
const rest = {
  noiseFloor: noiseFloorSchema,
  unpairedFallback: unpairedFallbackSchema.nullable(),
  otherDomains: z.array(domainChangeSchema),
  questionIds: z.array(z.string()),
  runIds: z.strictObject({ current: runIds, previous: runIds }),
};

/** Difference that the comparison's verdict is based on. */
export const decidedDifference = {
  compared: count.meta({ description: 'Questions that the test compares.' }),
  topics: count.meta({
    description:
      'Topics of these questions. Questions of one topic change together, so the test treats topics as units.',
  }),
  repeated: count.meta({
    description:
      'Questions with several answers in a period. If 0, latest answers are compared; otherwise shares of all answers.',
  }),
  difference: points.nullable().meta({
    description: 'Tested difference: mean over the compared questions, in percentage points.',
  }),
  interval95: interval.meta({
    description:
      'Interval of the difference: the values that the same test does not reject. It excludes zero exactly if p < 0.05.',
  }),
  p: p.nullable().meta({ description: 'p of the sign-flip test; without repeats, of McNemar’s exact test.' }),
};

export const windowComparisonSchema = sameShape<WindowComparison>()(
  z
    .strictObject({
      previousWindow,
      verdict,
      reason: z.string(),
      looks,
      level,
      ...decidedDifference,
      paired: count.meta({
        description: 'Questions whose latest answer is known in both periods with the same setup.',
      }),
      unpaired: count,
      dropped,
      gained: count
        .nullable()
        .meta({ description: 'Paired questions whose latest answers started listing the website.' }),
      lost: count
        .nullable()
        .meta({ description: 'Paired questions whose latest answers stopped listing the website.' }),
      ...rest,
    })
    .meta({ id: 'WindowComparison', description }),
);

export const v1ComparisonSchema = sameShape<V1Comparison>()(
  z
    .strictObject({
      previousWindow,
      verdict,
      reason: z.string(),
      looks,
      level,
      paired: count.meta({ description: 'Questions known in both periods with the same setup.' }),
      unpaired: count,
      dropped,
      gained: count.nullable(),
      lost: count.nullable(),
      difference: points.nullable(),
      interval95: interval,
      mcnemarP: p.nullable(),
      repeats: z.strictObject({ questions: count, compared: count, meanDifference: points, signFlipP: p }).nullable(),
      ...rest,
    })
    .meta({ id: 'WindowComparison', description }),
);
