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
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';
import {
  presentAlert,
  presentAlertComparison,
  presentAlertMessage,
  presentAlertRule,
  presentDestination,
  presentPreviewFact,
  presentRulePower,
} from './present.ts';

const tag = 'Alerts';
const looks = { permission: 'read', tag } as const;
const manages = { permission: 'manage', tag } as const;
const refusals = ['engine_unavailable'] as const;

const positionOfMade = ({ createdAt, id }: { createdAt: string; id: string }) => ({ at: createdAt, id });

export const alertsOperations: readonly Operation[] = [
  defineOperation('listAlerts', {
    ...looks,
    tools: [
      {
        name: 'list_alerts',
        title: 'List alerts',
        description: 'Alerts, newest first, with their destinations.',
        rarelyNeeded: true,
      },
    ],
    summary: 'List alerts, newest first, with their destinations and each delivery attempt',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listAlerts', { query });
      const rows = await listAlerts(ctx, { ruleId: query.ruleId ?? null, after: page.after, count: page.count });
      const { items, nextCursor } = page.close(rows, ({ fact }) => ({ at: fact.at, id: fact.id }));
      const { publicBaseUrl } = ctx.settings;
      return { status: 200, body: { items: items.map((item) => presentAlert(item, publicBaseUrl)), nextCursor } };
    },
  }),
  defineOperation('listAlertRules', {
    ...looks,
    summary: 'List alert rules, newest first',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listAlertRules', { query });
      const { items, nextCursor } = page.close(await listRules(ctx, page), positionOfMade);
      return { status: 200, body: { items: items.map(presentAlertRule), nextCursor } };
    },
  }),
  defineOperation('createAlertRule', {
    ...manages,
    summary: 'Create an alert rule with its event, subject and destinations',
    description:
      'Each period is compared once, by the paired test, at a significance level shared by all comparisons of a quarter. Only tested differences after the rule was saved are reported.',
    errors: refusals,
    async run(ctx, { body }) {
      return { status: 201, body: { rule: presentAlertRule(await createRule(ctx, body)) } };
    },
  }),
  defineOperation('readAlertRule', {
    ...looks,
    summary: 'Read a rule with its evaluations, and the change that it detects in four of five cases',
    async run(ctx, { params }) {
      const { rule, power, looks: comparisons } = await readRule(ctx, params);
      const body = {
        rule: presentAlertRule(rule),
        power: presentRulePower(power),
        looks: comparisons.map(presentAlertComparison),
      };
      return { status: 200, body };
    },
  }),
  defineOperation('changeAlertRule', {
    ...manages,
    summary: 'Change the delivery of a rule; its subject never changes',
    async run(ctx, { params, body }) {
      return { status: 200, body: { rule: presentAlertRule(await changeRule(ctx, { ...params, ...body })) } };
    },
  }),
  defineOperation('archiveAlertRule', {
    ...manages,
    summary: 'Delete a rule; its alerts stay',
    async run(ctx, { params }) {
      await archiveRule(ctx, params);
      return { status: 204, body: null };
    },
  }),
  defineOperation('previewAlertRule', {
    ...looks,
    isReadOnly: true,
    summary: 'Preview a rule over the last ninety days',
    description: 'Computed from saved answers. Sends and records nothing.',
    errors: refusals,
    async run(ctx, { body }) {
      const { from, until, facts, looks: createdCount, note, power } = await previewRule(ctx, body);
      const items = facts.map((fact) => presentPreviewFact(fact, ctx.settings.publicBaseUrl));
      return { status: 200, body: { from, until, items, looks: createdCount, note, power: presentRulePower(power) } };
    },
  }),
  defineOperation('resendAlert', {
    ...manages,
    summary: 'Resend a message now with the same id',
    async run(ctx, { params }) {
      return { status: 200, body: { message: presentAlertMessage(await resendMessage(ctx, params)) } };
    },
  }),
  defineOperation('listAlertDestinations', {
    ...looks,
    summary: 'Where alerts may go, newest first; of each address only the host',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listAlertDestinations', { query });
      const { items, nextCursor } = page.close(await listAlertDestinations(ctx, page), positionOfMade);
      return { status: 200, body: { items: items.map(presentDestination), nextCursor } };
    },
  }),
  defineOperation('testAlertDestination', {
    ...manages,
    summary: 'Send a signed test message',
    async run(ctx, { params }) {
      const { factId } = await testAlertDestination(ctx, params);
      return { status: 202, body: { alertId: factId } };
    },
  }),
  defineOperation('createAlertDestination', {
    ...looks,
    summary: 'Create a destination for alerts; the secret of a webhook is shown once',
    description:
      'Webhooks are signed according to Standard Webhooks. Addresses inside the network are refused at each delivery, and redirects are not followed.',
    async run(ctx, { body }) {
      const { destination, secret } = await createAlertDestination(ctx, body);
      return { status: 201, body: { destination: presentDestination(destination), secret } };
    },
  }),
  defineOperation('changeAlertDestination', {
    ...looks,
    summary: 'Change the name or the address of a destination; its secret stays',
    async run(ctx, { params, body }) {
      const destination = await changeAlertDestination(ctx, { ...params, ...body });
      return { status: 200, body: { destination: presentDestination(destination) } };
    },
  }),
  defineOperation('rotateAlertSecret', {
    ...looks,
    summary: 'Create a new signing secret; the old one stays valid for 24 hours',
    async run(ctx, { params }) {
      const { destination, secret } = await rotateAlertSecret(ctx, params);
      return { status: 200, body: { destination: presentDestination(destination), secret } };
    },
  }),
  defineOperation('removeAlertDestination', {
    ...looks,
    summary: 'Remove a destination and discard its pending messages',
    async run(ctx, { params }) {
      await removeAlertDestination(ctx, params);
      return { status: 204, body: null };
    },
  }),
];
