import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { UsageError } from '../failures.ts';
import { optionName } from '../fieldNames.ts';

type Schema = {
  type?: string;
  enum?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  description?: string;
  default?: unknown;
};

/** Field of an operation in its command line form. */
export type Field = { schema: Schema; isRequired: boolean; description: string };

type Shape = { params: z.ZodType; query: z.ZodType; body: z.ZodType };

/** Returns fields of path, query and body by name. Fields that are objects are left to `call`. */
export function fieldsOf({ params, query, body }: Shape): Record<string, Field> {
  const shapes = [params, query, body].flatMap((part) => (part instanceof z.ZodObject ? [part.shape] : []));
  const fields = shapes.flatMap((shape) =>
    Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, field]): [string, Field][] => {
      const schema = simple(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as Schema);
      if (schema === null) return [];
      const isRequired = !field.safeParse(undefined).success;
      return [[name, { schema, isRequired, description: field.description ?? schema.description ?? '' }]];
    }),
  );
  return Object.fromEntries(fields);
}

/**
 * Returns the schema of one value or of a list of texts; null for anything deeper. A nullable value counts as a value.
 */
function simple(schema: Schema): Schema | null {
  const [one, other, ...more] = (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null');
  if (one === undefined || other !== undefined || more.length > 0) return null;
  if (one.type === 'array') return one.items?.type === 'string' ? one : null;
  if (one.type === 'object' || (one.type === undefined && one.enum === undefined)) return null;
  return { ...one, ...(schema.description === undefined ? {} : { description: schema.description }) };
}

/** Formats the name of an argument: `noteId` is `<note-id>`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Creates the option of a field. Required fields have a default, or are arguments. */
export function createOption(name: string, field: Field): Option {
  const { schema, description } = field;
  if (schema.type === 'boolean') return attributed(name, new Option(optionName(name), description));
  const option = attributed(name, new Option(`${optionName(name)} <value>`, description));
  // The default kind of run is an answer.
  if (name === 'kind' && field.isRequired) option.default('keyword');
  if (schema.enum !== undefined) return option.choices(schema.enum);
  if (schema.type === 'array') {
    return option.argParser((text: string, all: string[] | undefined) => [...(all ?? []), text]);
  }
  return option.argParser((text: string) => parsed(schema, text));
}

/** Saves an option under its field's name, which may differ from the option's. */
function attributed(name: string, option: Option): Option {
  option.attributeName = () => name;
  return option;
}

function parsed(schema: Schema, text: string): string | number {
  if (schema.type !== 'number' && schema.type !== 'integer') return text;
  const number = numberOf(text);
  if (number === null) throw new InvalidArgumentError(`give a number up to ${maxNumber}`);
  return number;
}

const maxNumber = 1_000_000_000_000;

function numberOf(text: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(text) && Number(text) <= maxNumber ? Number(text) : null;
}

/** Parses the value of an argument; `none` removes a limit. @throws UsageError naming it */
export function argumentValue(name: string, field: Field | undefined, text: string): unknown {
  const schema: Schema = field?.schema ?? {};
  if (schema.enum?.includes(text) === false) throw new UsageError(`${kebab(name)} is one of ${schema.enum.join(', ')}`);
  if (schema.type !== 'number' && schema.type !== 'integer') return text;
  if (text === 'none') return null;
  const number = numberOf(text);
  if (number === null) throw new UsageError(`${kebab(name)} is a number up to ${maxNumber}`);
  return number;
}
