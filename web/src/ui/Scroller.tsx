import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

type Props = {
  label: string;
  className?: string;
  /** Scrolls only while its content is too wide, so that sticky elements stick to the page. */
  onlyTooWide?: boolean;
  children: ReactNode;
};

/** Shows a separately scrolling part: named, and focusable, so that the keyboard can scroll it. */
export function Scroller({ label, className = '', onlyTooWide = false, children }: Props) {
  const ref = useRef<HTMLElement>(null);
  const [isTooWide, setTooWide] = useState(true);
  useLayoutEffect(() => {
    const part = ref.current;
    const content = part?.firstElementChild;
    if (!onlyTooWide || part === null || content === null || content === undefined) return;
    // A fixed-width column may cut its content instead of making the table too wide. The target area of a small button
    // at the edge reaches a few pixels further.
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
