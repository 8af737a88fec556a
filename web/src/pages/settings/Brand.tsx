import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { InputOf } from '../../../../src/contract/callTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { workspaceQuery } from '../../api/sharingQueries.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { Row } from '../../ui/Rows.tsx';

const defaultAccent = '#1a56c4';
/** Maximum size of an image that the server accepts, in bytes. */
const maxLogoBytes = 35_000;

/** Form for the logo and colour on shared reports. Frozen reports keep theirs. */
export function Brand() {
  const read = useQuery(workspaceQuery);
  const file = useRef<HTMLInputElement>(null);
  const id = useId();
  const [accent, setAccent] = useState<string | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const save = useMutation({
    mutationFn: (change: InputOf<'changeWorkspace'>) => call('changeWorkspace', change),
    onSuccess: ({ workspace }) => {
      queryClient.setQueryData(workspaceQuery.queryKey, workspace);
      setAccent(null);
    },
  });
  if (read.isError)
    return <Row name="Logo on reports" state={<Failure error={read.error} retry={() => void read.refetch()} />} />;
  if (read.data === undefined) return <Row name="Logo on reports" state="…" />;
  const { logo } = read.data;
  const saved = read.data.accent ?? defaultAccent;
  const choose = async (picture: File | undefined) => {
    if (picture === undefined) return;
    setTooLarge(picture.size > maxLogoBytes);
    if (picture.size <= maxLogoBytes) save.mutate({ logo: await dataUrlOf(picture) });
  };
  return (
    <>
      <Row
        name="Logo on reports"
        state={
          logo === null ? (
            'None'
          ) : (
            <img src={logo} alt="Logo of the workspace" className="max-h-11 max-w-48 rounded-small bg-[white] p-1" />
          )
        }
      >
        <Button small busy={save.isPending && save.variables.logo != null} onClick={() => file.current?.click()}>
          {logo === null ? 'Upload a logo…' : 'Replace logo…'}
        </Button>
        {logo !== null && (
          <Button small kind="quiet" onClick={() => save.mutate({ logo: null })}>
            Remove
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label="Logo for shared reports"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        {tooLarge && (
          <p role="alert" className="w-full text-danger text-small">
            That image is larger than 35 kB. Use a smaller file; reports show it 44 pixels high.
          </p>
        )}
      </Row>
      <Row
        name={<label htmlFor={id}>Colour of reports</label>}
        state={
          <input
            id={id}
            type="color"
            value={accent ?? saved}
            onChange={(event) => setAccent(event.target.value)}
            className="block h-7 w-12"
          />
        }
      >
        <Button
          small
          disabled={accent === null || accent === saved}
          busy={save.isPending && save.variables.accent != null}
          onClick={() => save.mutate({ accent })}
        >
          Use this colour
        </Button>
        {read.data.accent !== null && (
          <Button small kind="quiet" onClick={() => save.mutate({ accent: null })}>
            Reset
          </Button>
        )}
        {save.isError && <Failure error={save.error} />}
      </Row>
    </>
  );
}

function dataUrlOf(picture: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('This image could not be read.')));
    reader.readAsDataURL(picture);
  });
}
