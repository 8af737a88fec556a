import { type ReactNode, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { type Cell, csvOf, download, pngOf } from './exportPicture.ts';

type Props = {
  /** Names the files. */
  name: string;
  title: string;
  /** What the figures rest on: printed in the picture. */
  note: string;
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
  children: ReactNode;
};

/** A picture of numbers with its table below and both to take away. */
export function Picture({ name, title, note, head, rows, children }: Props) {
  const figure = useRef<HTMLElement>(null);
  const savePng = async () => {
    const svg = figure.current?.querySelector('svg[role=img]');
    if (svg instanceof SVGSVGElement) download(await pngOf(svg, title, note), `${name}.png`);
  };
  return (
    <figure ref={figure}>
      {children}
      <figcaption className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-2">
        <Disclosure summary="As a table" className="min-w-0 grow">
          <Scroller label={`${title} as a table`} className="max-h-96">
            <table className="w-full text-small">
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
                        {value ?? '–'}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        </Disclosure>
        <span className="screen-only flex gap-1">
          <Button kind="quiet" small onClick={() => download(csvOf(head, rows), `${name}.csv`)}>
            <Icon name="down" /> CSV
          </Button>
          <Button kind="quiet" small onClick={savePng}>
            <Icon name="down" /> PNG
          </Button>
        </span>
      </figcaption>
    </figure>
  );
}
