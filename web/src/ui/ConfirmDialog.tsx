import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Failure } from './Notice.tsx';

type Props<T> = {
  /** Subject of the act; null: nothing is to be confirmed. */
  of: T | null;
  title: string;
  /** Label of the button, which names the act. */
  act: string;
  kind?: 'danger' | 'primary';
  change: { isPending: boolean; error: Error | null; mutate(of: T): void };
  onClose(): void;
  /** Consequences of the act. */
  children: ReactNode;
};

/** Asks before an act that is hard to undo. */
export function ConfirmDialog<T>({ of, title, act, kind = 'danger', change, onClose, children }: Props<T>) {
  return (
    <Dialog open={of !== null} onClose={onClose} title={title}>
      <p>{children}</p>
      {change.error !== null && (
        <div className="mt-4">
          <Failure error={change.error} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind={kind} busy={change.isPending} onClick={() => of !== null && change.mutate(of)}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
