import type { ReactNode } from 'react';
import { integer } from '../format/numbers.ts';
import { Button } from './Button.tsx';

type Props = { count: number; clear(): void; children: ReactNode };

/** Shows actions for the selected rows of a list, at the bottom of the window while any is selected. */
export function ChosenBar({ count, clear, children }: Props) {
  return (
    <section
      aria-label="Chosen rows"
      className="screen-only sticky bottom-3 z-10 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-box border border-line bg-raised px-3 py-2 shadow-2xl max-md:bottom-20"
    >
      <span className="text-small tabular-nums">{integer(count)} chosen</span>
      {children}
      <Button small kind="quiet" onClick={clear}>
        Clear
      </Button>
    </section>
  );
}
