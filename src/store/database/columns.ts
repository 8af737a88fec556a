import type { Words } from '../../domain/text/fillRecord.ts';

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
/** Columns of a record in the form of `mapColumns`; `Json` and `Flags` name the fields in those lists. */
export type TableRow<Entity, Json extends string = never, Flags extends string = never> = {
  [Name in keyof Entity & string as Snake<Name>]: Cell<
    Entity[Name],
    Name extends Json ? true : false,
    Name extends Flags ? true : false
  >;
};
type Kind = 'plain' | 'json' | 'flag' | 'number';
type Cell<Value, IsJson, IsFlag> = IsJson extends true
  ? string | (null extends Value ? null : never)
  : IsFlag extends true
    ? number
    : Value;

const decode: { [kind in Kind]: (cell: unknown) => unknown } = {
  plain: (cell) => cell,
  json: (cell) => (cell === null ? null : JSON.parse(String(cell))),
  flag: (cell) => cell === 1,
  number: (cell) => (cell === null ? null : Number(cell)),
};
const encode: { [kind in Kind]: (value: unknown) => unknown } = {
  plain: (value) => value,
  json: (value) => (value === null ? null : JSON.stringify(value)),
  flag: (value) => (value === true ? 1 : 0),
  number: (value) => value,
};

/**
 * Maps the fields of a record to the columns of a table. Each field is in one of the lists, separated by spaces:
 * `createdAt` becomes `created_at`, `json` stores lists and objects as text, `flag` is 0 or 1, and `number` may arrive
 * as text from PostgreSQL.
 */
export const mapColumns =
  <Entity extends object>() =>
  <P extends string = never, J extends string = never, F extends string = never, N extends string = never>(
    lists: { plain?: P; json?: J; flag?: F; number?: N } & ([Words<P | J | F | N>] extends [keyof Entity]
      ? unknown
      : 'names a field that the record lacks'),
  ) => {
    type Field = Words<P | J | F | N> & keyof Entity & string;
    const fields = (['plain', 'json', 'flag', 'number'] as const).flatMap((kind) =>
      (lists[kind] ?? '')
        .split(' ')
        .filter((field) => field !== '')
        .map((field) => ({ field, kind, column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) })),
    );
    return {
      /** The column names, for an explicit `select`. */
      names: fields.map(({ column }) => column) as Snake<Field>[],
      read(row: { [Name in Field as Snake<Name>]: unknown }): Pick<Entity, Field> {
        const cells = row as { [column: string]: unknown };
        return Object.fromEntries(
          fields.map(({ field, kind, column }) => [field, decode[kind](cells[column])]),
        ) as unknown as Pick<Entity, Field>;
      },
      /** Returns the columns of the given fields only. */
      write<Part extends Partial<Pick<Entity, Field>>>(
        part: Part,
      ): {
        [Name in keyof Part as Name extends Field ? Snake<Name> : never]: Cell<
          Part[Name],
          Name extends Words<J> ? true : false,
          Name extends Words<F> ? true : false
        >;
      } {
        const values = part as { [field: string]: unknown };
        return Object.fromEntries(
          fields.flatMap(({ field, kind, column }) =>
            values[field] === undefined ? [] : [[column, encode[kind](values[field])]],
          ),
        ) as never;
      },
    };
  };
