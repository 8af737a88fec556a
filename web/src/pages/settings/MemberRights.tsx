import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { type Members, membersQuery, queryClient } from '../../api/queries.ts';
import { Failure } from '../../ui/Notice.tsx';

/** Switch of the data members may export. Owners change it; others see its state. */
export function MemberRights({ rights, isOwner }: { rights: Members['rights']; isOwner: boolean }) {
  // Optimistic state: the mutation reports a moment later, but the checkbox must follow the click immediately.
  const [isAsked, setAsked] = useState<boolean | null>(null);
  const change = useMutation({
    mutationFn: (membersManage: boolean) => call('changeMemberRights', { membersManage }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
      setAsked(null);
    },
  });
  const set = (isWanted: boolean) => {
    if (change.isPending) return;
    setAsked(isWanted);
    change.mutate(isWanted);
  };
  return (
    <li data-row>
      <label className={`flex min-h-9 items-center gap-2.5 text-small ${isOwner ? '' : 'text-soft'}`}>
        <input
          type="checkbox"
          checked={isAsked ?? rights.membersManage}
          disabled={!isOwner}
          aria-busy={change.isPending || undefined}
          onChange={(event) => set(event.target.checked)}
          className="size-4 shrink-0"
        />
        Members may archive websites and revoke other members’ keys
      </label>
      {change.isError && (
        <Failure error={change.error} retry={() => set(change.variables)} retryNote="Trying again buys nothing." />
      )}
    </li>
  );
}
