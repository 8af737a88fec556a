import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

type Props = {
  label: string;
  className?: string;
  /** Scrolls only while its content is too wide for it, so that what sticks to the top of the page does so. */
  onlyTooWide?: boolean;
  children: ReactNode;
};

/** A separately scrolling part: named, and reachable by keyboard, since the keys must be able to scroll it. */
export function Scroller({ label, className = '', onlyTooWide = false, children }: Props) {
  const ref = useRef<HTMLElement>(null);
  const [isTooWide, setTooWide] = useState(true);
  useLayoutEffect(() => {
    const part = ref.current;
    const content = part?.firstElementChild;
    if (!onlyTooWide || part === null || content === null || content === undefined) return;
    // A column of a fixed width may hold more than it shows: the table itself is then not too wide.
    // The room around a small button at the edge reaches a few pixels further.
    const look = () => setTooWide(part.scrollWidth > part.clientWidth + 6);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(part);
    observer.observe(content);
    return () => observer.disconnect();
  }, [onlyTooWide]);
  return (
    <section
      ref={ref}
      aria-label={label}
      tabIndex={0}
      className={`relative ${isTooWide ? 'overflow-auto' : ''} ${className}`}
    >
      {children}
    </section>
  );
}
