import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { type Members, membersQuery, queryClient } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Choice } from '../../ui/Field.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure } from '../../ui/Notice.tsx';

export type GivenRole = Members['invitations'][number]['role'];

export const givenRoles: readonly { value: GivenRole; label: string }[] = [
  { value: 'member', label: 'Member' },
  { value: 'viewer', label: 'Viewer' },
];

/** Role of a member. Changing a member to a viewer ends their keys, so it needs a confirmation. */
export function MemberRole({ member }: { member: Members['members'][number] }) {
  const [target, setWanted] = useState<GivenRole | null>(null);
  const change = useMutation({
    mutationFn: (role: GivenRole) => call('changeMember', { id: member.id, role }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
      setWanted(null);
    },
  });
  const close = () => {
    setWanted(null);
    change.reset();
  };
  return (
    <>
      <Choice
        label={`Role of ${member.email}`}
        hideLabel
        value={member.role === 'viewer' ? 'viewer' : 'member'}
        options={givenRoles}
        onChange={(role) => setWanted(role)}
      />
      <Dialog
        open={target !== null}
        onClose={close}
        title={`Make ${foreign(member.email)} a ${target === 'viewer' ? 'viewer' : 'member'}?`}
      >
        <p>
          {target === 'viewer'
            ? 'A viewer reads everything here, and spends and changes nothing. The API keys they made here end at once, those of plans that they activated too.'
            : 'A member adds websites and questions, and may start paid work where the operator lets them.'}
        </p>
        {change.isError && <Failure error={change.error} />}
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={close}>Leave it</Button>
          <Button kind="primary" busy={change.isPending} onClick={() => target !== null && change.mutate(target)}>
            Change to {target === 'viewer' ? 'viewer' : 'member'}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
