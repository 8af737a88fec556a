import { useMutation } from '@tanstack/react-query';
import type { Observation, RunSummary } from '../../../../src/api/wireTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { refreshReports } from '../../asking/askQueue.ts';
import { Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Failure, Notice } from '../../ui/Notice.tsx';
import { Reason } from '../../ui/Reason.tsx';

const terminal = ['completed', 'failed', 'cancelled'];

/** What may be done about a run that has not ended, and what each will and will not do. */
export function RunControl({ run }: { run: RunSummary }) {
  const act = useMutation({
    mutationFn: (verb: 'reconcile' | 'cancel') =>
      call<Observation>('POST', `/runs/${run.kind}/${run.id}/${verb}`, { body: {}, patience: 60_000 }),
    onSettled: async () => {
      await Promise.all(['answer', 'run'].map((name) => queryClient.invalidateQueries({ queryKey: [name, run.id] })));
      await refreshReports();
    },
  });
  if (terminal.includes(run.status)) return null;
  return (
    <div className="mb-8 grid gap-3">
      <Notice
        tone={run.status === 'requires_action' ? 'caution' : 'plain'}
        title={
          run.status === 'requires_action'
            ? 'This run needs a look'
            : run.cancelRequestedAt === null
              ? 'The answer is on its way'
              : 'Asked to stop'
        }
      >
        <p>
          <Reason
            text={
              run.error ??
              (run.cancelRequestedAt === null
                ? 'This page follows it; you need not reload.'
                : 'The request to stop was sent. If the answer completes first, it is saved as completed.')
            }
          />{' '}
          After <Time iso={run.deadlineAt} /> it is asked to stop by itself.
        </p>
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <div>
            <Button small busy={act.isPending && act.variables === 'reconcile'} onClick={() => act.mutate('reconcile')}>
              Look at the provider now
            </Button>
            <p className="mt-1 text-small">Reads the existing task and saves its progress. Starts and buys nothing.</p>
          </div>
          {run.cancelRequestedAt === null && (
            <div>
              <Button
                small
                kind="danger"
                busy={act.isPending && act.variables === 'cancel'}
                onClick={() => act.mutate('cancel')}
              >
                Ask it to stop
              </Button>
              <p className="mt-1 text-small">
                What was already used stays billed. The run ends when the provider confirms.
              </p>
            </div>
          )}
        </div>
      </Notice>
      {act.isError && <Failure error={act.error} />}
    </div>
  );
}
