import { type RefObject, useEffect, useRef } from 'react';
import { withoutMarkers } from './Foreign.tsx';

/** False until the reader has pressed anything: the page is then the first one opened, however often it is rendered. */
let hasActed = false;
for (const name of ['keydown', 'click']) {
  addEventListener(name, () => (hasActed = true), { capture: true, once: true });
}

/**
 * Sets the tab's title to the heading of the page, and focuses the heading if it appears late or replaces a focused
 * element. On the first page opened nothing is focused, so that the first Tab reaches the skip link.
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
