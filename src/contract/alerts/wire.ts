import { z } from 'zod';
import { destinationKinds } from '../../domain/alerts/alertDestination.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { idParams, lineOf, recordId } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';
import {
  alertComparisonSchema,
  alertDelivery,
  alertDestinationSchema,
  alertMessageSchema,
  alertRuleSchema,
  alertSchema,
  alertSubjectInput,
  directionInput,
  previewFactSchema,
  rulePowerSchema,
  signingSecret,
} from './schemas.ts';

const emptyBody = z.strictObject({});
const oneRule = z.strictObject({ rule: alertRuleSchema });
const address = lineOf(2_000).meta({
  description: 'An https address, or one email address. It is stored encrypted, and only its host is shown.',
});

/** Rules of alerts, the facts they reported, and their destinations. */
export const alertsWire = {
  listAlerts: wireShape({
    query: z.strictObject({ ruleId: recordId.optional(), ...pageQuery }),
    output: pageOfItems(alertSchema),
  }),
  listAlertRules: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(alertRuleSchema) }),
  createAlertRule: wireShape({
    body: z.strictObject({
      ...alertSubjectInput,
      name: alertDelivery.name,
      direction: directionInput.default('both'),
      destinationIds: alertDelivery.destinationIds.default([]),
      enabled: alertDelivery.enabled.default(true),
    }),
    output: oneRule,
    statuses: [201],
  }),
  readAlertRule: wireShape({
    params: idParams,
    output: z.strictObject({
      rule: alertRuleSchema,
      power: rulePowerSchema.nullable().meta({ description: 'null: the rule compares no periods.' }),
      looks: z.array(alertComparisonSchema),
    }),
  }),
  changeAlertRule: wireShape({ params: idParams, body: z.strictObject(alertDelivery).partial(), output: oneRule }),
  archiveAlertRule: wireShape({ params: idParams, ...noContent }),
  previewAlertRule: wireShape({
    body: z.strictObject({ ...alertSubjectInput, direction: directionInput.default('both') }),
    output: z
      .strictObject({
        from: instant,
        until: instant,
        items: z.array(previewFactSchema).meta({ description: 'Newest first.' }),
        looks: z.int().min(0).nullable().meta({ description: 'Comparisons of periods; null: the rule makes none.' }),
        note: z.string().nullable().meta({ description: 'Limitations of the saved history.' }),
        power: rulePowerSchema.nullable(),
      })
      .meta({ id: 'AlertPreview' }),
  }),
  resendAlert: wireShape({
    params: idParams,
    body: emptyBody,
    output: z.strictObject({ message: alertMessageSchema }),
  }),
  listAlertDestinations: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(alertDestinationSchema) }),
  testAlertDestination: wireShape({
    params: idParams,
    body: emptyBody,
    output: z.strictObject({
      alertId: z.string().meta({ description: 'Appears in listAlerts with its delivery attempts.' }),
    }),
    statuses: [202],
  }),
  createAlertDestination: wireShape({
    body: z.strictObject({ kind: z.enum(destinationKinds), name: lineOf(80), address }),
    output: z.strictObject({ destination: alertDestinationSchema, secret: signingSecret.nullable() }),
    statuses: [201],
  }),
  changeAlertDestination: wireShape({
    params: idParams,
    body: z.strictObject({ name: lineOf(80), address }).partial(),
    output: z.strictObject({ destination: alertDestinationSchema }),
  }),
  rotateAlertSecret: wireShape({
    params: idParams,
    body: emptyBody,
    output: z.strictObject({ destination: alertDestinationSchema, secret: signingSecret }),
  }),
  removeAlertDestination: wireShape({ params: idParams, ...noContent }),
};
