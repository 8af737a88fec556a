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

/** Window widths from which a table has room for further columns; from `md` on, the rail takes its part. */
export type ColumnWidth = 'sm' | 'md' | 'lg' | 'xl';

/** Returns true for the widths that the window has. */
export function useHasWidth(): (from: ColumnWidth | undefined) => boolean {
  const has = {
    sm: useMedia('(width >= 40rem)'),
    md: useMedia('(width >= 64rem)'),
    lg: useMedia('(width >= 75rem)'),
    xl: useMedia('(width >= 80rem)'),
  };
  return (from) => from === undefined || has[from];
}
