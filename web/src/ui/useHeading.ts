import { type RefObject, useEffect, useRef } from 'react';
import { withoutMarkers } from './Foreign.tsx';

/** False until the reader has pressed anything: the page then is the one that was opened, however often it is drawn. */
let hasActed = false;
for (const name of ['keydown', 'click']) {
  addEventListener(name, () => (hasActed = true), { capture: true, once: true });
}

/**
 * Names the tab after the heading of the page, and lets a reader begin there: a heading that comes late, or in place of
 * what had the focus, takes it. On the page that was opened nothing is taken, so that the first Tab reaches the skip link.
 */
export function useHeading(title: string, of?: string): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [withoutMarkers(title), ...(of === undefined ? [] : [of]), 'Sightline'].join(' · ');
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body || activeElement.id === 'main';
    if (isFree && hasActed) ref.current?.focus({ preventScroll: true });
  }, [title, of]);
  return ref;
}
