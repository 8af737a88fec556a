import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { sitesQuery } from '../../api/queries.ts';
import { type WorkItem, workChanged, workEffectsQuery, workQuery } from '../../api/workQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Sentence } from '../../ui/Foreign.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { workColumns } from './workColumns.tsx';

const tabs = [
  { id: 'open', name: 'To do', keep: ({ state }: WorkItem) => state === 'open' },
  { id: 'doing', name: 'Doing', keep: ({ state }: WorkItem) => state === 'doing' },
  { id: 'done', name: 'Done', keep: ({ state }: WorkItem) => state === 'done' },
  {
    id: 'closed',
    name: 'Declined or gone',
    keep: ({ state }: WorkItem) => state === 'declined' || state === 'gone',
  },
] as const;

/** One list of everything that answers, captures and logs suggest, with owners and states. */
export function WorkPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const work = useQuery(workQuery(siteId, 'all'));
  const [choice, choose] = useState<WorkItem | null>(null);
  if (site === undefined) return null;
  const items = work.data?.items;
  return (
    <>
      <PageHead
        title="Work"
        info="work"
        primary={
          <Link to="/sites/$siteId/experiments" params={{ siteId }} className="link text-small">
            Experiments
          </Link>
        }
      />
      <MonthLine siteId={siteId} />
      {work.isError && items === undefined && <Failure error={work.error} retry={() => void work.refetch()} />}
      {items === undefined ? (
        !work.isError && <Skeleton className="h-96" />
      ) : items.length === 0 ? (
        <Empty title="Nothing to do">Answers, captures and logs suggest nothing now.</Empty>
      ) : (
        <DataTable
          label="Work"
          name={`${site.domain}-work`}
          noun="item"
          rows={items}
          tabs={tabs}
          keyOf={({ id }) => id}
          searchText={({ evidence, owner }) => `${evidence.title} ${evidence.rule} ${evidence.subject} ${owner ?? ''}`}
          columns={workColumns(siteId, choose)}
        />
      )}
      {choice !== null && <WorkDialog item={choice} siteId={siteId} onClose={() => choose(null)} />}
    </>
  );
}

/** Last month's work as one family of tests: `12 done, 2 with a change, 10 without`. */
function MonthLine({ siteId }: { siteId: string }) {
  const month = new Date().toISOString().slice(0, 7);
  const { data } = useQuery(workEffectsQuery(siteId, month));
  if (data === undefined || data.done === 0) return null;
  return (
    <p className="mb-1 text-small text-soft">
      This month: {data.done} done, {data.withChange} with a change the test finds, {data.without} without
      {data.waiting > 0 && `, ${data.waiting} still measured`}
      {data.unmeasured > 0 && `, ${data.unmeasured} not measurable`}.
    </p>
  );
}

function WorkDialog({ item, siteId, onClose }: { item: WorkItem; siteId: string; onClose(): void }) {
  const [reason, setReason] = useState('');
  const act = useMutation({
    mutationFn: async (verb: 'claimWork' | 'finishWork' | 'declineWork' | 'reopenWork') => {
      const { id } = item;
      if (verb === 'declineWork') await call('declineWork', { id, reason });
      else await call(verb, { id });
    },
    onSuccess: async () => {
      await workChanged(siteId);
      onClose();
    },
  });
  const { evidence, state } = item;
  const isOpen = state === 'open' || state === 'doing';
  return (
    <Dialog open title={evidence.title} onClose={onClose}>
      <div className="grid gap-4">
        <p className="measure break-words">
          <Sentence text={evidence.advice} />
        </p>
        <p className="text-small text-soft">
          {evidence.rule} · {countWithNoun(evidence.questionIds.length, 'question')} ·{' '}
          {countWithNoun(evidence.answers, 'answer')}
          {item.note !== null && ` · ${item.note}`}
          {item.reason !== null && ` · Declined: ${item.reason}`}
        </p>
        {isOpen && (
          <Field
            label="Reason to decline"
            value={reason}
            maxLength={1_000}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {state === 'open' && (
            <Button forMembers small busy={act.isPending} onClick={() => act.mutate('claimWork')}>
              Claim
            </Button>
          )}
          {isOpen && (
            <Button forMembers small disabled={act.isPending} onClick={() => act.mutate('finishWork')}>
              Mark done
            </Button>
          )}
          {isOpen && (
            <Button
              forMembers
              small
              kind="quiet"
              disabled={act.isPending || reason.trim() === ''}
              onClick={() => act.mutate('declineWork')}
            >
              Decline
            </Button>
          )}
          {state !== 'open' && (
            <Button forMembers small kind="quiet" disabled={act.isPending} onClick={() => act.mutate('reopenWork')}>
              Reopen
            </Button>
          )}
        </div>
        {act.isError && <Failure error={act.error} />}
      </div>
    </Dialog>
  );
}
