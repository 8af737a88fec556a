import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { type Connection, connectionsQuery, queryClient } from '../../api/queries.ts';
import { day, Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';

/** Lists programs that signed in: what each may do, and a button to disconnect it. */
export function Connections() {
  const connections = useQuery(connectionsQuery);
  const [ending, setEnding] = useState<Connection | null>(null);
  const end = useMutation({
    mutationFn: (connection: Connection) => call('revokeConnection', { id: connection.id }),
    onSuccess: async () => {
      setEnding(null);
      await queryClient.invalidateQueries({ queryKey: connectionsQuery.queryKey });
    },
  });
  if (connections.isError) return <Failure error={connections.error} retry={() => void connections.refetch()} />;
  if (connections.data === undefined) return <Skeleton className="h-16" />;
  if (connections.data.length === 0) {
    return <p className="text-soft">None yet. An agent that can sign in needs only the MCP address.</p>;
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {connections.data.map((connection) => (
          <li key={connection.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
            <span className="min-w-0">
              <bdi className="font-medium">{connection.clientName}</bdi>{' '}
              <bdi className="break-all font-mono text-small text-soft">{connection.clientId}</bdi>
              <span className="block text-small text-soft">
                for {connection.isYours ? 'you' : <bdi>{connection.accountEmail}</bdi>} ·{' '}
                {connection.permissions.join(', ')} · needs approval to buy · connected {day(connection.connectedAt)} ·{' '}
                {connection.lastUsedAt === null ? (
                  'never used'
                ) : (
                  <>
                    last used <Time iso={connection.lastUsedAt} age />
                  </>
                )}
              </span>
            </span>
            {connection.mayRevoke && (
              <Button
                small
                kind="danger"
                onClick={() => setEnding(connection)}
                aria-label={`Disconnect ${connection.clientName}`}
              >
                Disconnect
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        of={ending}
        title={`Disconnect ${foreign(ending?.clientName ?? '')}?`}
        act="Disconnect"
        change={end}
        onClose={() => setEnding(null)}
      >
        Its next request will be refused. To reconnect, it must ask for access again.
      </ConfirmDialog>
    </>
  );
}
