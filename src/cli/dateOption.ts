import { UsageError } from './failures.ts';

/** Parses an existing day, `YYYY-MM-DD`. @throws UsageError */
export function utcDate(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw new UsageError(`${text} is not a date of the form YYYY-MM-DD`);
}
