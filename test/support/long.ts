import { it } from 'vitest';
import { inQuick } from './suites.ts';

type Register = (name: string, test: () => unknown, timeoutMs?: number) => void;

/** A test that only the long suite runs, because it takes a second or more. The quick suite does not register it at all. */
export const long = inQuick<Register>(() => {}, it);
