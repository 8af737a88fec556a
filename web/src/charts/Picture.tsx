import { type ReactNode, useRef } from 'react';
import type { Cell } from '../format/files.ts';
import { decimal } from '../format/numbers.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { SaveCsv, SavePng } from '../ui/Save.tsx';
import { Scroller } from '../ui/Scroller.tsx';

type Props = {
  /** Name of the files. */
  name: string;
  title: string;
  /** Basis of the figures, printed in the chart. */
  note: string;
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Controls next to the table and the files. */
  tools?: ReactNode;
  children: ReactNode;
};

/** A chart with its table below, both downloadable. */
export function Picture({ name, title, note, head, rows, tools, children }: Props) {
  const figure = useRef<HTMLElement>(null);
  const draw = async () => {
    const drawings = [...(figure.current?.querySelectorAll<SVGSVGElement>('svg[role=img]') ?? [])];
    if (drawings.length === 0) return null;
    const { buildPng } = await import('./exportPicture.ts');
    return buildPng(drawings, title, note);
  };
  return (
    <figure ref={figure}>
      {children}
      <figcaption className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <Disclosure summary="As a table" className="min-w-0 open:w-full">
          <Scroller label={`${title} as a table`} className="max-h-96">
            <table className="wide-table w-full text-small">
              <thead>
                <tr>
                  {head.map((text) => (
                    <th
                      key={text}
                      scope="col"
                      className="sticky top-0 border-line border-b bg-paper py-1.5 pr-4 text-left font-medium"
                    >
                      {text}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((line) => (
                  <tr key={line.join('\u0001')} className="border-line border-b">
                    {line.map((value, index) => (
                      <td key={head[index]} className="py-1.5 pr-4">
                        {typeof value === 'number' ? decimal(value) : (value ?? '–')}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        </Disclosure>
        {tools}
        <span className="screen-only -mt-1 ml-auto flex gap-1">
          <SaveCsv name={name} head={head} rows={() => rows} />
          <SavePng name={name} draw={draw} />
        </span>
      </figcaption>
    </figure>
  );
}
