import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AlertDestination, alertDestinationsQuery, alertsQueryKey } from '../../api/alertQueries.ts';
import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { day } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { SecretNotice } from '../../ui/SecretNotice.tsx';
import { Section } from '../../ui/Section.tsx';
import { destinationWords } from './alertWords.ts';
import { NewDestination } from './NewDestination.tsx';

type Secret = { name: string; secret: string };

/** Alert destinations. A new secret is kept only in this page's memory, until it is dismissed. */
export function Destinations() {
  const read = useQuery(alertDestinationsQuery);
  const [making, setMaking] = useState(false);
  const [fresh, setFresh] = useState<Secret | null>(null);
  const [removing, setRemoving] = useState<AlertDestination | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: alertsQueryKey });
  const remove = useMutation({
    mutationFn: ({ id }: AlertDestination) => call('removeAlertDestination', { id }),
    onSuccess: async () => {
      setRemoving(null);
      await refresh();
    },
  });
  return (
    <Section
      title="Destinations"
      info="destinations"
      actions={
        <Button small forMembers onClick={() => setMaking(true)}>
          New destination
        </Button>
      }
    >
      {fresh !== null && (
        <SecretNotice
          title={`Copy the secret of “${foreign(fresh.name)}” now. You won’t see it again.`}
          secret={fresh.secret}
          copy="Copy the secret"
          onDone={() => setFresh(null)}
        />
      )}
      {read.isError && <Failure error={read.error} retry={() => void read.refetch()} />}
      {read.data === undefined ? (
        !read.isError && <Skeleton className="h-16" />
      ) : read.data.length === 0 ? (
        <p className="text-soft">No destinations yet. Alerts appear only in the log.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {read.data.map((destination) => (
            <Row
              key={destination.id}
              destination={destination}
              onSecret={(secret) => setFresh({ name: destination.name, secret })}
              onRemove={() => setRemoving(destination)}
            />
          ))}
        </ul>
      )}
      <Dialog open={making} title="New destination" onClose={() => setMaking(false)}>
        <NewDestination
          onClose={() => setMaking(false)}
          onMade={({ destination, secret }) => {
            setMaking(false);
            if (secret !== null) setFresh({ name: destination.name, secret });
          }}
        />
      </Dialog>
      <ConfirmDialog
        of={removing}
        title={`Remove ${foreign(removing?.name ?? '')}?`}
        act="Remove the destination"
        change={remove}
        onClose={() => setRemoving(null)}
      >
        Pending messages are discarded too. The log keeps what was sent.
      </ConfirmDialog>
    </Section>
  );
}

type RowProps = { destination: AlertDestination; onSecret(secret: string): void; onRemove(): void };

function Row({ destination, onSecret, onRemove }: RowProps) {
  const { id, name, kind, shown, readable, secretMadeAt } = destination;
  const refresh = () => queryClient.invalidateQueries({ queryKey: alertsQueryKey });
  const test = useMutation({ mutationFn: () => call('testAlertDestination', { id }), onSettled: refresh });
  const rotate = useMutation({
    mutationFn: () => call('rotateAlertSecret', { id }),
    onSuccess: async ({ secret }) => {
      onSecret(secret);
      await refresh();
    },
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="font-medium break-words">
          <bdi>{name}</bdi>
        </p>
        <p className="text-small text-soft break-words">
          {destinationWords[kind]} · <bdi>{shown}</bdi>
          {secretMadeAt !== null && ` · secret of ${day(secretMadeAt)}`}
        </p>
        {!readable && (
          <p className="text-small text-caution">
            The server’s secret has changed, so this address cannot be read. Create a new destination.
          </p>
        )}
        {test.isSuccess && <p className="text-small text-soft">Test message sent; see the log.</p>}
        {(test.isError || rotate.isError) && <Failure error={test.error ?? rotate.error} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          forMembers
          small
          busy={test.isPending}
          onClick={() => test.mutate()}
          aria-label={`Send a test to ${name}`}
        >
          Send a test
        </Button>
        {kind === 'webhook' && (
          <Button
            forMembers
            small
            busy={rotate.isPending}
            onClick={() => rotate.mutate()}
            aria-label={`New secret for ${name}`}
            title="The old secret stays valid for 24 hours"
          >
            New secret
          </Button>
        )}
        <Button forMembers small kind="danger" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}
