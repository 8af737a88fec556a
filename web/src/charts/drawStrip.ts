import { day } from '../format/times.tsx';
import { type Shape, withDrawing } from './drawing.ts';
import { pngOf } from './exportPicture.ts';
import type { StripCell } from './PositionStrip.tsx';

const cell = 40;
const perLine = 20;

/** The strip of answers as a picture, oldest first; the first and the last day stand below it. */
export function drawStrip(cells: readonly StripCell[], title: string, note: string): Promise<Blob> {
  const shapes = cells.flatMap((one, index): Shape[] => {
    const x = (index % perLine) * cell + 1;
    const y = Math.floor(index / perLine) * cell + 1;
    const isListed = one.status === 'listed';
    const text = isListed ? String(one.position) : one.status === 'not_listed' ? '' : '?';
    return [
      {
        kind: 'box',
        x,
        y,
        width: 34,
        height: 34,
        fill: isListed ? 'accent-wash' : 'raised',
        edge: isListed ? 'accent' : 'edge',
        dashed: !isListed && one.status !== 'not_listed',
      },
      { kind: 'text', x: x + 17, y: y + 22, text, bold: isListed, middle: true },
    ];
  });
  const lines = Math.ceil(cells.length / perLine);
  const [first, last] = [cells[0], cells.at(-1)];
  const dates = first === undefined || last === undefined ? '' : `${day(first.at)} to ${day(last.at)}, UTC`;
  const size = { width: Math.max(320, Math.min(perLine, cells.length) * cell), height: lines * cell + 26 };
  const all: Shape[] = [...shapes, { kind: 'text', x: 0, y: lines * cell + 18, text: dates, ink: 'soft' }];
  return withDrawing(size, all, (svg) => pngOf([{ svg }], title, note));
}
