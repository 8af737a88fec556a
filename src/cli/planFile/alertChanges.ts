import type { InputOf } from '../../contract/callTypes.ts';
import { kindOf } from '../../domain/alerts/alertKinds.ts';
import { type AlertSubject, findSubjectFlaw, fullSubject } from '../../domain/alerts/alertRule.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { UsageError } from '../failures.ts';
import { type Change, listChange } from './change.ts';
import { assertEngines } from './planChanges.ts';
import type { FileAlert } from './planFile.ts';
import { findWebsiteId } from './websiteChanges.ts';
import type { SavedAlertRule, WorkspaceState } from './workspaceState.ts';

/** State that includes the websites of the file. */
type Known = Pick<WorkspaceState, 'websites' | 'alertRules' | 'destinations' | 'engines' | 'declaredEngine'>;
type Destination = Known['destinations'][number];

/**
 * Compares alert rules by name and subject: a subject never changes, so another subject is another rule. @throws
 * UsageError naming the field
 */
export function alertChanges(targets: readonly FileAlert[], entry: Known): { changes: Change[]; leftAlone: number } {
  const visited = new Set<string>();
  const changes = targets.flatMap((alert, index): Change[] => {
    const path = `alerts[${index}]`;
    const subject = deriveSubject(alert, entry, path);
    const to = alert.to?.map((name, at) => buildDestination(name, entry.destinations, `${path}.to[${at}]`));
    const key = formatKey(alert.name, subject);
    if (visited.has(key)) throw new UsageError(`${path}.name: ${alert.name} is listed twice for the same subject`);
    visited.add(key);
    const saved = entry.alertRules.filter((rule) => formatKey(rule.name, rule) === key);
    if (saved.length > 1) throw new UsageError(`${path}.name: the workspace has several such rules of this name`);
    const [before] = saved;
    return before === undefined
      ? [creation(alert, subject, to ?? [], entry, path)]
      : tellingChanges(alert, before, to, entry.destinations);
  });
  return { changes, leftAlone: entry.alertRules.filter((rule) => !visited.has(formatKey(rule.name, rule))).length };
}

function formatKey(name: string, { kind, websiteId, engine, periodDays }: Pick<SavedAlertRule, keyof AlertSubject>) {
  return canonicalJson({ name, kind, websiteId, engine, periodDays });
}

const fileFields: Readonly<Record<string, string>> = { websiteId: 'website', periodDays: 'days' };

function deriveSubject(alert: FileAlert, match: Known, path: string): AlertSubject {
  const { kind, website, engine, days, direction } = alert;
  const websiteId = website === undefined ? null : findWebsiteId(website, match.websites, `${path}.website`);
  const subject = fullSubject({ kind, websiteId, engine, periodDays: days }, match.declaredEngine);
  const flaw = findSubjectFlaw(subject);
  if (flaw !== null) throw new UsageError(`${path}.${fileFields[flaw.field] ?? flaw.field}: ${flaw.message}`);
  if (direction !== undefined && direction !== 'both' && !kindOf(kind).takesPeriod) {
    throw new UsageError(`${path}.direction: applies only to visibility_change`);
  }
  return subject;
}

/** The message does not repeat the value, which may be an address with secrets. */
function buildDestination(name: string, destinations: readonly Destination[], path: string): Destination {
  const [only, other] = destinations.filter((one) => one.name === name);
  if (other !== undefined) throw new UsageError(`${path}: several destinations have this name; rename them first`);
  if (only === undefined) {
    throw new UsageError(`${path}: no destination has this name; create it in the web app under Alerts`);
  }
  return only;
}

function creation(
  alert: FileAlert,
  subject: AlertSubject,
  to: readonly Destination[],
  saved: Known,
  path: string,
): Change {
  const { name, direction = 'both', enabled = true } = alert;
  const { kind, websiteId, engine, periodDays } = subject;
  // A saved rule may refer to an engine that no longer exists; a new one may not.
  if (engine !== null) assertEngines([engine], { engines: saved.engines, offEngines: [] }, `${path}.engine`);
  const about = saved.websites.find(({ id }) => id === websiteId)?.domain;
  const text = [
    `${kind}${about === undefined ? '' : ` of ${about}`}${engine === null ? '' : ` at ${engine}`}`,
    ...(periodDays === null ? [] : [`${periodDays} days`]),
    ...(direction === 'both' ? [] : [`${direction} alone`]),
    to.length === 0 ? 'only to the log' : `to ${to.map((one) => one.name).join(', ')}`,
    ...(enabled ? [] : ['off']),
  ].join(', ');
  const namesake = saved.alertRules.some((rule) => rule.name === name)
    ? '; the rule with this name and another subject stays'
    : '';
  return {
    stage: 'alerts',
    lines: [`+ alert rule ${name}: ${text}${namesake}`],
    make: (call) =>
      call('createAlertRule', {
        ...{ kind, name, direction, enabled, destinationIds: idsOf(to) },
        ...(websiteId === null ? {} : { websiteId }),
        ...(engine === null ? {} : { engine }),
        ...(periodDays === null ? {} : { periodDays }),
      }),
  };
}

function tellingChanges(
  { name, direction, enabled }: FileAlert,
  before: SavedAlertRule,
  to: readonly Destination[] | undefined,
  destinations: readonly Destination[],
): Change[] {
  const parts: Omit<InputOf<'changeAlertRule'>, 'id'> = {};
  const lines: string[] = [];
  if (direction !== undefined && direction !== before.direction) {
    parts.direction = direction;
    lines.push(`direction ${before.direction} → ${direction}`);
  }
  // A destination that has been removed receives nothing, so it is ignored.
  const open = destinations.filter(({ id }) => before.destinationIds.includes(id));
  const goesTo = to === undefined ? '' : listChange(namesOf(to), namesOf(open));
  if (to !== undefined && goesTo !== '') {
    parts.destinationIds = idsOf(to);
    lines.push(`to ${goesTo}`);
  }
  if (enabled !== undefined && enabled !== before.enabled) {
    parts.enabled = enabled;
    lines.push(enabled ? 'on' : 'off');
  }
  if (lines.length === 0) return [];
  return [
    {
      stage: 'alerts',
      lines: lines.map((line) => `~ alert rule ${name}: ${line}`),
      make: (call) => call('changeAlertRule', { id: before.id, ...parts }),
    },
  ];
}

function namesOf(destinations: readonly Destination[]): string[] {
  return destinations.map(({ name }) => name);
}

function idsOf(destinations: readonly Destination[]): string[] {
  return [...new Set(destinations.map(({ id }) => id))];
}
