import { useState } from 'react';
import { buildCsv, type Cell, download } from '../format/files.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

/** Button that downloads a table. */
export function SaveCsv({
  name,
  head,
  rows,
}: {
  name: string;
  head: readonly string[];
  rows: () => readonly (readonly Cell[])[];
}) {
  return (
    <Button kind="quiet" small onClick={() => download(buildCsv(head, rows()), `${name}.csv`)}>
      <Icon name="down" /> CSV
    </Button>
  );
}

/** Button that downloads a picture; reports if the browser cannot draw it. */
export function SavePng({ name, draw }: { name: string; draw(): Promise<Blob | null> }) {
  const [failed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      const blob = await draw();
      if (blob !== null) download(blob, `${name}.png`);
    } catch {
      setFailed(true);
    }
  };
  return (
    <Button kind="quiet" small onClick={save}>
      <Icon name="down" /> <span aria-live="polite">{failed ? 'This browser cannot create the image' : 'PNG'}</span>
    </Button>
  );
}
