import { useCallback, useSyncExternalStore } from 'react';

function useMedia(media: string): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const query = matchMedia(media);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(follow, () => matchMedia(media).matches);
}

/** Returns true in a window with room for the filters of a page in one row. */
export const useIsWide = (): boolean => useMedia('(min-width: 1100px)');

/** Returns true in a window narrower than `sm`, the first width at which tables show further columns. */
export const useIsPhone = (): boolean => useMedia('(width < 40rem)');
