import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/http.ts';
import { queryClient, type Session, sessionQuery } from '../../api/queries.ts';
import { leaveWorkspace, switchWorkspace } from '../../shell/sessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { Brand } from './Brand.tsx';

/** Form for the name of this workspace, with the account's other workspaces and a button to leave. */
export function Workspace({ session }: { session: Session }) {
  const isOwner = session.role === 'owner';
  return (
    <div className="grid gap-6">
      {isOwner ? (
        <>
          <NameForm name={session.workspace.name} />
          <Brand />
          <NewWorkspace />
          <p className="text-small text-soft">
            You own this workspace, so you cannot leave it. Its runs count against your allowances, together with those
            of your other workspaces.
          </p>
        </>
      ) : (
        <Leave session={session} />
      )}
    </div>
  );
}

function NameForm({ name }: { name: string }) {
  const [typed, setTyped] = useState(name);
  const save = useMutation({
    mutationFn: () => call('changeWorkspace', { name: typed.trim() }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="flex max-w-lg flex-wrap items-end gap-3">
      <div className="min-w-[min(100%,15rem)] grow">
        <Field
          label="Workspace name"
          required
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={save.isError ? save.error.message : undefined}
        />
      </div>
      <Button submit busy={save.isPending} disabled={typed.trim() === '' || typed.trim() === name}>
        Rename
      </Button>
    </form>
  );
}

function NewWorkspace() {
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: async () => {
      const { workspace } = await call('createWorkspace', { name: name.trim() });
      await switchWorkspace(workspace.id);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit} className="flex max-w-lg flex-wrap items-end gap-3">
      <div className="min-w-[min(100%,15rem)] grow">
        <Field
          label="Another workspace"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="Name of a client"
          autoComplete="off"
          hint="It starts empty, with you as its only member."
          error={make.isError ? make.error.message : undefined}
        />
      </div>
      <Button submit busy={make.isPending} disabled={name.trim() === ''}>
        Create and open
      </Button>
    </form>
  );
}

function Leave({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false);
  const leave = useMutation({ mutationFn: () => leaveWorkspace() });
  const isLast = session.workspaces.length === 1;
  return (
    <>
      <div>
        <Button kind="danger" onClick={() => setOpen(true)}>
          Leave this workspace…
        </Button>
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={`Leave ${foreign(session.workspace.name)}?`}>
        <p>
          You lose access immediately, and the API keys you created here stop working. Your saved work stays. To return,
          you need a new invitation.
          {isLast && ' It is your only workspace, so you will be signed out.'}
        </p>
        {leave.isError && <Failure error={leave.error} />}
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button kind="danger" busy={leave.isPending} onClick={() => leave.mutate()}>
            Leave the workspace
          </Button>
        </div>
      </Dialog>
    </>
  );
}
