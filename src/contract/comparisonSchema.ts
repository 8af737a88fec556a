import { z } from 'zod';
import type { DomainChange } from '../domain/visibility/domainChanges.ts';
import type { NoiseFloor, UnpairedFallback, WindowComparison } from '../domain/visibility/windowComparison.ts';
import { sameShape } from './sameShape.ts';
import { count, fraction, interval, intervalSchema, runIds } from './visibilityParts.ts';

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
    .meta({ id: 'NoiseFloor', description: 'How much answers differ although nothing was changed.' }),
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
      paired: count,
      gained: count,
      lost: count,
      p,
      adjustedP: p,
      verdict: z.enum(['increase', 'decrease', 'no_detectable_change']),
    })
    .meta({ id: 'DomainChange' }),
);

export const windowComparisonSchema = sameShape<WindowComparison>()(
  z
    .strictObject({
      previousWindow: z.strictObject({ startDate: z.iso.date(), endDate: z.iso.date() }),
      verdict: z.enum(['increase', 'decrease', 'no_detectable_change', 'insufficient_data', 'not_comparable']),
      reason: z.string(),
      looks: count.meta({ description: 'Comparisons of this length that the saved answers allow so far, at most 12.' }),
      level: p.meta({ description: 'Level of each look, so that all of them together call falsely at most 5 %.' }),
      paired: count.meta({ description: 'Questions known in both periods with the same setup.' }),
      unpaired: count,
      dropped: z.strictObject({
        model_changed: count,
        harness_changed: count,
        search_changed: count,
        locale_changed: count,
        unknown_identity: count,
      }),
      gained: count.nullable(),
      lost: count.nullable(),
      difference: points.nullable(),
      interval95: interval,
      mcnemarP: p.nullable(),
      repeats: z.strictObject({ questions: count, compared: count, meanDifference: points, signFlipP: p }).nullable(),
      noiseFloor: noiseFloorSchema,
      unpairedFallback: unpairedFallbackSchema.nullable(),
      otherDomains: z.array(domainChangeSchema),
      questionIds: z.array(z.string()),
      runIds: z.strictObject({ current: runIds, previous: runIds }),
    })
    .meta({ id: 'WindowComparison', description: 'Against the period of equal length before this one.' }),
);
