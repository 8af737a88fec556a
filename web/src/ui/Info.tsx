import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { LazyNotion } from '../words/LazyNotion.tsx';
import type { Notion } from '../words/notions.ts';
import { addPrintNote } from '../words/printNotes.ts';
import { placeBelow } from './Popover.tsx';

type Props = {
  of: Notion;
  /** Label for screen readers: `About visibility`. */
  label: string;
  /** Details of the current numbers: how they are computed, and a link to their answers. */
  children?: ReactNode;
  /** Shows the amber dot: the number next to it is based on less than was selected. */
  warns?: boolean;
};

const hoverMs = 150;

/** Explanation of a label, opened by press, hover or focus and closed by Escape. In print it is a numbered note. */
export function Info({ of, label, children, warns = false }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [number, setNumber] = useState(0);
  useEffect(() => addPrintNote(of, setNumber), [of]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (opens: boolean) => {
    clearTimeout(timer.current);
    setOpen(opens);
    const popover = panel.current;
    if (popover === null || popover.matches(':popover-open') === opens) return;
    if (opens) popover.showPopover();
    else popover.hidePopover();
    if (opens) placeBelow(button.current, popover);
  };
  const showSoon = (opens: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => show(opens), hoverMs);
  };
  return (
    // Hover and Escape belong to the button and its panel together.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <span
      className="inline-flex align-middle"
      onMouseEnter={() => showSoon(true)}
      onMouseLeave={() => showSoon(false)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) show(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        event.preventDefault();
        show(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-label={`About ${label}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => show(!isOpen)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && show(true)}
        className={`screen-only relative -m-1 inline-grid size-6 place-items-center rounded-full text-soft hover:text-ink ${warns ? 'text-caution' : ''}`}
      >
        <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3.5" fill="none" stroke="currentColor">
          <circle cx="8" cy="8" r="6.5" strokeWidth="1.2" />
          <path d="M8 7.300v4M8 4.700v.2" strokeWidth="1.6" strokeLinecap="round" />
        </svg>
        {warns && <span aria-hidden="true" className="absolute top-0.5 right-0.5 size-1.5 rounded-full bg-caution" />}
      </button>
      <sup className="hidden print:inline">{number}</sup>
      <div ref={panel} id={id} popover="manual" role="note" className="panel screen-only w-72 p-3">
        {isOpen && (
          <div className="grid gap-2 font-normal text-ink text-small">
            <p>
              <LazyNotion of={of} />
            </p>
            {children}
          </div>
        )}
      </div>
    </span>
  );
}
