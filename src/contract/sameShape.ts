import type { z } from 'zod';

/** A type without readonly marks and intersections, so that two spellings of one shape compare as equal. */
type Plain<T> = unknown extends T
  ? T
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { -readonly [Name in keyof T]: Plain<T[Name]> }
      : T;

type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;

/**
 * Lets a schema through only when what it describes is exactly `Domain`: a field added, dropped, renamed or made
 * nullable on one side alone is a compile error on this side.
 */
export function sameShape<Domain>() {
  return <S extends z.ZodType>(
    schema: S & (Same<z.output<S>, Domain> extends true ? unknown : 'this schema is not the shape of its domain type'),
  ): S => schema;
}
