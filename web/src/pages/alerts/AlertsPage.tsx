import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type AlertDestination,
  type AlertRule,
  alertDestinationsQuery,
  alertRulesQuery,
} from '../../api/alertQueries.ts';
import { sitesQuery } from '../../api/queries.ts';
import { InboxTabs } from '../../shell/InboxTabs.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Sentence, withoutMarkers } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { AlertLog } from './AlertLog.tsx';
import { subjectText } from './alertWords.ts';
import { Destinations } from './Destinations.tsx';
import { FirstRules } from './FirstRules.tsx';
import { NewRule } from './NewRule.tsx';

/** Rules of alerts, their destinations and their log. */
export function AlertsPage() {
  const rules = useQuery(alertRulesQuery);
  const destinations = useQuery(alertDestinationsQuery).data ?? [];
  const sites = useQuery(sitesQuery).data ?? [];
  const siteNames = new Map(sites.map(({ id, name }) => [id, name]));
  const [making, setMaking] = useState(false);
  return (
    <>
      <PageHead
        title="Alerts"
        info="alerts"
        filters={<InboxTabs />}
        primary={
          <Button forMembers kind="primary" onClick={() => setMaking(true)}>
            New rule
          </Button>
        }
      />
      {rules.isError && <Failure error={rules.error} retry={() => void rules.refetch()} />}
      {rules.data === undefined ? (
        !rules.isError && <Skeleton className="h-24" />
      ) : (
        <>
          <FirstRules rules={rules.data} />
          {rules.data.length > 0 && (
            <Section title="Rules">
              <ul className="divide-y divide-line">
                {rules.data.map((rule) => (
                  <RuleRow key={rule.id} rule={rule} siteNames={siteNames} destinations={destinations} />
                ))}
              </ul>
            </Section>
          )}
          <Section title="Alert log">
            <AlertLog ruleId={null} />
          </Section>
          <Destinations />
        </>
      )}
      <Dialog open={making} wide title="New rule" onClose={() => setMaking(false)}>
        <NewRule onClose={() => setMaking(false)} />
      </Dialog>
    </>
  );
}

type RowProps = {
  rule: AlertRule;
  siteNames: ReadonlyMap<string, string>;
  destinations: readonly AlertDestination[];
};

function RuleRow({ rule, siteNames, destinations }: RowProps) {
  const names = rule.destinationIds.map((id) => destinations.find((one) => one.id === id)?.name ?? 'removed');
  const subject = subjectText(rule, siteNames);
  return (
    <li data-row className="flex min-h-9 items-center gap-x-4">
      <Link
        to="/alerts/$ruleId"
        params={{ ruleId: rule.id }}
        title={rule.name}
        className="one-line min-w-0 flex-1 hover:underline"
      >
        <bdi>{rule.name}</bdi>
      </Link>
      <span title={withoutMarkers(subject)} className="one-line min-w-0 flex-1 text-small text-soft max-sm:hidden">
        <Sentence text={subject} />
      </span>
      <span className="max-w-40 shrink-0 truncate text-right text-small text-soft">
        {!rule.enabled ? 'off' : names.length === 0 ? 'log only' : <bdi>{names.join(', ')}</bdi>}
      </span>
    </li>
  );
}
