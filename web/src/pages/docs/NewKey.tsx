import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ApiKey } from '../../../../src/contract/wireTypes.ts';
import { call, SightlineError } from '../../api/http.ts';
import { keysQuery, queryClient } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';

type Made = { key: ApiKey; secret: string };

/** Permissions that a key may have in addition to `read`. None implies another. */
const choices = [
  { name: 'evaluate', note: 'Start, read and cancel runs. Runs can cost money.' },
  { name: 'seo', note: 'Buy SEO lookups: two paid calls each. Needs your password.' },
  { name: 'manage', note: 'Add, change and archive websites, questions and names. Buys nothing.' },
] as const;

/** Form for a key's permissions, each with its cost. A key that may buy lookups requires the password again. */
export function NewKey({ open, onClose, onMade }: { open: boolean; onClose(): void; onMade(made: Made): void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Create key">
      <Form onClose={onClose} onMade={onMade} />
    </Dialog>
  );
}

function Form({ onClose, onMade }: { onClose(): void; onMade(made: Made): void }) {
  const [name, setName] = useState('');
  const [selection, setChosen] = useState<readonly ApiKey['permissions'][number][]>([]);
  const [days, setDays] = useState('90');
  const [password, setPassword] = useState('');
  const [asks, setAsks] = useState(false);
  const buys = selection.includes('evaluate') || selection.includes('seo');
  const seo = selection.includes('seo') && !asks;
  const make = useMutation({
    mutationFn: () =>
      call('createKey', {
        name: name.trim(),
        permissions: ['read', ...selection],
        ...(buys && asks ? { asksToSpend: true } : {}),
        ...(days === 'never' ? {} : { expiresInDays: Number(days) }),
        ...(seo ? { password } : {}),
      }),
    onSuccess: async (created) => {
      onMade(created);
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const isPassword = make.error instanceof SightlineError && make.error.field === 'password';
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
        maxLength={100}
        placeholder="Website CI"
        autoComplete="off"
        hint="Where the key is used, so that you know what stops when you revoke it."
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium text-small">Permissions</legend>
        <Permission name="read" note="Read saved results and reports. Every key can." checked disabled />
        {choices.map(({ name: permission, note }) => (
          <Permission
            key={permission}
            name={permission}
            note={note}
            checked={selection.includes(permission)}
            onChange={(checked) =>
              setChosen(checked ? [...selection, permission] : selection.filter((other) => other !== permission))
            }
          />
        ))}
      </fieldset>
      {buys && (
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            checked={asks}
            onChange={(event) => setAsks(event.target.checked)}
            className="mt-1.5 size-4"
          />
          <span>
            Ask me before each purchase
            <span className="block text-small text-soft">
              For agents: nothing is bought until a member approves it in the web app.
            </span>
          </span>
        </label>
      )}
      <Choice
        label="Expires"
        value={days}
        onChange={setDays}
        options={[
          { value: '7', label: 'In 7 days' },
          { value: '30', label: 'In 30 days' },
          { value: '90', label: 'In 90 days' },
          { value: '365', label: 'In a year' },
          { value: 'never', label: 'Never' },
        ]}
      />
      {seo && (
        <Field
          label="Confirm your password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={isPassword ? 'Wrong password.' : undefined}
        />
      )}
      {make.isError && !isPassword && <Failure error={make.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" busy={make.isPending}>
          Create
        </Button>
      </div>
    </form>
  );
}

function Permission({
  name,
  note,
  checked,
  disabled = false,
  onChange,
}: {
  name: string;
  note: string;
  checked: boolean;
  disabled?: boolean;
  onChange?: (checked: boolean) => void;
}) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange?.(event.target.checked)}
        className="mt-1.5 size-4"
      />
      <span>
        <code className="font-mono">{name}</code>
        <span className="block text-small text-soft">{note}</span>
      </span>
    </label>
  );
}
