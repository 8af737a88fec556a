import { lazy, Suspense, useState } from 'react';
import { fetchPage } from '../shell/fetchPage.ts';
import type { AskedRun } from './asked.ts';

export type AskDialogProps = {
  open: boolean;
  questions: readonly AskedRun[];
  /** Domain for which a lookup may be permitted; offered only for a single question. */
  seoDomain?: string | null;
  /** False if none of the questions has an answer yet, so that nothing can be reused. */
  hasAnswers?: boolean;
  onClose(): void;
  onAsked?: (() => void) | undefined;
};

const Body = lazy(() => fetchPage(async () => ({ default: (await import('./AskDialogBody.tsx')).AskDialogBody })));

/** Shows what asking costs and waits for a confirmation. Its script is loaded when it is first opened. */
export function AskDialog(props: AskDialogProps) {
  const [wasOpened, setOpened] = useState(false);
  if (props.open && !wasOpened) setOpened(true);
  return wasOpened ? (
    <Suspense>
      <Body {...props} />
    </Suspense>
  ) : null;
}
