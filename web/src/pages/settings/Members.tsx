import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/http.ts';
import { membersQuery, queryClient } from '../../api/queries.ts';
import { day } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';
import { MemberRights } from './MemberRights.tsx';
import { type AssignableRole, assignableRoles, MemberRole } from './MemberRole.tsx';

const refresh = () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });

/** Members of the workspace; owners invite and remove them. */
export function Members({ isOwner }: { isOwner: boolean }) {
  const read = useQuery(membersQuery);
  const [link, setLink] = useState<{ email: string; link: string } | null>(null);
  const [removing, setRemoving] = useState<{ id: string; email: string } | null>(null);
  const remove = useMutation({
    mutationFn: ({ id }: { id: string }) => call('removeMember', { id }),
    onSuccess: async () => {
      setRemoving(null);
      await refresh();
    },
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => call('cancelInvitation', { id }),
    onSuccess: refresh,
  });
  const { found, field, none } = useListSearch({
    place: 'members',
    rows: read.data?.members ?? [],
    textOf: (member) => `${member.email} ${member.role}`,
    noun: 'member',
  });
  if (read.isError) return <Failure error={read.error} retry={() => void read.refetch()} />;
  if (read.data === undefined) return <Skeleton className="h-32" />;
  return (
    <div className="grid gap-4">
      {field}
      {none}
      <Rows>
        {found.map((member) => (
          <Row
            key={member.id}
            name={
              <>
                <bdi>{member.email}</bdi>
                {member.isYou && <span className="font-normal text-soft"> (you)</span>}
              </>
            }
            state={`${member.role}, since ${day(member.joinedAt)}`}
          >
            {isOwner && member.role !== 'owner' && (
              <>
                <MemberRole member={member} />
                <Button small kind="quiet" onClick={() => setRemoving(member)} aria-label={`Remove ${member.email}`}>
                  Remove
                </Button>
              </>
            )}
          </Row>
        ))}
        {read.data.invitations.map((invitation) => (
          <Row
            key={invitation.id}
            name={<bdi>{invitation.email}</bdi>}
            state={`invited as a ${invitation.role}, link expires ${day(invitation.expiresAt)}`}
          >
            <Button
              small
              kind="quiet"
              busy={withdraw.isPending && withdraw.variables === invitation.id}
              onClick={() => withdraw.mutate(invitation.id)}
            >
              Revoke
            </Button>
          </Row>
        ))}
        <MemberRights rights={read.data.rights} isOwner={isOwner} />
      </Rows>
      {isOwner ? (
        <Invite onInvited={setLink} />
      ) : (
        <p className="text-small text-soft">Owners of the workspace invite and remove members.</p>
      )}
      {link !== null && (
        <Notice title={`Send this link to ${foreign(link.email)}`}>
          <p>You won’t see it again. It works once, within seven days. Sightline does not email it.</p>
          <p className="my-2 break-all rounded-small bg-raised p-2 font-mono text-ink text-small">{link.link}</p>
          <CopyButton text={link.link} label="Copy the link" />
        </Notice>
      )}
      <ConfirmDialog
        of={removing}
        title={`Remove ${foreign(removing?.email ?? '')}?`}
        act="Remove the member"
        change={remove}
        onClose={() => setRemoving(null)}
      >
        Their sessions in this workspace and the API keys they created end immediately. Their saved work stays.
      </ConfirmDialog>
    </div>
  );
}

function Invite({ onInvited }: { onInvited(made: { email: string; link: string }): void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<AssignableRole>('member');
  const invite = useMutation({
    mutationFn: () => call('inviteMember', { email: email.trim(), role }),
    onSuccess: async ({ link }) => {
      onInvited({ email: email.trim(), link });
      setEmail('');
      await refresh();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <form onSubmit={submit} className="flex max-w-xl flex-wrap items-end gap-3">
      <div className="min-w-[min(100%,15rem)] grow">
        <Field
          label="Invite by email"
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="off"
          error={invite.isError ? invite.error.message : undefined}
        />
      </div>
      <Choice label="Joins as" value={role} onChange={(choice) => setRole(choice)} options={assignableRoles} />
      <Button submit busy={invite.isPending}>
        Create invitation link
      </Button>
    </form>
  );
}
