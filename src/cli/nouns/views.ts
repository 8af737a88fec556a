import type { Field } from '../../domain/text/csv.ts';
import type { ReportView } from '../report/view.ts';

type Json = Readonly<Record<string, unknown>>;

/** Formats a list as a table. The last column takes the remaining width. */
export function listView(
  title: string,
  columns: Readonly<Record<string, string>>,
  items: readonly Json[],
  nextCursor: unknown,
): ReportView {
  const names = Object.keys(columns);
  return {
    head: [],
    sections: [
      {
        title: `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
        columns: names.map((name) => (name === 'text' || name === 'question' ? { name, flexible: true } : { name })),
        rows: items.map((item) => Object.values(columns).map((paths) => cellText(memberAt(item, paths)))),
        empty: 'none',
      },
    ],
    notes: typeof nextCursor === 'string' ? [`There are more: --cursor ${nextCursor}`] : [],
  };
}

/** Returns the first member that has a value, of paths separated by `|`. A path through a list lists the members. */
function memberAt(item: Json, paths: string): unknown {
  const values = paths.split('|').map((path) => path.split('.').reduce<unknown>(below, item));
  return values.find((value) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0));
}

function below(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => below(one, name));
  return typeof value === 'object' && value !== null ? (value as Json)[name] : undefined;
}

/** Returns a value as a field of CSV: lists of texts separated by semicolons, anything deeper as JSON. */
export function fieldOf(value: unknown): Field {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : (value as Field);
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(cellText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Formats one record, one member per line, nested ones indented. */
export function recordText(record: Json, indent = ''): string {
  return Object.entries(record)
    .map(([name, value]) => `${indent}${name}: ${memberText(value, indent)}`)
    .join('\n');
}

function memberText(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length === 0) return 'none';
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) {
    return value.map((one) => `\n${indent}  -${memberText(one, `${indent}  `)}`).join('');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ` ${cellText(value)}`.trimStart();
  return `\n${recordText(value as Json, `${indent}  `)}`;
}
