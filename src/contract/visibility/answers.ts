import { z } from 'zod';
import { bucketSizes } from '../../domain/visibility/buckets.ts';
import { type HistoryPoint, historyMarks } from '../../domain/visibility/history.ts';
import { attemptScopes } from '../../domain/visibility/scope.ts';
import { sameShape } from '../sameShape.ts';
import { each } from '../schemas.ts';
import { count, fraction, interval, percentage, position, questionKindsSchema, reportHead } from './parts.ts';

export const bucketSchema = z.enum(bucketSizes);
export const attemptScopeSchema = z.enum(attemptScopes);

const date = z.iso.date();

const countsShape = {
  listed: count,
  known: count.meta({ description: 'Answers with known target identity.' }),
  unknown: count,
  score: percentage,
  interval95: interval.meta({ description: 'Wilson 95 %, 0 to 100.' }),
};

const rivalSchema = z.strictObject({
  domain: z.string(),
  listed: count.meta({ description: 'Answers that name the domain.' }),
  answers: count,
  rate: percentage.meta({ description: 'Share of all answers, a lower bound because some names are unidentified.' }),
  interval95: interval,
});

const pointSchema = sameShape<HistoryPoint>()(
  z
    .strictObject({
      start: date,
      end: date.meta({ description: 'Inclusive.' }),
      partial: z.boolean().meta({ description: 'Cut by the period, or not yet over.' }),
      attempts: z
        .strictObject({
          matched: count,
          considered: count.meta({ description: 'Fewer than matched if only the newest 100 are counted.' }),
          ...each(count, 'completed failed cancelled active'),
        })
        .meta({ description: 'Considered attempts by status.' }),
      questions: count.meta({ description: 'Questions with a completed attempt.' }),
      noAnswer: count.meta({ description: 'Completed attempts whose page showed no answer; not part of any score.' }),
      ...countsShape,
      shareOfVoice: z.strictObject({ value: fraction, numerator: count, denominator: count, interval95: interval }),
      averagePosition: z.strictObject({ value: position, listed: count }),
      questionSet: z.string().meta({ description: 'Digest of the question ids: equal for equal sets.' }),
      ...each(z.array(z.string()), 'models harnessVersions readerVersions'),
      changed: z.array(z.enum(historyMarks)).meta({ description: 'Differences from the previous point.' }),
      steady: z.strictObject(countsShape).nullable().meta({
        description:
          'Figures over the questions answered at every complete point; null if this point lacks one of them.',
      }),
      rivals: z.array(rivalSchema),
    })
    .meta({ id: 'HistoryPoint' }),
);

const { website, window, engine, surface, simulated } = reportHead;

export const visibilityHistorySchema = z
  .strictObject({
    website,
    window,
    engine,
    surface,
    simulated,
    questionKinds: questionKindsSchema,
    bucket: bucketSchema,
    scope: attemptScopeSchema,
    model: z.string().nullable(),
    points: z
      .array(pointSchema)
      .meta({ description: 'Oldest first. Days, weeks or months without attempts have no point.' }),
    steady: z.strictObject({
      questions: count.meta({ description: 'Questions answered at every complete point.' }),
      of: count,
    }),
    leaders: z
      .array(z.strictObject({ domain: z.string(), appearances: count }))
      .meta({ description: 'Other domains that the answers name most often.' }),
  })
  .meta({ id: 'VisibilityHistory' });
