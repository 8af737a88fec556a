import type { Command } from 'commander';
import { Option } from 'commander';
import { everyPage } from '../../client/everyPage.ts';
import type { InputOf, OutputOf } from '../../contract/callTypes.ts';
import { alertKinds } from '../../domain/alerts/alertKinds.ts';
import { alertDirections, comparedDays } from '../../domain/alerts/alertRule.ts';
import { addListVerb } from '../nouns/listVerb.ts';
import { printResult, printView } from '../output.ts';
import { type ReportView, tableView } from '../report/view.ts';
import { callServer } from '../serverConnection.ts';

type Alert = OutputOf<'listAlerts'>['items'][number];
type Rule = OutputOf<'readAlertRule'>['rule'];
type Subject = {
  website?: string;
  engine?: string;
  days?: string;
  direction: NonNullable<InputOf<'previewAlertRule'>['direction']>;
};

const several = (one: string, all: string[]): string[] => [...all, one];

/** Adds `alerts`: sent alerts, their rules and destinations. Creating a destination requires a signed-in member. */
export function addAlertCommands(program: Command): void {
  const alerts = program.command('alerts').description('alerts, their rules and their destinations');
  addListVerb(alerts)
    .description('list the latest alerts, and whether each was delivered')
    .option('--rule <id>', 'only alerts of this rule')
    .action(async ({ rule }: { rule?: string }) => {
      const { items } = await callServer('listAlerts', { limit: 50, ...(rule === undefined ? {} : { ruleId: rule }) });
      printView(items, () => alertsView(items));
    });
  alerts
    .command('rules')
    .description('list the alert rules of this workspace')
    .action(async () => {
      const rules = await everyPage(callServer, 'listAlertRules', {});
      printView(rules, () => rulesView(rules));
    });
  alerts
    .command('destinations')
    .description('list the destinations of alerts')
    .action(async () => {
      const all = await everyPage(callServer, 'listAlertDestinations', {});
      printResult(all, () =>
        all.length === 0
          ? 'No destinations. A signed-in member adds them in the web app, under Settings, Alerts.'
          : all.map(({ id, kind, name, shown }) => `${id}  ${kind}  ${name}  ${shown}`).join('\n'),
      );
    });
  withSubject(alerts.command('add').description('create a rule (needs `manage`)'))
    .argument('<name>')
    .option('--to <id>', 'a destination; may be repeated', several, [])
    .action(async (kind: Rule['kind'], name: string, options: Subject & { to: string[] }) => {
      const { rule } = await callServer('createAlertRule', {
        ...buildSubject(kind, options),
        name,
        destinationIds: options.to,
      });
      printResult(rule, () => `${rule.name}: ${rule.id}`);
    });
  withSubject(alerts.command('preview').description('show what a rule would have reported in the last 90 days')).action(
    async (kind: Rule['kind'], options: Subject) => {
      const preview = await callServer('previewAlertRule', buildSubject(kind, options));
      const { items, looks, note } = preview;
      const alerts = items.length === 1 ? '1 alert' : `${items.length} alerts`;
      printResult(preview, () =>
        [
          `${alerts} would have been sent${looks === null ? '' : ` after ${looks} evaluations`}`,
          ...items.map(({ at, title, text }) => `${at}  ${title}\n  ${text}`),
          ...(note === null ? [] : [note]),
        ].join('\n'),
      );
    },
  );
  alerts
    .command('end')
    .description('archive a rule; its past alerts are kept (needs `manage`)')
    .argument('<id>')
    .action(async (id: string) => {
      await callServer('archiveAlertRule', { id });
      printResult({ id, state: 'archived' }, () => `${id} is archived`);
    });
  alerts
    .command('test')
    .description('send a signed test message to a destination (needs `manage`)')
    .argument('<id>', 'from `sightline alerts destinations`')
    .action(async (id: string) => {
      await callServer('testAlertDestination', { id });
      printResult({ id, state: 'sent' }, () => 'sent; `sightline alerts` shows whether it arrived');
    });
  alerts
    .command('resend')
    .description('resend an alert with the same id (needs `manage`)')
    .argument('<id>', 'from `sightline alerts --json`')
    .action(async (id: string) => {
      const { message } = await callServer('resendAlert', { id });
      printResult(message, () => `${message.id}: ${message.state}`);
    });
}

function withSubject(command: Command): Command {
  return command
    .argument('<kind>', alertKinds.join(', '))
    .option('--website <id>', 'a website')
    .option('--engine <id>', 'an engine')
    .addOption(new Option('--days <count>', 'length of the compared periods in days').choices(comparedDays.map(String)))
    .addOption(
      new Option('--direction <which>', 'which changes are reported').choices(alertDirections).default('both' as const),
    );
}

function buildSubject(kind: Rule['kind'], { website, engine, days, direction }: Subject): InputOf<'previewAlertRule'> {
  return {
    kind,
    direction,
    ...(website === undefined ? {} : { websiteId: website }),
    ...(engine === undefined ? {} : { engine }),
    ...(days === undefined
      ? {}
      : { periodDays: Number(days) as NonNullable<InputOf<'previewAlertRule'>['periodDays']> }),
  };
}

function deliveryText({ messages }: Alert): string {
  if (messages.length === 0) return 'to nobody';
  return messages.map(({ destinationName, state }) => `${destinationName ?? 'removed'}: ${state}`).join(', ');
}

function alertsView(alerts: readonly Alert[]): ReportView {
  return tableView({
    title: 'Alerts',
    columns: ['at', { name: 'what', flexible: true }, { name: 'where', flexible: true }],
    rows: alerts.map((alert) => [alert.at, alert.title, deliveryText(alert)]),
    empty: 'no alerts yet',
  });
}

function rulesView(rules: readonly Rule[]): ReportView {
  return tableView({
    title: 'Rules',
    columns: [{ name: 'rule', flexible: true }, 'kind', 'state', 'id'],
    rows: rules.map(({ name, kind, enabled, id }) => [name, kind, enabled ? 'on' : 'off', id]),
    empty: 'no rules yet; `sightline alerts add` creates one',
  });
}
