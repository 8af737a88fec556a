import { type RefObject, useEffect, useRef } from 'react';
import { withoutMarkers } from './Foreign.tsx';

let isFirstPage = true;

/**
 * Names the tab after the heading of the page, and lets a reader begin there: a heading that comes late, or in place of
 * what had the focus, takes it. On the first page nothing is taken, so that the first Tab reaches the skip link.
 */
export function useHeading(title: string, of?: string): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [withoutMarkers(title), ...(of === undefined ? [] : [of]), 'Sightline'].join(' · ');
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body || activeElement.id === 'main';
    if (isFree && !isFirstPage) ref.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, [title, of]);
  return ref;
}
