import type { z } from 'zod';

/** The type without readonly marks and intersections, so that two notations of one shape compare as equal. */
type Plain<T> = unknown extends T
  ? T
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { -readonly [Name in keyof T]: Plain<T[Name]> }
      : T;

type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;

/**
 * Accepts a schema only if it describes exactly `Domain`: a field added, dropped, renamed or made nullable on one side
 * only is a compile error.
 */
export function sameShape<Domain>() {
  return <S extends z.ZodType>(
    schema: S & (Same<z.output<S>, Domain> extends true ? unknown : 'this schema does not match its domain type'),
  ): S => schema;
}
