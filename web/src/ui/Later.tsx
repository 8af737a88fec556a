import { type ReactNode, useDeferredValue } from 'react';

/**
 * Defers a part of the page until after the first paint, and then renders it in pieces between which the page responds.
 * Only for collapsed parts or the end of a page, so that nothing moves when it appears. `now`: its reader has requested
 * it, and the next key may already be for its content.
 */
export function Later({ now = false, children }: { now?: boolean; children: ReactNode }) {
  const isTime = useDeferredValue(true, false);
  return (isTime || now) && children;
}
