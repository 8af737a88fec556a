import { type Shape, shorten, withDrawing } from './drawing.ts';
import { pngOf } from './exportPicture.ts';
import type { MatrixColumn, MatrixRow } from './SourceMatrix.tsx';

const names = 340;
const head = 170;
const cell = 32;
const row = 28;

/** The matrix of questions and sources as a picture: the same rows, columns and fillings as on the page. */
export function drawMatrix(
  rows: readonly MatrixRow[],
  columns: readonly MatrixColumn[],
  title: string,
  note: string,
): Promise<Blob> {
  const heads = columns.map(
    (column, index): Shape => ({
      kind: 'text',
      x: names + index * cell + 20,
      y: head - 8,
      text: shorten(column.domain, 24),
      ink: column.owned ? 'accent' : 'soft',
      bold: column.owned,
      upright: true,
    }),
  );
  const lines = rows.flatMap(({ question, runId }, line): Shape[] => {
    const y = head + line * row;
    return [
      { kind: 'text', x: 0, y: y + 18, text: shorten(question, 42) },
      ...columns.map(
        (column, index): Shape => ({
          kind: 'box',
          x: names + index * cell + 8,
          y: y + 6,
          width: 16,
          height: 16,
          fill: column.runIds.has(runId) ? (column.owned ? 'accent' : 'edge') : 'sunken',
        }),
      ),
    ];
  });
  const size = { width: names + columns.length * cell, height: head + rows.length * row };
  return withDrawing(size, [...heads, ...lines], (svg) => pngOf([{ svg }], title, note));
}
