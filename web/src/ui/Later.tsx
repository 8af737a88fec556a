import { type ReactNode, useDeferredValue } from 'react';

/**
 * A part that need not be there in the first picture: it is drawn right after it, in pieces between which the page
 * answers its reader. Only for what is folded or stands at the end of a page, so that nothing moves when it comes.
 */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
