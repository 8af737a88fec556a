import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { type SharedReport, type ShareLink, shareLinksQuery } from '../../api/sharingQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { day, Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Choice } from '../../ui/Field.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';

/** Links that open one frozen report without an account, with their expiry. */
export function ShareLinks({ report }: { report: SharedReport }) {
  const links = useQuery(shareLinksQuery(report.id));
  const refresh = () => queryClient.invalidateQueries({ queryKey: shareLinksQuery(report.id).queryKey });
  const [days, setDays] = useState('30');
  const make = useMutation({
    mutationFn: () => call('createShareLink', { id: report.id, expiresInDays: Number(days) }),
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: (linkId: string) => call('revokeShareLink', { id: report.id, linkId }),
    onSuccess: refresh,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <div className="grid gap-4">
      <p className="measure">
        Anyone with a link can read only this report and its answers, without an account. Search engines are asked not
        to index it.
      </p>
      <ForMembers>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <Choice
            label="Open for"
            value={days}
            onChange={setDays}
            options={['7', '30', '90', '365'].map((value) => ({ value, label: `${value} days` }))}
          />
          <Button submit kind="primary" busy={make.isPending}>
            Create link
          </Button>
        </form>
      </ForMembers>
      {make.isError && <Failure error={make.error} />}
      {make.data !== undefined && (
        <Notice title="Copy this link now. You won’t see it again.">
          <p className="my-2 break-all rounded-small bg-raised p-2 font-mono text-ink text-small">{make.data.url}</p>
          <CopyButton text={make.data.url} label="Copy the link" />
        </Notice>
      )}
      {links.isError && <Failure error={links.error} retry={() => void links.refetch()} />}
      {revoke.isError && <Failure error={revoke.error} />}
      {links.data === undefined ? (
        !links.isError && <Skeleton className="h-16" />
      ) : links.data.length === 0 ? (
        <p className="text-soft">No links yet.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {links.data.map((link) => (
            <li key={link.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
              <span className="min-w-0">
                {stateOf(link)}
                <span className="block text-small text-soft">
                  by <bdi>{link.madeBy}</bdi>, <Time iso={link.createdAt} /> · opened{' '}
                  {countWithNoun(link.opened, 'time')}
                  {link.lastOpenedAt !== null && (
                    <>
                      , last <Time iso={link.lastOpenedAt} age />
                    </>
                  )}
                </span>
              </span>
              {link.isOpen && (
                <Button
                  forMembers
                  small
                  kind="danger"
                  busy={revoke.isPending && revoke.variables === link.id}
                  onClick={() => revoke.mutate(link.id)}
                  aria-label={`Revoke the link that expires ${day(link.expiresAt)}`}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function stateOf({ isOpen, revokedAt, expiresAt }: ShareLink): string {
  if (revokedAt !== null) return `Revoked on ${day(revokedAt)}`;
  return isOpen ? `Open until ${day(expiresAt)}` : `Expired on ${day(expiresAt)}`;
}
