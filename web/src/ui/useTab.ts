import { useNavigate, useSearch } from '@tanstack/react-router';

/** The part of a page that its address chooses, the first by default, and the way to another. */
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
