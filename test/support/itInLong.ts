import { it } from 'vitest';
import { inQuick } from './suites.ts';

/** A test that only the long suite runs; the quick one does not hold it, so it is not skipped there. */
export const itInLong = inQuick<(name: string, test: () => unknown) => void>(() => {}, it);
