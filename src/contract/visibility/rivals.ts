import { z } from 'zod';
import type { RivalReport } from '../../domain/visibility/rivals/report.ts';
import type { RivalStanding, ShareAmongRivals } from '../../domain/visibility/rivals/rivals.ts';
import type { Report } from '../../domain/visibility/runReport.ts';
import { instant } from '../instant.ts';
import { sameShape } from '../sameShape.ts';
import { each } from '../schemas.ts';
import {
  averagePositionSchema,
  count,
  fraction,
  interval,
  listOf,
  percentage,
  position,
  reportHead,
  shareOfVoiceSchema,
} from './parts.ts';

export const rivalSchema = z
  .strictObject({
    domain: z.string(),
    name: z.string(),
    names: z.array(z.string()).meta({ description: 'Names that the owner assigned to its domain.' }),
  })
  .meta({ id: 'Rival' });

export const shareAmongRivalsSchema = sameShape<ShareAmongRivals>()(
  shareOfVoiceSchema
    .extend({ rivals: count })
    .meta({ id: 'ShareAmongRivals', description: 'Share among only the website and its declared rivals.' }),
);

const standingSchema = sameShape<RivalStanding>()(
  z
    .strictObject({
      domain: z.string(),
      name: z.string(),
      appearances: count.meta({ description: 'Answers that recommend it.' }),
      answers: count,
      rate: percentage.meta({
        description: 'Share of all answers, a lower bound because some names are unidentified.',
      }),
      interval95: interval,
      share: fraction.meta({ description: 'Share of the appearances of all identified domains.' }),
      shareAmongRivals: fraction.meta({
        description: 'Share of the appearances of the website and its declared rivals.',
      }),
      averagePosition: position,
      paired: count.meta({ description: 'Answers with a known verdict for both.' }),
      onlyRival: count,
      onlyOwn: count,
      difference: z
        .number()
        .min(-100)
        .max(100)
        .nullable()
        .meta({ description: "The website's rate minus the rival's over the paired answers, in percentage points." }),
      differenceInterval95: interval,
      adjustedP: z.number().min(0).max(1).nullable().meta({
        description: 'Exact McNemar test, corrected for all rivals tested; null: too few answers differ.',
      }),
      verdict: z.enum(['rival_listed_more', 'own_listed_more', 'no_detectable_difference', 'insufficient_data']),
    })
    .meta({ id: 'RivalStanding' }),
);

export const rivalVisibilitySchema = sameShape<Report<'rivals'>>()(
  z
    .strictObject({
      ...reportHead,
      shareOfVoice: shareOfVoiceSchema,
      shareAmongRivals: shareAmongRivalsSchema.nullable().meta({ description: 'null: no rival is declared.' }),
      rivals: z.array(standingSchema),
      suggestions: z
        .array(
          z.strictObject({
            domain: z.string(),
            appearances: count,
            answers: count,
            averagePosition: z.number().min(1),
          }),
        )
        .meta({ description: 'Domains that the answers name most often, neither declared nor dismissed.' }),
    })
    .meta({ id: 'RivalVisibility' }),
);

export const rivalReportSchema = sameShape<RivalReport>()(
  z
    .strictObject({
      ...reportHead,
      standing: standingSchema,
      positions: averagePositionSchema,
      withoutUs: listOf(
        z.strictObject({
          ...each(z.string(), 'caseId question runId'),
          observedAt: instant.nullable(),
          position: z.int().min(1),
          ownStatus: z.enum(['not_listed', 'unknown']),
        }),
      ).meta({ description: 'Latest answers that recommend the rival but not the website.' }),
      sources: listOf(
        z.strictObject({
          url: z.string(),
          title: z.string().nullable(),
          domain: z.string(),
          owned: z.boolean(),
          answers: count.meta({ description: 'Answers that recommend the rival and cite the page.' }),
          atName: count.meta({ description: 'Answers in which the citation is attached to its name.' }),
          withUs: count.meta({ description: 'Answers that recommend the website and cite the page.' }),
        }),
      ),
    })
    .meta({ id: 'RivalReport' }),
);
