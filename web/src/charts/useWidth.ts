import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Measures the width of an element in CSS pixels, and updates it on changes: charts are drawn at their true size, never
 * scaled. The element needs `contain-inline-size`, because otherwise the chart itself would keep it wide in a narrower
 * window.
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
