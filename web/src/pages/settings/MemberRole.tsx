import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { type Members, membersQuery, queryClient } from '../../api/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Choice } from '../../ui/Field.tsx';
import { foreign } from '../../ui/Foreign.tsx';

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
      <ConfirmDialog
        of={target}
        title={`Make ${foreign(member.email)} a ${target === 'viewer' ? 'viewer' : 'member'}?`}
        act={`Change to ${target === 'viewer' ? 'viewer' : 'member'}`}
        kind="primary"
        change={change}
        onClose={close}
      >
        {target === 'viewer'
          ? 'Viewers have read-only access. API keys they created, and keys of plans they activated, stop working immediately.'
          : 'Members add websites and questions, and can start paid work if the operator allows it.'}
      </ConfirmDialog>
    </>
  );
}
