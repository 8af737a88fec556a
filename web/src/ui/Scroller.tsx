import type { ReactNode } from 'react';

/** A part that scrolls by itself: named, and reachable by keyboard, since the keys must be able to scroll it. */
export function Scroller({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={label} tabIndex={0} className={`relative overflow-auto ${className}`}>
      {children}
    </section>
  );
}
