import { useSyncExternalStore } from 'react';
import { type Asking, askQueue } from './askQueue.ts';

/** The batch of this browser tab, about one website or about all. */
export function useAsking(siteId?: string): readonly Asking[] {
  const { items } = useSyncExternalStore(askQueue.subscribe, askQueue.read);
  return siteId === undefined ? items : items.filter((item) => item.siteId === siteId);
}
