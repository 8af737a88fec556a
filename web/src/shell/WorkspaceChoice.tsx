import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../api/queries.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { foreign } from '../ui/Foreign.tsx';
import { Failure } from '../ui/Notice.tsx';
import { Switcher } from '../ui/Switcher.tsx';
import { roleWords } from './roleWords.ts';
import { switchWorkspace } from './sessions.ts';

/** Shows the current workspace, for people with several. Everything on the page belongs to it. */
export function WorkspaceChoice({ session }: { session: Session }) {
  const [choice, setChosen] = useState<string | null>(null);
  const change = useMutation({ mutationFn: (id: string) => switchWorkspace(id) });
  if (session.workspaces.length < 2) return null;
  const close = () => {
    setChosen(null);
    change.reset();
  };
  return (
    <>
      <Switcher
        label="Workspace"
        shown={session.workspace.name}
        value={session.workspace.id}
        options={session.workspaces.map(({ id, name, role }) => ({ id, name, detail: `you are ${roleWords[role]}` }))}
        choose={(id) => {
          setChosen(id);
          change.mutate(id);
        }}
      />
      <Dialog
        open={choice !== null && change.isError}
        onClose={close}
        title={`Go to ${foreign(session.workspaces.find(({ id }) => id === choice)?.name ?? 'the other workspace')}?`}
      >
        {change.isError && <Failure error={change.error} />}
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button
            kind="primary"
            busy={change.isPending}
            onClick={() => {
              if (choice !== null) change.mutate(choice);
            }}
          >
            Retry
          </Button>
        </div>
      </Dialog>
    </>
  );
}
