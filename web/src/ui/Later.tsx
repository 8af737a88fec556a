import { type ReactNode, useDeferredValue } from 'react';

/**
 * Defers a part of the page until after the first paint: it is drawn right after it, in pieces between which the page
 * answers its reader. Only for what is folded or at the end of a page, so that nothing moves when it comes.
 * `now`: its reader has asked for it, and the next key may already be for what it holds.
 */
export function Later({ now = false, children }: { now?: boolean; children: ReactNode }) {
  const isTime = useDeferredValue(true, false);
  return (isTime || now) && children;
}
