import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import { archivedSitesQuery, queryClient, sitesQuery } from '../../api/queries.ts';
import { useMayManage } from '../../ui/ForMembers.tsx';

/** Restores an archived website, if this person may. */
export function useRestore() {
  const mayRestore = useMayManage();
  const restore = useMutation({
    mutationFn: (id: string) => call('restoreSite', { id }),
    onSuccess: () =>
      Promise.all(
        [sitesQuery.queryKey, archivedSitesQuery.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return { mayRestore, restore };
}
