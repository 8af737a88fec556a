import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import { archivedSitesQuery, membersQuery, queryClient, sitesQuery } from '../../api/queries.ts';

/** Restores an archived website, if this person may. */
export function useRestore() {
  const mayRestore = useQuery(membersQuery).data?.mayManage === true;
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
