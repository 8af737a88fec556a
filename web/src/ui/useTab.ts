import { useNavigate, useSearch } from '@tanstack/react-router';

/** Returns the part of a page that its address selects, by default the first, and a function to change it. */
export function useTab<Id extends string>(ids: readonly Id[], place: 'tab' | 'part' = 'tab'): [Id, (id: Id) => void] {
  const search: { tab?: string; part?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const first = ids[0] as Id;
  const value = ids.find((id) => id === search[place]) ?? first;
  const choose = (id: Id) =>
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, [place]: id === first ? undefined : id })) as never,
      replace: true,
      resetScroll: false,
    });
  return [value, choose];
}
