import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addFact, factsChanged } from '../../api/sourceQueries.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice, Field } from '../../ui/Field.tsx';

const kinds = ['price', 'number', 'date', 'place', 'phone', 'hours', 'feature', 'certificate'] as const;

/** Form for a fact, with the page that states it. */
export function NewFact({ siteId, onClose }: { siteId: string; onClose(): void }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('price');
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [sourceUrl, setSourceUrl] = useState('');
  const [words, setWords] = useState('');
  const add = useMutation({
    mutationFn: () =>
      addFact({
        ...{ websiteId: siteId, kind, name, value, sourceUrl },
        words: words.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()])),
      }),
    onSuccess: async () => {
      await factsChanged(siteId);
      onClose();
    },
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Choice<(typeof kinds)[number]>
        label="Kind"
        value={kind}
        onChange={setKind}
        options={kinds.map((one) => ({ value: one, label: one }))}
      />
      <Field label="Name" required value={name} onChange={({ target }) => setName(target.value)} />
      <Field
        label="Value"
        required
        value={value}
        error={add.error?.message}
        onChange={({ target }) => setValue(target.value)}
      />
      <Field
        label="Source page"
        type="url"
        required
        value={sourceUrl}
        onChange={({ target }) => setSourceUrl(target.value)}
      />
      <Field
        label="Keywords that identify it"
        hint="Comma-separated, in every language of your answers. Empty: the name."
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" submit busy={add.isPending}>
          Add fact
        </Button>
      </div>
    </form>
  );
}
