import { z } from 'zod';
import { destinationKinds } from '../../domain/alerts/alertDestination.ts';
import { alertKinds, kindOf, kindsWhich } from '../../domain/alerts/alertKinds.ts';
import { alertDirections, comparedDays } from '../../domain/alerts/alertRule.ts';
import { instant } from '../instant.ts';
import { lineOf, recordId } from '../schemas.ts';
import { panelPowerSchema } from '../visibility/overview.ts';

const kind = z.enum(alertKinds).meta({
  description: `Told when: ${alertKinds.map((kind) => `\`${kind}\`: ${kindOf(kind).sentWhen}`).join('. ')}.`,
});
const periodDays = z.literal(comparedDays);

/** Subject of a rule: it never changes. */
export const alertSubjectInput = {
  kind,
  websiteId: recordId.optional().meta({
    description: `Required for ${kindsWhich(({ website }) => website === 'needed')}; optional for ${kindsWhich(({ website }) => website === 'optional')}.`,
  }),
  engine: lineOf(40).optional().meta({ description: 'Id of an engine; default for comparisons: the declared engine.' }),
  periodDays: periodDays.optional().meta({
    description: 'For `visibility_change`: days in each compared period. Default: 7.',
  }),
};

export const directionInput = z
  .enum(alertDirections)
  .meta({ description: 'For `visibility_change`: which changes are reported.' });

/** Settings for how a rule reports, which may change. */
export const alertDelivery = {
  name: lineOf(80),
  direction: directionInput,
  destinationIds: z
    .array(recordId)
    .max(20)
    .meta({ description: 'Where its messages go; none: they stand in the log.' }),
  enabled: z.boolean(),
};

export const alertRuleSchema = z
  .strictObject({
    id: z.string(),
    kind: z.enum(alertKinds),
    name: z.string(),
    websiteId: z.string().nullable(),
    engine: z.string().nullable(),
    periodDays: z.int().nullable(),
    direction: z.enum(alertDirections),
    destinationIds: z.array(z.string()),
    enabled: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'AlertRule', description: 'Event, subject and destinations of the rule.' });

export const rulePowerSchema = z
  .strictObject({
    looksInQuarter: z.int().min(1),
    level: z.number().min(0).max(1).meta({
      description: 'Significance level of each evaluation. Over a quarter, false reports stay at or below 5 %.',
    }),
    panel: panelPowerSchema
      .nullable()
      .meta({ description: 'null: neither the last complete period nor the current one has answers.' }),
  })
  .meta({ id: 'AlertRulePower', description: 'Detectable change of a rule that compares periods.' });

export const alertComparisonSchema = z
  .strictObject({
    periodEnd: z.iso.date(),
    lookedAt: instant,
    verdict: z.enum(['increase', 'decrease', 'no_detectable_change', 'insufficient_data', 'not_comparable']),
    p: z.number().min(0).max(1).nullable(),
    level: z.number().min(0).max(1),
    paired: z.int().min(0),
  })
  .meta({ id: 'AlertLook', description: 'One evaluation of a period by a rule, with or without a finding.' });

const figures = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const factShape = {
  kind: z.enum([...alertKinds, 'test']),
  websiteId: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  figures: figures.meta({ description: 'Its evidence at that time.' }),
  runIds: z.array(z.string()),
  url: z.string().meta({ description: 'Where the web app shows it.' }),
  simulated: z.boolean(),
};

export const previewFactSchema = z.strictObject({ at: instant, ...factShape }).meta({ id: 'AlertPreviewFact' });

const alertTrySchema = z.strictObject({
  number: z.int().min(1),
  beganAt: instant,
  endedAt: instant.nullable(),
  outcome: z.enum(['delivered', 'failed']).nullable().meta({
    description: 'null: in progress, or its process died and will be retried.',
  }),
  status: z.int().nullable().meta({ description: 'HTTP or SMTP response of the receiver.' }),
  reason: z.string().nullable(),
  durationMs: z.int().min(0).nullable(),
});

export const alertMessageSchema = z
  .strictObject({
    id: z.string().meta({ description: 'The same for every attempt; sent as `webhook-id` to webhooks.' }),
    destinationId: z.string(),
    destinationName: z.string().nullable(),
    destinationKind: z.enum(destinationKinds).nullable(),
    state: z.enum(['waiting', 'delivered', 'failed', 'dropped']).meta({
      description: '`failed`: gave up after a day of attempts. `dropped`: its destination was removed.',
    }),
    nextTryInSeconds: z.int().min(0).nullable(),
    tries: z.array(alertTrySchema),
  })
  .meta({ id: 'AlertMessage' });

export const alertSchema = z
  .strictObject({
    id: z.string(),
    ruleId: z.string().nullable().meta({ description: 'null: a test message.' }),
    ruleName: z.string().nullable(),
    at: instant,
    ...factShape,
    messages: z.array(alertMessageSchema),
  })
  .meta({ id: 'Alert', description: 'A report of a rule, with its evidence and its destinations.' });

export const alertDestinationSchema = z
  .strictObject({
    id: z.string(),
    kind: z.enum(destinationKinds),
    name: z.string(),
    shown: z.string().meta({ description: 'Displayable part of the address, because addresses contain secrets.' }),
    readable: z.boolean().meta({
      description: 'false: the server’s secret changed; enter the address again.',
    }),
    createdAt: instant,
    secretMadeAt: instant.nullable(),
  })
  .meta({ id: 'AlertDestination' });

export const signingSecret = z.string().meta({
  description: 'Signing secret of Standard Webhooks; shown in this answer only.',
});
