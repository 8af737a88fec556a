import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AlertDestination, alertsQueryKey } from '../../api/alertQueries.ts';
import { call, SightlineError } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { destinationWords } from './alertWords.ts';

type Made = { destination: AlertDestination; secret: string | null };
type Kind = AlertDestination['kind'];

const hints: Readonly<Record<Kind, string>> = {
  webhook: 'Your own https address. Its secret is shown once.',
  slack: 'The address of a Slack incoming webhook, or of a chat that accepts the same format.',
  teams: 'The address of a workflow that posts webhook requests to a channel.',
  email: 'One address. Needs a mail server, which the operator configures.',
};

/** Form for a new alert destination. */
export function NewDestination({ onClose, onMade }: { onClose(): void; onMade(made: Made): void }) {
  const [kind, setKind] = useState<Kind>('webhook');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const make = useMutation({
    mutationFn: () => call('createAlertDestination', { kind, name: name.trim(), address: address.trim() }),
    onSuccess: async (created) => {
      await queryClient.invalidateQueries({ queryKey: alertsQueryKey });
      onMade(created);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const flaw = make.error instanceof SightlineError && make.error.field === 'address' ? make.error.message : null;
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Choice<Kind>
        label="Kind"
        value={kind}
        onChange={setKind}
        options={Object.entries(destinationWords).map(([value, label]) => ({ value: value as Kind, label }))}
      />
      <Field
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
        maxLength={80}
        placeholder="Our on-call channel"
        autoComplete="off"
      />
      <Field
        label={kind === 'email' ? 'Email address' : 'Address'}
        type={kind === 'email' ? 'email' : 'url'}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        required
        autoComplete="off"
        hint={hints[kind]}
        error={flaw}
      />
      {make.isError && flaw === null && <Failure error={make.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" busy={make.isPending}>
          Save the destination
        </Button>
      </div>
    </form>
  );
}
