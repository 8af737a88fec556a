import { z } from 'zod';
import type { ReadingAccuracy } from '../../domain/audit/readingAccuracy.ts';
import { engineSettings, recoveries } from '../../domain/runs/engine.ts';
import { instant } from '../instant.ts';
import { quotedPriceSchema } from '../money/schemas.ts';
import { sameShape } from '../sameShape.ts';

const seconds = z.number().min(0);
const percent = z.number().min(0).max(100);
const honours = Object.fromEntries(engineSettings.map((setting) => [setting, z.boolean()])) as Record<
  (typeof engineSettings)[number],
  z.ZodBoolean
>;

/** An engine, with its current state in this deployment. */
export const engineSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Value of `engine` in all requests.' }),
    label: z.string(),
    surface: z.string().meta({ description: 'Where its answers are made; `simulator` while it is simulated.' }),
    platform: z.string(),
    kind: z.enum(['api', 'surface']).meta({
      description: "`api`: the vendor's own API. `surface`: a consumer page, read by a third party.",
    }),
    vendor: z.string(),
    declared: z.boolean().meta({ description: 'v1 and reports use this engine by default.' }),
    models: z.array(z.string()).meta({ description: 'Its default model and the models that have answered here.' }),
    defaultModel: z.string().nullable().meta({ description: 'null: the vendor accepts no model.' }),
    simulated: z.boolean(),
    state: z.enum(['ready', 'off']),
    offReason: z.string().nullable(),
    recovery: z.enum(recoveries).meta({ description: 'How a purchase with a lost reply is found.' }),
    recoveryNote: z.string(),
    canCancel: z.boolean(),
    honours: z.strictObject(honours).meta({ description: 'Settings passed to the vendor; others are refused.' }),
    requires: z.array(z.enum(['country', 'language'])).meta({ description: 'Required parts of the locale.' }),
    maxQuestionLength: z.int().min(1),
    usualSeconds: seconds,
    deadlineSeconds: seconds.meta({ description: 'From the reservation until a run is given up.' }),
    pollSeconds: seconds.meta({ description: 'Time between two polls of a typical answer.' }),
    price: quotedPriceSchema
      .nullable()
      .meta({ description: 'Quoted price of one answer of the default model. null: unknown.' }),
    readingAccuracy: sameShape<ReadingAccuracy>()(
      z.strictObject({ answers: z.int(), right: percent, lower: percent, upper: percent, wrong: percent }),
    )
      .nullable()
      .meta({
        description:
          'How the rules read labelled answers of this engine, in percent, with the 95 % interval of `right`. Below 90 the engine is read weakly. null: fewer than five were labelled.',
      }),
    lastSuccessAt: instant.nullable().meta({ description: 'Time of the newest completed answer in this workspace.' }),
  })
  .meta({ id: 'Engine' });

export const engineProbeSchema = z
  .strictObject({
    engine: z.string(),
    ok: z.boolean().nullable().meta({ description: 'null: the engine has no free call for this.' }),
    message: z.string(),
    probedAt: instant,
  })
  .meta({
    id: 'EngineProbe',
    description: 'Result of testing credentials and credit with free calls. Nothing was bought.',
  });
