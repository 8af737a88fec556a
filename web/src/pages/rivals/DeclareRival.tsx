import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, SightlineError } from '../../api/http.ts';
import { type Rival, rivalsChanged } from '../../api/rivalQueries.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';

type Props = { open: boolean; siteId: string; known?: Rival; onClose(): void };

/** Form for a rival's domain, display name, and names in answers. */
export function DeclareRival({ open, onClose, known, siteId }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={known === undefined ? 'Declare a rival' : `Change ${known.name}`}>
      <Form siteId={siteId} known={known} onClose={onClose} />
    </Dialog>
  );
}

function Form({ siteId, known, onClose }: { siteId: string; known: Rival | undefined; onClose(): void }) {
  const [domain, setDomain] = useState(known?.domain ?? '');
  const [name, setName] = useState(known?.name ?? '');
  const [names, setNames] = useState('');
  const declare = useMutation({
    mutationFn: () =>
      call('declareRival', {
        id: siteId,
        domain: domain.trim(),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        names: names
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      }),
    onSuccess: async () => {
      await rivalsChanged(siteId);
      onClose();
    },
  });
  const errorOf = (field: string) =>
    declare.error instanceof SightlineError && declare.error.field?.split('.')[0] === field
      ? declare.error.message.replace(/^[\w.]+: /, '')
      : undefined;
  const isShown = ['domain', 'name', 'names'].some((field) => errorOf(field) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    declare.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label="Domain"
        value={domain}
        onChange={(event) => setDomain(event.target.value)}
        readOnly={known !== undefined}
        required
        placeholder="rival.example"
        error={errorOf('domain')}
        autoComplete="off"
      />
      <Field
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={errorOf('name')}
        hint="Shown on your pages. Default: the domain."
        autoComplete="off"
      />
      <Field
        label="Other names in answers"
        value={names}
        onChange={(event) => setNames(event.target.value)}
        error={errorOf('names')}
        hint={
          known !== undefined && known.names.length > 0
            ? `Comma-separated; added to ${known.names.join(', ')}.`
            : 'Comma-separated. Answers that write one of them without a link count for this rival.'
        }
        autoComplete="off"
      />
      {declare.isError && !isShown && <Failure error={declare.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        <Button submit kind="primary" busy={declare.isPending} disabled={domain.trim() === ''}>
          {known === undefined ? 'Add rival' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
