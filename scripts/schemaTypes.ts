type Json = Readonly<Record<string, unknown>>;

/** What a schema without a type allows: the text of the type that `JsonValue` stands for. */
export const jsonValue =
  'string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }';

/** JSON Schemas as the text of TypeScript types. Parts with a name become types of their own, collected in `named`. */
export type TypeWriter = { typeOf(schema: Json): string; named: ReadonlyMap<string, string> };

/** @param mayBeUndefined whether a member that may be left out may also be given as undefined: so for what is sent. */
export function createTypeWriter(suffix: string, mayBeUndefined: boolean): TypeWriter {
  const named = new Map<string, string>();

  function typeOf(schema: Json): string {
    const { $schema: _dialect, $defs, ...rest } = schema;
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
      if (named.has(name + suffix)) continue;
      // Known before it is written: a definition may name itself.
      named.set(name + suffix, '');
      named.set(name + suffix, written(definition));
    }
    return written(rest);
  }

  function written(schema: Json): string {
    if (typeof schema.$ref === 'string') return schema.$ref.replace('#/$defs/', '') + suffix;
    if ('const' in schema) return JSON.stringify(schema.const);
    if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    for (const choices of [schema.anyOf, schema.oneOf]) {
      if (Array.isArray(choices)) return [...new Set(choices.map((choice: Json) => written(choice)))].join(' | ');
    }
    if (Array.isArray(schema.type)) return schema.type.map((type) => written({ ...schema, type })).join(' | ');
    switch (schema.type) {
      case 'object':
        return objectType(schema);
      case 'array':
        return `Array<${written((schema.items ?? {}) as Json)}>`;
      case 'integer':
      case 'number':
        return 'number';
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type;
      case undefined:
        return 'JsonValue';
      default:
        throw new Error(`no type is known for ${JSON.stringify(schema)}`);
    }
  }

  function objectType(schema: Json): string {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    const required = (schema.required ?? []) as readonly string[];
    const more = schema.additionalProperties;
    if (typeof more === 'object' && more !== null) return `{ [name: string]: ${written(more as Json)} }`;
    const members = properties.map(([name, member]) => {
      const { description } = member;
      const said = typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /')} */ ` : '';
      const optional = !required.includes(name);
      const type = written(member) + (optional && mayBeUndefined ? ' | undefined' : '');
      return `${said}${JSON.stringify(name)}${optional ? '?' : ''}: ${type};`;
    });
    return `{ ${members.join(' ')} }`;
  }

  return { typeOf, named };
}
