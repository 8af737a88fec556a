import { useMutation, useQuery } from '@tanstack/react-query';
import { type AlertKind, alertKinds, kindOf } from '../../../../src/domain/alerts/alertKinds.ts';
import { type AlertRule, alertDestinationsQuery, alertsQueryKey } from '../../api/alertQueries.ts';
import { call } from '../../api/http.ts';
import { queryClient, sitesQuery } from '../../api/queries.ts';
import { lastSite } from '../../shell/lastSite.ts';
import { useIsViewer } from '../../ui/ForMembers.tsx';
import { Failure } from '../../ui/Notice.tsx';

/** Shows a switch for each rule that most workspaces want, such as a change for the current website. */
export function FirstRules({ rules }: { rules: readonly AlertRule[] }) {
  const sites = useQuery(sitesQuery).data ?? [];
  const site = sites.find(({ id }) => id === lastSite()) ?? sites[0];
  return (
    <ul data-datum className="mb-4 grid grid-cols-1 gap-3 sm:grid-cols-3">
      {alertKinds
        .filter((kind) => kindOf(kind).firstRule !== undefined)
        .map((kind) => {
          const needsSite = kindOf(kind).website === 'needed';
          const websiteId = needsSite ? (site?.id ?? null) : null;
          const rule = rules.find((one) => one.kind === kind && (!needsSite || one.websiteId === websiteId));
          return needsSite && site === undefined ? null : (
            <li key={kind} className="rounded-box border border-line px-3 py-2">
              <RuleSwitch kind={kind} websiteId={websiteId} rule={rule} detail={needsSite ? site?.name : undefined} />
            </li>
          );
        })}
    </ul>
  );
}

type SwitchProps = {
  kind: AlertKind;
  websiteId: string | null;
  rule: AlertRule | undefined;
  /** Website that the rule is about, by name. */
  detail: string | undefined;
};

function RuleSwitch({ kind, websiteId, rule, detail }: SwitchProps) {
  const isViewer = useIsViewer();
  const destinations = useQuery(alertDestinationsQuery).data ?? [];
  const turn = useMutation({
    mutationFn: (enabled: boolean) =>
      rule !== undefined
        ? call('changeAlertRule', { id: rule.id, enabled })
        : call('createAlertRule', {
            kind,
            name: kindOf(kind).firstRule ?? '',
            destinationIds: destinations.map(({ id }) => id),
            ...(websiteId === null ? {} : { websiteId }),
            ...(kindOf(kind).takesPeriod ? { periodDays: 7 as const } : {}),
          }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQueryKey }),
  });
  const isOn = turn.isPending ? turn.variables : rule?.enabled === true;
  return (
    <>
      <label className="flex min-h-9 items-center gap-3">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{kindOf(kind).firstRule}</span>
          <span className="block truncate text-small text-soft">
            {detail === undefined ? 'any plan or budget' : <bdi>{detail}</bdi>}
          </span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          disabled={isViewer || turn.isPending}
          onChange={({ target }) => turn.mutate(target.checked)}
          className="switch"
        />
      </label>
      {turn.isError && <Failure error={turn.error} />}
    </>
  );
}
