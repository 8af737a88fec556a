import type { ReactNode } from 'react';
import { integer } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Popover } from '../ui/Popover.tsx';
import { useIsWide } from '../ui/useMedia.ts';

type Props = {
  /** Filters that a wide window shows as buttons in the bar. */
  children: ReactNode;
  /** Filters that are collapsed in a wide window too. */
  further?: readonly ReactNode[];
  /** Number of active filters, and of those that a wide window collapses. */
  count: number;
  furtherCount?: number;
  clear(): void;
};

/** Shows the filters of a page in its bar; those without room are in a panel, whose button counts the active ones. */
export function FoldedFilters({ children, further = [], count, furtherCount = 0, clear }: Props) {
  const isWide = useIsWide();
  const clearButton = count > 0 && (
    <Button small kind="quiet" onClick={clear}>
      Clear
    </Button>
  );
  const folded = isWide ? furtherCount : count;
  return (
    <>
      {isWide && children}
      {(!isWide || further.length > 0) && (
        <Popover face={folded === 0 ? 'Filters' : `Filters (${integer(folded)})`}>
          <div className="grid justify-items-start gap-2 p-3">
            {!isWide && children}
            {further}
            {!isWide && clearButton}
          </div>
        </Popover>
      )}
      {isWide && clearButton}
    </>
  );
}
