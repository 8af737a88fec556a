import type { Cadence } from './cadence.ts';

/** Returns the maximum number of rounds due in one UTC day; a manual plan counts as one. */
export function roundsInDay({ kind, hours }: Pick<Cadence, 'kind' | 'hours'>): number {
  return kind === 'hours' ? Math.ceil(24 / (hours ?? 1)) : 1;
}

/** Returns the maximum duration of a round, in milliseconds: a day, or the time until the next one is due. */
export function roundTimeMs({ kind, hours }: Pick<Cadence, 'kind' | 'hours'>): number {
  return Math.min(24, kind === 'hours' ? (hours ?? 1) : 24) * 3_600_000;
}
