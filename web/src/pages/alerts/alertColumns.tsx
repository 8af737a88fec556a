import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { alertKinds, kindOf } from '../../../../src/domain/alerts/alertKinds.ts';
import {
  type Alert,
  type AlertDestination,
  type AlertPreview,
  type AlertRule,
  alertRulesQuery,
} from '../../api/alertQueries.ts';
import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { integer, unknownMark } from '../../format/numbers.ts';
import { shortDate, Time } from '../../format/times.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { Sentence, withoutMarkers } from '../../ui/Foreign.tsx';
import { useIsViewer } from '../../ui/ForMembers.tsx';
import { previewInput, type Subject, subjectText } from './alertWords.ts';

/** One rule, or an event without a rule yet: its switch creates one. */
export type AlertRow = { key: string; subject: Subject; rule: AlertRule | null };

/** Alerts that a rule has sent, and would have sent. */
type RuleRecord = { preview: AlertPreview | undefined; sent: readonly Alert[]; hasOlder: boolean };

/** Returns every rule and every event without one, in the order of the events. */
export function alertRows(rules: readonly AlertRule[], site: Website | undefined): AlertRow[] {
  return alertKinds.flatMap((kind): AlertRow[] => {
    const { website, takesPeriod } = kindOf(kind);
    const websiteId = website === 'needed' ? (site?.id ?? null) : null;
    const usual: Subject = { kind, websiteId, engine: null, periodDays: takesPeriod ? 7 : null, direction: 'both' };
    const keyOf = (subject: Subject) => `${kind} ${subject.websiteId ?? ''}`;
    const own = rules.filter((rule) => rule.kind === kind);
    const isUsual = (rule: AlertRule) => rule.websiteId === websiteId;
    // The row of an event stays the same row once its switch has created the rule.
    const rows = own.map((rule) => ({
      key: rule === own.find(isUsual) ? keyOf(rule) : rule.id,
      subject: rule,
      rule,
    }));
    const isOffered = !own.some(isUsual) && (website !== 'needed' || websiteId !== null);
    return isOffered ? [...rows, { key: keyOf(usual), subject: usual, rule: null }] : rows;
  });
}

const nameOf = ({ rule, subject }: AlertRow): string => rule?.name ?? kindOf(subject.kind).label;

type Known = {
  siteNames: ReadonlyMap<string, string>;
  destinations: readonly AlertDestination[];
  recordOf(row: AlertRow): RuleRecord;
};

const none = <span className="text-soft">{unknownMark}</span>;

export function alertColumns({ siteNames, destinations, recordOf }: Known): Column<AlertRow>[] {
  const aboutOf = ({ subject }: AlertRow) => subjectText(subject, siteNames);
  const lastOf = (row: AlertRow) => recordOf(row).sent[0]?.at ?? recordOf(row).preview?.items[0]?.at ?? '';
  const receiversOf = ({ rule }: AlertRow) => (rule === null ? '' : receivers(rule, destinations));
  return [
    {
      id: 'alert',
      name: 'Event',
      value: nameOf,
      cell: ({ rule, subject }) => (
        <span className="one-line sm:text-body" title={kindOf(subject.kind).label}>
          {rule === null ? (
            kindOf(subject.kind).label
          ) : (
            <Link to="/alerts/$ruleId" params={{ ruleId: rule.id }} className="hover:underline">
              <bdi>{rule.name}</bdi>
            </Link>
          )}
        </span>
      ),
    },
    {
      id: 'about',
      name: 'Scope',
      from: 'md',
      value: (row) => withoutMarkers(aboutOf(row)),
      cell: (row) => (
        <span className="block max-w-56 truncate text-soft" title={withoutMarkers(aboutOf(row))}>
          <Sentence text={aboutOf(row)} />
        </span>
      ),
    },
    {
      id: 'would',
      name: 'In 90 days',
      info: 'alertPreview',
      right: true,
      value: (row) => recordOf(row).preview?.items.length ?? 0,
      cell: (row) => {
        const { preview } = recordOf(row);
        // Some events are not derived from saved records.
        if (kindOf(row.subject.kind).previewNote !== undefined) return none;
        return preview === undefined ? '…' : integer(preview.items.length);
      },
    },
    {
      id: 'sent',
      name: 'Sent',
      right: true,
      value: (row) => recordOf(row).sent.length,
      cell: (row) => {
        const { sent, hasOlder } = recordOf(row);
        return row.rule === null ? none : `${integer(sent.length)}${hasOlder ? '+' : ''}`;
      },
    },
    {
      id: 'last',
      name: 'Last',
      from: 'sm',
      right: true,
      value: lastOf,
      cell: (row) => (lastOf(row) === '' ? none : <Time iso={lastOf(row)} shown={shortDate(lastOf(row))} />),
    },
    {
      id: 'to',
      name: 'Destinations',
      from: 'md',
      value: receiversOf,
      cell: (row) => (row.rule === null ? none : <bdi className="block max-w-32 truncate">{receiversOf(row)}</bdi>),
    },
    {
      id: 'on',
      name: 'On',
      cell: (row) => (
        <RuleSwitch row={row} label={withoutMarkers(`${nameOf(row)}: ${aboutOf(row)}`)} destinations={destinations} />
      ),
    },
  ];
}

function receivers({ destinationIds }: AlertRule, destinations: readonly AlertDestination[]): string {
  const names = destinationIds.map((id) => destinations.find((one) => one.id === id)?.name ?? 'removed');
  return names.length === 0 ? 'log only' : names.join(', ');
}

type SwitchProps = { row: AlertRow; label: string; destinations: readonly AlertDestination[] };

function RuleSwitch({ row, label, destinations }: SwitchProps) {
  const { rule, subject } = row;
  const isViewer = useIsViewer();
  const turn = useMutation({
    mutationFn: (enabled: boolean) =>
      rule !== null
        ? call('changeAlertRule', { id: rule.id, enabled })
        : call('createAlertRule', {
            ...previewInput(subject),
            name: nameOf(row),
            destinationIds: destinations.map(({ id }) => id),
          }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertRulesQuery.queryKey }),
  });
  const isOn = turn.isPending ? turn.variables : rule?.enabled === true;
  return (
    <span className="flex items-center gap-2 max-[64rem]:relative max-[64rem]:top-1.5">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={isOn}
        checked={isOn}
        disabled={isViewer || turn.isPending}
        onChange={({ target }) => turn.mutate(target.checked)}
        className="switch"
      />
      {turn.isError && (
        <span role="alert" className="max-w-48 truncate text-danger" title={turn.error.message}>
          {turn.error.message}
        </span>
      )}
    </span>
  );
}
