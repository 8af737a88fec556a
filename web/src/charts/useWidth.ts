import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The width of an element in CSS pixels, kept while it changes: pictures are drawn at their true size, never scaled. The
 * element needs `contain-inline-size`: else the picture itself would hold it open when the window becomes narrower.
 */
export function useWidth<T extends HTMLElement>(initial = 640) {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    setWidth(Math.round(element.getBoundingClientRect().width) || initial);
    observer.observe(element);
    return () => observer.disconnect();
  }, [initial]);
  return { ref, width };
}
