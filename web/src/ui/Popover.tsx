import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

type Props = {
  /** Button label for screen readers, if its content is not enough. */
  label?: string;
  face: ReactNode;
  children: ReactNode;
  className?: string;
  /** Hides the arrow that marks a button with a panel. */
  plain?: boolean;
  /** Open initially: for a panel that the reader has just requested. */
  opens?: boolean;
};

const gap = 4;

/**
 * Shows a button that opens a panel below it. The browser closes the panel on Escape or a press outside, and restores
 * the focus.
 */
export function Popover({ label, face, children, className = 'filter shrink-0', plain = false, opens = false }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (opens) panel.current?.showPopover();
  }, [opens]);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-expanded={isOpen}
        {...(label === undefined ? {} : { 'aria-label': label })}
        className={className}
      >
        {face}
        {!plain && <Icon name="chevron" className="size-3 rotate-90 text-soft" />}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={(event) => {
          const isShown = event.newState === 'open';
          setOpen(isShown);
          if (isShown) placeBelow(button.current, panel.current);
        }}
        className="panel"
      >
        {isOpen && children}
      </div>
    </>
  );
}

/**
 * Positions a panel of the top layer below its opener, inside the window, or above if there is too little room below.
 */
export function placeBelow(opener: HTMLElement | null, panel: HTMLElement | null): void {
  if (opener === null || panel === null) return;
  const at = opener.getBoundingClientRect();
  // Content rendered on opening determines its size one frame later.
  requestAnimationFrame(() => {
    const { offsetWidth: width, offsetHeight: height } = panel;
    const x = Math.max(8, Math.min(at.left, innerWidth - width - 8));
    const isBelow = at.bottom + gap + height <= innerHeight || at.top < height + gap;
    panel.style.left = `${x}px`;
    panel.style.top = `${isBelow ? at.bottom + gap : at.top - gap - height}px`;
  });
  panel.style.left = `${Math.max(8, Math.min(at.left, innerWidth - 296))}px`;
  panel.style.top = `${at.bottom + gap}px`;
}
