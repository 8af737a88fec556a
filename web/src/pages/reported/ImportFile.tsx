import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { SightlineError } from '../../api/http.ts';
import { importsChanged, type Upload, uploadFile } from '../../api/importQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { importKindNames } from '../../words/importKinds.ts';
import { ColumnFields, type UnknownColumns } from './ColumnFields.tsx';

const kinds = [
  { value: '', label: 'Detect it' },
  ...Object.entries(importKindNames).map(([value, label]) => ({ value, label })),
];
const askedFields = ['confirm', 'columns', 'startDate', 'endDate'];

/** Imports a file, and asks for its kind, columns and days if the file alone does not reveal them. */
export function ImportFile({ siteId }: { siteId: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [request, setAsked] = useState<Upload | null>(null);
  const [unknown, setUnknown] = useState<UnknownColumns | null>(null);
  const upload = useMutation({
    mutationFn: (upload: Upload) => uploadFile(siteId, upload),
    onSuccess: () => {
      setAsked(null);
      setUnknown(null);
      return importsChanged(siteId);
    },
    onError: (error, input) => {
      const details = error instanceof SightlineError ? error.details : undefined;
      const name = details?.field;
      if (details?.header !== undefined) setUnknown(details as UnknownColumns);
      setAsked(typeof name === 'string' && askedFields.includes(name) ? input : null);
    },
  });
  const saved = upload.data;
  return (
    <span className="flex items-center gap-2">
      <input
        ref={field}
        type="file"
        aria-label="Exported file"
        accept=".csv,.tsv,.zip,.json,.txt"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          setUnknown(null);
          if (file !== undefined) upload.mutate({ file });
          target.value = '';
        }}
      />
      <span role="status" className="max-w-96 truncate text-small text-soft max-sm:hidden">
        {upload.isPending && 'Importing …'}
        {upload.isError && request === null && upload.error.message}
        {saved?.isRepeated === true && 'This file was imported before.'}
        {saved?.isRepeated === false &&
          `${countWithNoun(saved.import.counts.figures, 'row')} imported${saved.replaces.length > 0 ? `, replacing ${countWithNoun(saved.replaces.length, 'older file')}` : ''}.`}
      </span>
      <Button kind="primary" small disabled={upload.isPending} onClick={() => field.current?.click()}>
        Import file
      </Button>
      {request !== null && (
        <Dialog
          open
          title={unknown === null ? 'File type and dates' : 'File type, columns and dates'}
          onClose={() => setAsked(null)}
          foot={
            <Button kind="primary" disabled={upload.isPending} onClick={() => upload.mutate(request)}>
              Import
            </Button>
          }
        >
          <div className="grid gap-4">
            {upload.isError && <p role="alert">{upload.error.message}</p>}
            <Choice
              label="Kind"
              value={request.confirm ?? ''}
              options={kinds}
              onChange={(kind) => setAsked(withValue(request, 'confirm', kind))}
            />
            {unknown !== null && (
              <ColumnFields
                unknown={unknown}
                value={request.columns}
                onChange={(columns) => setAsked(withValue(request, 'columns', columns))}
              />
            )}
            <Field
              label="First day"
              type="date"
              value={request.startDate ?? ''}
              onChange={({ target }) => setAsked(withValue(request, 'startDate', target.value))}
            />
            <Field
              label="Last day"
              type="date"
              value={request.endDate ?? ''}
              onChange={({ target }) => setAsked(withValue(request, 'endDate', target.value))}
            />
          </div>
        </Dialog>
      )}
    </span>
  );
}

function withValue(upload: Upload, name: 'confirm' | 'columns' | 'startDate' | 'endDate', value: string): Upload {
  const { [name]: _before, ...rest } = upload;
  return value === '' ? rest : { ...rest, [name]: value };
}
