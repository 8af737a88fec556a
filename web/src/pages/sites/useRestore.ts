import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import { archivedSitesQuery, membersQuery, queryClient, sitesQuery } from '../../api/queries.ts';

/** The way back of an archived website, and whether this person may take it. */
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
