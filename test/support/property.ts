import fc from 'fast-check';
import { it } from 'vitest';
import { long } from './long.ts';

type Arbitraries<Values extends [unknown, ...unknown[]]> = { [Key in keyof Values]: fc.Arbitrary<Values[Key]> };
type Property = <Values extends [unknown, ...unknown[]]>(
  name: string,
  of: Arbitraries<Values>,
  ...rest: [check: (...values: Values) => void] | [more: { numRuns: number }, check: (...values: Values) => void]
) => void;

const propertyWith =
  (register: (name: string, test: () => void) => void): Property =>
  (name, of, ...rest) => {
    const [more, check] = rest.length === 1 ? [{}, rest[0]] : rest;
    register(name, () => fc.assert(fc.property(...of, check), more));
  };

/** Registers a test that checks random values: one hundred of them, or `numRuns`. */
export const property = propertyWith(it);
/** Does the same in the long suite only. */
export const longProperty = propertyWith(long);
