import type { ReactNode } from 'react';

type Props = { part: number; of: number; own?: boolean; children: ReactNode };

/** A count with a bar of its part of the whole, for a cell of a table. */
export function CountBar({ part, of, own = false, children }: Props) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-2 w-24 rounded-full bg-sunken max-sm:hidden">
        <span
          className={`block h-full rounded-full ${own ? 'bg-accent' : 'bg-edge'}`}
          style={{ width: `${of === 0 ? 0 : (100 * part) / of}%` }}
        />
      </span>
      <span className="min-w-8">{children}</span>
    </span>
  );
}
