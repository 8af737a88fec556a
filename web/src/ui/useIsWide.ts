import { useSyncExternalStore } from 'react';

/** Media query of a window with room for the filters of a page in one row. */
const wide = '(min-width: 1100px)';

const follow = (listener: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export function useIsWide(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(wide).matches);
}
