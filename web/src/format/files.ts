import { asCsv, type Field } from '../../../src/domain/text/csv.ts';

/** Value of a table that is saved as a file. */
export type Cell = Field;

/** Writes a table for spreadsheets, with a byte order mark for UTF-8. */
export function buildCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): Blob {
  return new Blob([`\ufeff${asCsv({ columns, rows })}`], { type: 'text/csv;charset=utf-8' });
}

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
