import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../api/http.ts';
import { queryClient, type Session, sessionQuery } from '../../api/queries.ts';
import { leaveWorkspace, switchWorkspace } from '../../shell/sessions.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
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
          <FieldRow
            name="Workspace name"
            value={session.workspace.name}
            act="Rename"
            save={async (name) => {
              await call('changeWorkspace', { name });
              await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
            }}
          />
          <Brand />
          <FieldRow
            name="Another workspace"
            value=""
            placeholder="Name of a client"
            act="Create and open"
            save={async (name) => switchWorkspace((await call('createWorkspace', { name })).workspace.id)}
          />
        </>
      )}
      <Export />
      {!isOwner && <Leave session={session} />}
    </Rows>
  );
}

type FieldProps = { name: string; value: string; placeholder?: string; act: string; save(text: string): Promise<void> };

/** A row with one field, whose button is next to it. */
function FieldRow({ name, value, placeholder, act, save }: FieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const change = useMutation({ mutationFn: () => save(typed.trim()) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Row
      name={<label htmlFor={id}>{name}</label>}
      state={
        <form onSubmit={submit} className="flex max-w-md items-center gap-2">
          <input
            id={id}
            required
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={placeholder}
            autoComplete="off"
            aria-invalid={change.isError || undefined}
            className="field h-8"
          />
          <Button
            small
            submit
            className="shrink-0 whitespace-nowrap"
            busy={change.isPending}
            disabled={['', value].includes(typed.trim())}
          >
            {act}
          </Button>
          {change.isError && <Failure error={change.error} />}
        </form>
      }
    />
  );
}

function Leave({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false);
  const leave = useMutation<unknown, Error, unknown>({ mutationFn: () => leaveWorkspace() });
  const isLast = session.workspaces.length === 1;
  return (
    <Row name="Membership" state={session.role}>
      <Button small kind="danger" onClick={() => setOpen(true)}>
        Leave this workspace…
      </Button>
      <ConfirmDialog
        of={isOpen ? session.workspace : null}
        title={`Leave ${foreign(session.workspace.name)}?`}
        act="Leave the workspace"
        change={leave}
        onClose={() => setOpen(false)}
      >
        You lose access immediately, and the API keys you created here stop working. Your saved work stays. To return,
        you need a new invitation.
        {isLast && ' It is your only workspace, so you will be signed out.'}
      </ConfirmDialog>
    </Row>
  );
}
