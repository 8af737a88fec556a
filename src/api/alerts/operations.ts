import {
  changeAlertDestination,
  createAlertDestination,
  listAlertDestinations,
  removeAlertDestination,
  rotateAlertSecret,
  testAlertDestination,
} from '../../services/alerts/alertDestinations.ts';
import { archiveRule, changeRule, createRule, listRules, readRule } from '../../services/alerts/alertRules.ts';
import { listAlerts, resendMessage } from '../../services/alerts/listAlerts.ts';
import { previewRule } from '../../services/alerts/previewAlerts.ts';
import { type Operation, operationsOf } from '../operation.ts';
import {
  presentAlert,
  presentAlertComparison,
  presentAlertMessage,
  presentAlertRule,
  presentDestination,
  presentPreviewFact,
  presentRulePower,
} from './present.ts';

const define = operationsOf('Alerts');

const refusals = ['engine_unavailable'] as const;

const positionOfMade = ({ createdAt, id }: { createdAt: string; id: string }) => ({ at: createdAt, id });

export const alertsOperations: readonly Operation[] = [
  define.read('listAlerts', {
    tool: {
      title: 'List alerts',
      description: 'Alerts, newest first, with their destinations.',
      rarelyNeeded: true,
    },
    summary: 'List alerts, newest first, with their destinations and each delivery attempt',
    async run(ctx, { query, page }) {
      const rows = await listAlerts(ctx, { ...page, ruleId: query.ruleId ?? null });
      const { publicBaseUrl } = ctx.settings;
      return page.close(
        rows,
        ({ fact: { at, id } }) => ({ at, id }),
        (row) => presentAlert(row, publicBaseUrl),
      );
    },
  }),
  define.read('listAlertRules', {
    summary: 'List alert rules, newest first',
    run: async (ctx, { page }) => page.close(await listRules(ctx, page), positionOfMade, presentAlertRule),
  }),
  define.manage('createAlertRule', {
    summary: 'Create an alert rule with its event, subject and destinations',
    description:
      'Each period is compared once, by the paired test, at a significance level shared by all comparisons of a quarter. Only tested differences after the rule was saved are reported.',
    errors: refusals,
    run: async (ctx, { body }) => ({ rule: presentAlertRule(await createRule(ctx, body)) }),
  }),
  define.read('readAlertRule', {
    summary: 'Read a rule with its evaluations, and the change that it detects in four of five cases',
    async run(ctx, { params }) {
      const { rule, power, looks: comparisons } = await readRule(ctx, params);
      const body = {
        rule: presentAlertRule(rule),
        power: presentRulePower(power),
        looks: comparisons.map(presentAlertComparison),
      };
      return body;
    },
  }),
  define.manage('changeAlertRule', {
    summary: 'Change the delivery of a rule; its subject never changes',
    run: async (ctx, { params, body }) => ({ rule: presentAlertRule(await changeRule(ctx, { ...params, ...body })) }),
  }),
  define.manage('archiveAlertRule', {
    summary: 'Delete a rule; its alerts stay',
    run: (ctx, { params }) => archiveRule(ctx, params),
  }),
  define.read('previewAlertRule', {
    isReadOnly: true,
    summary: 'Preview a rule over the last ninety days',
    description: 'Computed from saved answers. Sends and records nothing.',
    errors: refusals,
    async run(ctx, { body }) {
      const { from, until, facts, looks: createdCount, note, power } = await previewRule(ctx, body);
      const items = facts.map((fact) => presentPreviewFact(fact, ctx.settings.publicBaseUrl));
      return { from, until, items, looks: createdCount, note, power: presentRulePower(power) };
    },
  }),
  define.manage('resendAlert', {
    summary: 'Resend a message now with the same id',
    run: async (ctx, { params }) => ({ message: presentAlertMessage(await resendMessage(ctx, params)) }),
  }),
  define.read('listAlertDestinations', {
    summary: 'Where alerts may go, newest first; of each address only the host',
    run: async (ctx, { page }) =>
      page.close(await listAlertDestinations(ctx, page), positionOfMade, presentDestination),
  }),
  define.manage('testAlertDestination', {
    summary: 'Send a signed test message',
    async run(ctx, { params }) {
      const { factId } = await testAlertDestination(ctx, params);
      return { alertId: factId };
    },
  }),
  define.read('createAlertDestination', {
    summary: 'Create a destination for alerts; the secret of a webhook is shown once',
    description:
      'Webhooks are signed according to Standard Webhooks. Addresses inside the network are refused at each delivery, and redirects are not followed.',
    async run(ctx, { body }) {
      const { destination, secret } = await createAlertDestination(ctx, body);
      return { destination: presentDestination(destination), secret };
    },
  }),
  define.read('changeAlertDestination', {
    summary: 'Change the name or the address of a destination; its secret stays',
    async run(ctx, { params, body }) {
      const destination = await changeAlertDestination(ctx, { ...params, ...body });
      return { destination: presentDestination(destination) };
    },
  }),
  define.read('rotateAlertSecret', {
    summary: 'Create a new signing secret; the old one stays valid for 24 hours',
    async run(ctx, { params }) {
      const { destination, secret } = await rotateAlertSecret(ctx, params);
      return { destination: presentDestination(destination), secret };
    },
  }),
  define.read('removeAlertDestination', {
    summary: 'Remove a destination and discard its pending messages',
    run: (ctx, { params }) => removeAlertDestination(ctx, params),
  }),
];
