import { useMutation, useQuery } from '@tanstack/react-query';
import { type Alert, type AlertMessage, alertLogQuery, alertsQueryKey } from '../../api/alertQueries.ts';
import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { duration, Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { messageWords, nextTryText } from './alertWords.ts';
import { FactRow } from './FactList.tsx';

/** Alerts with their destinations and delivery attempts. */
export function AlertLog({ ruleId }: { ruleId: string | null }) {
  const log = useQuery(alertLogQuery(ruleId));
  if (log.isError && log.data === undefined) return <Failure error={log.error} retry={() => void log.refetch()} />;
  if (log.data === undefined) return <Skeleton className="h-32" />;
  if (log.data.items.length === 0) return <p className="text-soft">Nothing yet.</p>;
  return (
    <ol className="divide-y divide-line border-line border-y">
      {log.data.items.map((alert) => (
        <Entry key={alert.id} alert={alert} isOfRule={ruleId !== null} />
      ))}
    </ol>
  );
}

function Entry({ alert, isOfRule }: { alert: Alert; isOfRule: boolean }) {
  return (
    <FactRow fact={alert}>
      {!isOfRule && alert.ruleName !== null && (
        <span className="text-soft">
          rule <bdi>{alert.ruleName}</bdi>
        </span>
      )}
      {alert.messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </FactRow>
  );
}

function Message({ message }: { message: AlertMessage }) {
  const { id, destinationName, state, tries } = message;
  const resend = useMutation({
    mutationFn: () => call('resendAlert', { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQueryKey }),
  });
  const next = nextTryText(message);
  const last = tries.at(-1);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6">
      <Disclosure
        summary={
          <span>
            <bdi>{destinationName ?? 'a removed destination'}</bdi>:{' '}
            <span className={state === 'failed' ? 'text-danger' : ''}>{messageWords[state]}</span>
            {tries.length > 1 && `, ${countWithNoun(tries.length, 'attempt')}`}
            {next !== null && `, ${next}`}
            {state !== 'delivered' && last?.reason != null && ` (${last.reason.replace(/\.$/, '')})`}
          </span>
        }
      >
        <ol className="grid gap-0.5 text-small text-soft">
          {tries.map(({ number, beganAt, outcome, status, reason, durationMs }) => (
            <li key={number}>
              {number}. <Time iso={beganAt} />: {outcome ?? 'outcome not recorded'}
              {status !== null && `, ${status}`}
              {durationMs !== null && `, ${duration(durationMs)}`}
              {reason !== null && `. ${reason}`}
            </li>
          ))}
          {tries.length === 0 && <li>Not sent yet.</li>}
          <li>
            Message <code className="font-mono break-all">{id}</code>, the same on every attempt.
          </li>
        </ol>
      </Disclosure>
      {state !== 'dropped' && (
        <Button forMembers small kind="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
          {state === 'waiting' ? 'Retry now' : 'Send again'}
        </Button>
      )}
      {resend.isError && <Failure error={resend.error} />}
    </div>
  );
}
