import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Sentence } from './Foreign.tsx';
import { Icon } from './Icon.tsx';

type Props = {
  open: boolean;
  title: string;
  onClose(): void;
  children: ReactNode;
  /** Buttons that stay visible whatever the length of the content above. */
  foot?: ReactNode;
  wide?: boolean;
};

const fields = 'input:enabled:not([type=hidden]), select:enabled, textarea:enabled';

/**
 * Shows the browser's own modal: it focuses its first field, traps the focus, closes on Escape, restores the focus, and
 * needs no style of its own.
 */
export function Dialog({ open, title, onClose, children, foot, wide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open === open) return;
    if (!open) return dialog.close();
    opener.current = openerOfPanel(document.activeElement);
    dialog.showModal();
    // The browser focuses the close button, or a scrolling part, but the reader wants to fill in a field.
    if (document.activeElement?.matches(fields) !== true) dialog.querySelector<HTMLElement>(fields)?.focus();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape already closes a modal dialog; the click is on its backdrop.
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={() => {
        // The browser restores the focus if the element still exists.
        const { activeElement } = document;
        if (activeElement === document.body || ref.current?.contains(activeElement)) opener.current?.focus();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={`m-auto w-[calc(100%-2rem)] ${wide ? 'max-w-3xl' : 'max-w-lg'} max-h-[calc(100dvh-2rem)] overflow-hidden rounded-box border border-rim bg-raised p-0 text-ink shadow-2xl`}
    >
      {open && (
        <div className="flex max-h-[calc(100dvh-2rem-2px)] flex-col">
          <div className="min-h-0 overflow-y-auto p-5">
            <div className="mb-3 flex items-start justify-between gap-4">
              <h2 id={id} className="text-title font-semibold">
                <Sentence text={title} />
              </h2>
              <button
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
          {foot !== undefined && (
            <div className="flex shrink-0 flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{foot}</div>
          )}
        </div>
      )}
    </dialog>
  );
}

/**
 * Returns the button of the panel that contains an element. A modal closes the panel, so the focus cannot return into
 * it.
 */
function openerOfPanel(element: Element | null): HTMLElement | null {
  const panel = element?.closest('[popover]');
  return panel == null ? null : document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(panel.id)}"]`);
}
