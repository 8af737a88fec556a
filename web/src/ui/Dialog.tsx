import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Sentence } from './Foreign.tsx';
import { Icon } from './Icon.tsx';

type Props = { open: boolean; title: string; onClose(): void; children: ReactNode; wide?: boolean };

const fields = 'input:enabled:not([type=hidden]), select:enabled, textarea:enabled';

/** The browser's own modal: its first field has the focus, it traps the focus, closes on Escape, gives focus back, and needs no style of its own. */
export function Dialog({ open, title, onClose, children, wide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open === open) return;
    if (!open) return dialog.close();
    dialog.showModal();
    // The browser takes the first thing that can have the focus, which is the way out: a reader came to fill something in.
    if (document.activeElement === closer.current) dialog.querySelector<HTMLElement>(fields)?.focus();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape already closes a modal dialog; the click is on its backdrop.
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={`m-auto w-[calc(100%-2rem)] ${wide ? 'max-w-3xl' : 'max-w-lg'} rounded-box border border-line bg-raised p-0 text-ink shadow-2xl`}
    >
      {open && (
        <div className="p-6">
          <div className="mb-4 flex items-start justify-between gap-4">
            <h2 id={id} className="text-title font-semibold">
              <Sentence text={title} />
            </h2>
            <button
              ref={closer}
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="-m-2 rounded-small p-2 text-soft hover:text-ink"
            >
              <Icon name="close" />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
