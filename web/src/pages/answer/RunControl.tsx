import { useMutation } from '@tanstack/react-query';
import type { RunSummary } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { refreshReports } from '../../asking/refreshReports.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Failure, Notice } from '../../ui/Notice.tsx';
import { Reason } from '../../ui/Reason.tsx';

const terminal = ['completed', 'failed', 'cancelled'];

/** Formats `4 of 13 pages read; free`, as far as known: a capture buys nothing. */
function captureTitle({ progress }: RunSummary): string {
  if (progress === undefined) return 'Reading your pages (free)';
  const { pagesRead, pagesPlanned } = progress;
  return pagesPlanned === null
    ? `${countWithNoun(pagesRead, 'page')} read; free`
    : `${pagesRead} of ${countWithNoun(pagesPlanned, 'page')} read; free`;
}

/** Offers actions for an active run, each with its consequence. */
export function RunControl({ run }: { run: RunSummary }) {
  const act = useMutation({
    mutationFn: (id: 'reconcileRun' | 'cancelRun') => call(id, { kind: run.kind, id: run.id }, { timeoutMs: 60_000 }),
    onSettled: async () => {
      await Promise.all(['answer', 'run'].map((name) => queryClient.invalidateQueries({ queryKey: [name, run.id] })));
      await refreshReports();
    },
  });
  if (terminal.includes(run.status)) return null;
  const isCapture = run.kind === 'website';
  return (
    <div className="mb-8 grid gap-3">
      <Notice
        tone={run.status === 'requires_action' ? 'caution' : 'plain'}
        title={
          run.status === 'requires_action'
            ? 'This run needs your attention'
            : run.cancelRequestedAt === null
              ? isCapture
                ? captureTitle(run)
                : 'Waiting for the answer'
              : 'Stopping'
        }
      >
        {run.progress !== undefined && run.cancelRequestedAt === null && (
          <p className="mb-1 break-all">Reading {run.progress.page}</p>
        )}
        <p>
          <Reason
            text={
              run.error ??
              (run.cancelRequestedAt === null
                ? 'This page updates automatically.'
                : isCapture
                  ? 'The request to stop was sent. The capture ends after the current request.'
                  : 'The request to stop was sent. If the answer completes first, it is saved as completed.')
            }
          />{' '}
          After <Time iso={run.deadlineAt} /> it is cancelled automatically.
        </p>
        <ForMembers>
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            {!isCapture && (
              <div>
                <Button
                  small
                  busy={act.isPending && act.variables === 'reconcileRun'}
                  onClick={() => act.mutate('reconcileRun')}
                >
                  Check the provider now
                </Button>
                <p className="mt-1 text-small">Checks the existing task and saves its progress. Free.</p>
              </div>
            )}
            {run.cancelRequestedAt === null && (
              <div>
                <Button
                  small
                  kind="danger"
                  busy={act.isPending && act.variables === 'cancelRun'}
                  onClick={() => act.mutate('cancelRun')}
                >
                  Stop
                </Button>
                <p className="mt-1 text-small">
                  {isCapture
                    ? 'The capture ends after the current request. It is not saved.'
                    : 'Usage so far stays billed. The run ends when the provider confirms.'}
                </p>
              </div>
            )}
          </div>
        </ForMembers>
      </Notice>
      {act.isError && <Failure error={act.error} />}
    </div>
  );
}
