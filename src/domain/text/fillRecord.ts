export type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Builds a record with one value; `names` are separated by spaces. */
export const fillRecord = <Names extends string, Value>(names: Names, value: Value) =>
  Object.fromEntries(names.split(' ').map((name) => [name, value])) as Record<Words<Names>, Value>;
