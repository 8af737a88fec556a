import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { alertDestinationsQuery, alertRulesQuery } from '../../api/alertQueries.ts';
import { sitesQuery } from '../../api/queries.ts';
import { InboxTabs } from '../../shell/InboxTabs.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Sentence } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { AlertLog } from './AlertLog.tsx';
import { subjectText } from './alertWords.ts';
import { Destinations } from './Destinations.tsx';
import { NewRule } from './NewRule.tsx';

/** What is told, of what, and to whom; and what was told. */
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
      <Section title="Rules">
        {rules.isError && <Failure error={rules.error} retry={() => void rules.refetch()} />}
        {rules.data === undefined ? (
          !rules.isError && <Skeleton className="h-24" />
        ) : rules.data.length === 0 ? (
          <p className="measure text-soft">
            No rules yet. Good first rules: a change of your website from week to week, a budget at 80 %, and a missed
            round.
          </p>
        ) : (
          <ul className="divide-y divide-line border-line border-y">
            {rules.data.map((rule) => (
              <li key={rule.id} className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[1fr_auto]">
                <div className="min-w-0">
                  <Link to="/alerts/$ruleId" params={{ ruleId: rule.id }} className="link font-medium break-words">
                    <bdi>{rule.name}</bdi>
                  </Link>
                  <p className="text-small text-soft">
                    <Sentence text={subjectText(rule, siteNames)} />
                  </p>
                </div>
                <p className="text-small text-soft sm:text-right">
                  {rule.enabled ? (
                    rule.destinationIds.length === 0 ? (
                      'log only'
                    ) : (
                      <>
                        to{' '}
                        <bdi>
                          {rule.destinationIds
                            .map((id) => destinations.find((one) => one.id === id)?.name ?? 'a removed destination')
                            .join(', ')}
                        </bdi>
                      </>
                    )
                  ) : (
                    'off'
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Destinations />
      <Section title="Alert log">
        <AlertLog ruleId={null} />
      </Section>
      <Dialog open={making} wide title="A new rule" onClose={() => setMaking(false)}>
        <NewRule onClose={() => setMaking(false)} />
      </Dialog>
    </>
  );
}
