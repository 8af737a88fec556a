import fc from 'fast-check';
import { inject } from 'vitest';

// One seed for every random test of a run; vitest.config.ts draws and prints it.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('seed') });
