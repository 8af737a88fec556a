import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '../format/numbers.ts';
import { Disclosure } from './Disclosure.tsx';
import { Scroller } from './Scroller.tsx';

type Props = { formula: string; counts: string; notes: readonly string[]; runIds: readonly string[] };

/** Where a number comes from: its formula with the present counts, what it leaves out, and the answers behind it. */
export function HowComputed({ formula, counts, notes, runIds }: Props) {
  return (
    <Disclosure summary="How is this computed?">
      <div className="grid gap-2 border-line border-l-2 pl-3 text-small text-soft">
        <p className="text-ink">{formula}</p>
        <p className="font-mono">{counts}</p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {runIds.length > 0 && <Answers runIds={runIds} />}
      </div>
    </Disclosure>
  );
}

/** Often fifty links, which few open: they are made when somebody does. */
function Answers({ runIds }: { runIds: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="screen-only" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline">The {counted(runIds.length, 'answer')} behind it</summary>
      {isOpen && (
        <Scroller label="Answers" className="mt-1 max-h-40">
          <ul>
            {runIds.map((id) => (
              <li key={id}>
                <Link to="/answers/$runId" params={{ runId: id }} className="link font-mono">
                  {id}
                </Link>
              </li>
            ))}
          </ul>
        </Scroller>
      )}
    </details>
  );
}
