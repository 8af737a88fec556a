import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AlertRule,
  alertDestinationsQuery,
  alertLogQuery,
  alertPreviewQuery,
  alertRulesQuery,
} from '../../api/alertQueries.ts';
import { sitesQuery } from '../../api/queries.ts';
import { InboxTabs } from '../../shell/InboxTabs.tsx';
import { lastSite } from '../../shell/lastSite.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { AlertLog } from './AlertLog.tsx';
import { type AlertRow, alertColumns, alertRows } from './alertColumns.tsx';
import { previewInput } from './alertWords.ts';
import { Destinations } from './Destinations.tsx';
import { FactList } from './FactList.tsx';
import { NewRule } from './NewRule.tsx';

const tabs = [
  { id: 'all', name: 'All', keep: () => true },
  { id: 'on', name: 'On', keep: ({ rule }: AlertRow) => rule?.enabled === true },
  { id: 'off', name: 'Off', keep: ({ rule }: AlertRow) => rule?.enabled !== true },
] as const;

/** Events that can alert someone, what each sent and would have sent, their destinations and the log. */
export function AlertsPage() {
  const rules = useQuery(alertRulesQuery);
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
      {rules.data === undefined ? !rules.isError && <Skeleton className="h-96" /> : <Shown rules={rules.data} />}
      <Dialog open={making} wide title="New rule" onClose={() => setMaking(false)}>
        <NewRule onClose={() => setMaking(false)} />
      </Dialog>
    </>
  );
}

function Shown({ rules }: { rules: readonly AlertRule[] }) {
  const destinations = useQuery(alertDestinationsQuery).data ?? [];
  const log = useQuery(alertLogQuery(null)).data;
  const sites = useQuery(sitesQuery).data ?? [];
  const rows = alertRows(rules, sites.find(({ id }) => id === lastSite()) ?? sites[0]);
  const queries = rows.map(({ subject }) => alertPreviewQuery(previewInput(subject)));
  // The first rows compare periods and take longest, so they are requested last.
  const previews = useQueries({ queries: queries.toReversed() }).toReversed();
  const recordOf = ({ key, rule }: AlertRow) => ({
    preview: previews[rows.findIndex((row) => row.key === key)]?.data ?? undefined,
    sent: log?.items.filter(({ ruleId }) => rule !== null && ruleId === rule.id) ?? [],
    hasOlder: log?.nextCursor != null,
  });
  // A rule that is on reports in the log.
  const silent = rows.filter(({ rule }) => rule?.enabled !== true);
  const missed = silent.flatMap((row) => recordOf(row).preview?.items ?? []);
  return (
    <>
      <DataTable
        label="Alerts"
        name="alerts"
        noun="alert"
        rows={rows}
        tabs={tabs}
        keyOf={({ key }) => key}
        searchText={({ rule, subject }) => `${rule?.name ?? ''} ${subject.kind}`}
        columns={alertColumns({ siteNames: new Map(sites.map(({ id, name }) => [id, name])), destinations, recordOf })}
      />
      <div className="mt-6 grid items-start gap-x-10 lg:grid-cols-2">
        <div>
          <Section title="Alert log">
            <AlertLog ruleId={null} />
          </Section>
          <Destinations />
        </div>
        {missed.length > 0 && (
          <Section title="Not sent, rule off">
            <FactList shown={6} facts={missed.toSorted((one, other) => (one.at < other.at ? 1 : -1))} />
          </Section>
        )}
      </div>
    </>
  );
}
