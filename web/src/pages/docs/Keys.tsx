import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { keysQuery, queryClient } from '../../api/queries.ts';
import { day, Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { SecretNotice } from '../../ui/SecretNotice.tsx';
import { Section } from '../../ui/Section.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';
import { NewKey } from './NewKey.tsx';

const ownerWords = { own: 'yours', other: 'another member’s' };

/** Lists keys of the workspace. Only this page's memory holds a new key's secret, until it is dismissed. */
export function Keys() {
  const keys = useQuery(keysQuery);
  const [created, setMade] = useState<{ key: ApiKey; secret: string } | null>(null);
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => call('revokeKey', { id: key.id }),
    onSuccess: async () => {
      setRevoking(null);
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  const { found, field, none } = useListSearch({
    place: 'keys',
    rows: keys.data ?? [],
    textOf: (key) => [key.name, key.prefix, ...key.permissions].join(' '),
    noun: 'key',
  });
  const now = Date.now();
  const isOpen = (key: ApiKey) => key.revokedAt === null && (key.expiresAt === null || Date.parse(key.expiresAt) > now);
  return (
    <Section
      title="Keys"
      info="apiKeys"
      actions={
        <Button forMembers kind="primary" small onClick={() => setMaking(true)}>
          Create key
        </Button>
      }
    >
      {created !== null && (
        <SecretNotice
          title={`Copy the key “${foreign(created.key.name)}” now. You won’t see it again.`}
          secret={created.secret}
          copy="Copy the key"
          onDone={() => setMade(null)}
        />
      )}
      {keys.isError && <Failure error={keys.error} retry={() => void keys.refetch()} />}
      {field}
      {none}
      {keys.data === undefined ? (
        !keys.isError && <Skeleton className="h-24" />
      ) : keys.data.length === 0 ? (
        <p className="text-soft">No keys yet.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {found.map((key) => (
            <li
              key={key.id}
              data-row
              className={`grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 text-small max-sm:py-1 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_4.5rem] ${isOpen(key) ? '' : 'text-soft'}`}
            >
              <span className="one-line">
                <bdi className={isOpen(key) ? 'font-medium' : 'line-through'}>{key.name}</bdi>{' '}
                <code className="font-mono text-soft">{key.prefix}…</code>
              </span>
              <span className="text-soft max-md:order-last max-md:col-span-full">
                {ownerWords[key.isYours ? 'own' : 'other']} · {key.permissions.join(', ')}
                {key.asksToSpend && ' · needs approval to buy'} ·{' '}
                {key.revokedAt !== null
                  ? `revoked ${day(key.revokedAt)}`
                  : key.expiresAt === null
                    ? 'never expires'
                    : `${isOpen(key) ? 'expires' : 'expired'} ${day(key.expiresAt)}`}{' '}
                ·{' '}
                {key.lastUsedAt === null ? (
                  'never used'
                ) : (
                  <>
                    last used <Time iso={key.lastUsedAt} age />
                  </>
                )}
              </span>
              {isOpen(key) && key.mayRevoke && (
                <Button small kind="quiet" onClick={() => setRevoking(key)} aria-label={`Revoke ${key.name}`}>
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <NewKey
        open={making}
        onClose={() => setMaking(false)}
        onMade={(result) => {
          setMaking(false);
          setMade(result);
        }}
      />
      <ConfirmDialog
        of={revoking}
        title={`Revoke ${foreign(revoking?.name ?? '')}?`}
        act="Revoke the key"
        change={revoke}
        onClose={() => setRevoking(null)}
      >
        The next request with this key will be refused. You cannot undo this.
      </ConfirmDialog>
    </Section>
  );
}
