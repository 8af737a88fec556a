import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { type Members, membersQuery, queryClient } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Choice } from '../../ui/Field.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure } from '../../ui/Notice.tsx';

export type AssignableRole = Members['invitations'][number]['role'];

export const assignableRoles: readonly { value: AssignableRole; label: string }[] = [
  { value: 'member', label: 'Member' },
  { value: 'viewer', label: 'Viewer' },
];

/** Select for a member's role. Changing a member to a viewer ends their keys, so it needs a confirmation. */
export function MemberRole({ member }: { member: Members['members'][number] }) {
  const [target, setWanted] = useState<AssignableRole | null>(null);
  const change = useMutation({
    mutationFn: (role: AssignableRole) => call('changeMember', { id: member.id, role }),
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
        options={assignableRoles}
        onChange={(role) => setWanted(role)}
      />
      <Dialog
        open={target !== null}
        onClose={close}
        title={`Make ${foreign(member.email)} a ${target === 'viewer' ? 'viewer' : 'member'}?`}
      >
        <p>
          {target === 'viewer'
            ? 'Viewers have read-only access. API keys they created, and keys of plans they activated, stop working immediately.'
            : 'Members add websites and questions, and can start paid work if the operator allows it.'}
        </p>
        {change.isError && <Failure error={change.error} />}
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" busy={change.isPending} onClick={() => target !== null && change.mutate(target)}>
            Change to {target === 'viewer' ? 'viewer' : 'member'}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
