import type { Cadence } from './cadence.ts';

/** Rounds that may be due in one UTC day at most; a manual plan counts as one. */
export function roundsInDay({ kind, hours }: Pick<Cadence, 'kind' | 'hours'>): number {
  return kind === 'hours' ? Math.ceil(24 / (hours ?? 1)) : 1;
}

/** Time that a round has at most, in milliseconds: a day, or until the next one is due. */
export function roundTimeMs({ kind, hours }: Pick<Cadence, 'kind' | 'hours'>): number {
  return Math.min(24, kind === 'hours' ? (hours ?? 1) : 24) * 3_600_000;
}
