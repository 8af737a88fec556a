import { z } from 'zod';
import { engineSettings, recoveries } from '../../domain/runs/engine.ts';
import { instant } from '../instant.ts';
import { quotedPriceSchema } from '../money/schemas.ts';

const seconds = z.number().min(0);
const honours = Object.fromEntries(engineSettings.map((setting) => [setting, z.boolean()])) as Record<
  (typeof engineSettings)[number],
  z.ZodBoolean
>;

/** One way to ask, as it is now in this deployment. */
export const engineSchema = z
  .strictObject({
    id: z.string().meta({ description: 'The value of `engine` everywhere.' }),
    label: z.string(),
    surface: z.string().meta({ description: 'Where its answers are made; `simulator` while it is simulated.' }),
    platform: z.string(),
    kind: z.enum(['api', 'surface']).meta({
      description: "`api`: its vendor's own API. `surface`: a consumer page that a third party reads.",
    }),
    vendor: z.string(),
    declared: z.boolean().meta({ description: 'v1 and every report count this engine unless another is asked for.' }),
    models: z.array(z.string()).meta({ description: 'Its default model and those that have answered here.' }),
    defaultModel: z.string().nullable().meta({ description: 'null: the vendor takes no model.' }),
    simulated: z.boolean(),
    state: z.enum(['ready', 'off']),
    offReason: z.string().nullable(),
    recovery: z.enum(recoveries).meta({ description: 'How a purchase whose reply was lost is found again.' }),
    recoveryNote: z.string(),
    canCancel: z.boolean(),
    honours: z.strictObject(honours).meta({ description: 'Settings that reach the vendor; any other is refused.' }),
    requires: z
      .array(z.enum(['country', 'language']))
      .meta({ description: 'Parts of the locale it cannot do without.' }),
    maxQuestionLength: z.int().min(1),
    usualSeconds: seconds,
    deadlineSeconds: seconds.meta({ description: 'From the reservation until a run is given up.' }),
    pollSeconds: seconds.meta({ description: 'Between two polls of an answer that takes its typical time.' }),
    price: quotedPriceSchema
      .nullable()
      .meta({ description: 'Of one answer of the default model, as a quote would say it here. null: not known.' }),
    lastSuccessAt: instant.nullable().meta({ description: 'Of the newest completed answer of this workspace.' }),
  })
  .meta({ id: 'Engine' });

export const engineProbeSchema = z
  .strictObject({
    engine: z.string(),
    ok: z.boolean().nullable().meta({ description: 'null: the engine has no free call for this.' }),
    message: z.string(),
    probedAt: instant,
  })
  .meta({ id: 'EngineProbe', description: 'What free calls say about credentials and credit. Nothing was bought.' });
