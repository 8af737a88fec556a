import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/http.ts';
import { queryClient, type Session, sessionQuery } from '../../api/queries.ts';
import { leaveWorkspace, switchWorkspace } from '../../shell/sessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { Brand } from './Brand.tsx';
import { Export } from './Export.tsx';

/** Rows for the name and look of this workspace, its export, and another workspace or a button to leave. */
export function Workspace({ session }: { session: Session }) {
  const isOwner = session.role === 'owner';
  return (
    <Rows>
      {isOwner && (
        <>
          <NameForm name={session.workspace.name} />
          <Brand />
          <NewWorkspace />
        </>
      )}
      <Export />
      {!isOwner && <Leave session={session} />}
    </Rows>
  );
}

/** A row with one field, whose button is next to it. */
function FieldRow(props: {
  name: string;
  value: string;
  change(value: string): void;
  placeholder?: string;
  save(): void;
  act: string;
  busy: boolean;
  canSave: boolean;
  error: Error | null;
}) {
  const id = useId();
  return (
    <Row
      name={<label htmlFor={id}>{props.name}</label>}
      state={
        <form
          onSubmit={(event) => {
            event.preventDefault();
            props.save();
          }}
          className="flex max-w-md items-center gap-2"
        >
          <input
            id={id}
            required
            maxLength={100}
            value={props.value}
            onChange={(event) => props.change(event.target.value)}
            placeholder={props.placeholder}
            autoComplete="off"
            aria-invalid={props.error !== null || undefined}
            className="field h-8"
          />
          <Button small submit className="shrink-0 whitespace-nowrap" busy={props.busy} disabled={!props.canSave}>
            {props.act}
          </Button>
          {props.error !== null && <Failure error={props.error} />}
        </form>
      }
    />
  );
}

function NameForm({ name }: { name: string }) {
  const [typed, setTyped] = useState(name);
  const save = useMutation({
    mutationFn: () => call('changeWorkspace', { name: typed.trim() }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  return (
    <FieldRow
      name="Workspace name"
      value={typed}
      change={setTyped}
      save={() => save.mutate()}
      act="Rename"
      busy={save.isPending}
      canSave={typed.trim() !== '' && typed.trim() !== name}
      error={save.error}
    />
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
  return (
    <FieldRow
      name="Another workspace"
      value={name}
      change={setName}
      placeholder="Name of a client"
      save={() => make.mutate()}
      act="Create and open"
      busy={make.isPending}
      canSave={name.trim() !== ''}
      error={make.error}
    />
  );
}

function Leave({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false);
  const leave = useMutation({ mutationFn: () => leaveWorkspace() });
  const isLast = session.workspaces.length === 1;
  return (
    <Row name="Membership" state={session.role}>
      <Button small kind="danger" onClick={() => setOpen(true)}>
        Leave this workspace…
      </Button>
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
    </Row>
  );
}
