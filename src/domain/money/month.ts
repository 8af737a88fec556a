/** UTC month, `YYYY-MM`: the period of budgets and of spending reports. */
export type Month = string;

export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;

/** @param at ISO 8601 UTC */
export function monthOf(at: string): Month {
  return at.slice(0, 7);
}

/** Returns the UTC date of a time, `YYYY-MM-DD`. @param at ISO 8601 UTC */
export function dayOf(at: string): string {
  return at.slice(0, 10);
}

/** Returns the start of the next month, when every budget starts again. ISO 8601 UTC. */
export function endOfMonth(month: Month): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString();
}
