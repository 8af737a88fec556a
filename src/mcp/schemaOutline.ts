type Json = Readonly<Record<string, unknown>>;
type Definitions = Readonly<Record<string, Json>>;

/**
 * Outlines an answer's JSON Schema for `tools/list`: an agent pays for every character of a listing, in each
 * conversation. It accepts everything that the whole schema accepts. The outer shape stays a schema: members, types,
 * choices, what is always there, what may be null. The content of a member appears in its description by names alone,
 * as `{name, url?, tags[], sources: [{url}]}`: `?` marks what may be null or left out. Bounds and formats go; the whole
 * schema is in the OpenAPI description.
 *
 * The root is one object, as the protocol wants it: where an answer has several forms, their members are listed
 * together and `anyOf` says which of them come together. `open` names members of the root that show one level more.
 */
export function outlineOf(schema: Json, refusal: Json, open: readonly string[] = []): Json & { type: 'object' } {
  const definitions = definitionsOf(schema);
  const forms = formsOf(schema, definitions);
  const refusals = formsOf(refusal, definitionsOf(refusal));
  const answered = forms
    .flatMap(membersOf)
    .map(([name, member]) => [name, (open.includes(name) ? opened : closed)(member, definitions)]);
  const refused = refusals
    .flatMap(membersOf)
    // The content of an error is seen when there is one: listed with every tool it would cost as much as a tool.
    .map(([name]) => [name, { type: 'object' }]);
  const anyOf = [...forms, ...refusals].map(({ required = [] }) => ({ required }));
  return { type: 'object', properties: Object.fromEntries([...answered, ...refused]), anyOf };
}

/** A member with its own members as schemas. */
function opened(schema: Json, definitions: Definitions): Json {
  return outline(schema, definitions, (form) => ({
    properties: Object.fromEntries(membersOf(form).map(([name, member]) => [name, closed(member, definitions)])),
    required: form.required,
  }));
}

/** A member whose own members are only named. */
function closed(schema: Json, definitions: Definitions): Json {
  const outlined = outline(schema, definitions, () => ({}));
  const inside = notation(schema, definitions);
  const said = [inside.includes('{') ? inside : null, follow(schema, definitions).description].filter(Boolean);
  const tellsTime = formsOf(schema, definitions).some(({ format }) => format === 'date-time');
  return said.length === 0 || tellsTime ? outlined : { ...outlined, description: said.join(' ') };
}

function outline(schema: Json, definitions: Definitions, inside: (form: Json) => Json): Json {
  const forms = formsOf(schema, definitions);
  const values = forms.filter(({ type }) => type !== 'null');
  const nullable = values.length < forms.length;
  if (values.some((form) => form.type === undefined && choicesOf(form).length === 0)) return {};
  const choices = values.map(choicesOf);
  if (choices.every(({ length }) => length > 0)) return { enum: [...choices.flat(), ...(nullable ? [null] : [])] };
  const types = [...new Set(values.map(({ type }) => type))];
  const [only, second] = values;
  const shape = only === undefined || second !== undefined ? {} : shapeOf(only, definitions, inside);
  // One type a branch, never a list of types: some clients translate into dialects that know no lists.
  const branches = [...types.map((type) => ({ type, ...shape })), ...(nullable ? [{ type: 'null' }] : [])];
  return branches.length === 1 ? (branches[0] ?? {}) : { anyOf: branches };
}

function shapeOf(form: Json, definitions: Definitions, inside: (form: Json) => Json): Json {
  if (form.properties !== undefined) return inside(form);
  if (form.type !== 'array') return {};
  return { items: outline((form.items ?? {}) as Json, definitions, () => ({})) };
}

function choicesOf(form: Json): readonly unknown[] {
  return 'const' in form ? [form.const] : ((form.enum ?? []) as readonly unknown[]);
}

/** Number of nested objects whose names are listed. */
const deepestNames = 2;

/** Notes the content of a value, by names alone; an empty text for a plain value. */
function notation(schema: Json, definitions: Definitions, depth = deepestNames): string {
  const forms = formsOf(schema, definitions).filter(({ type }) => type !== 'null');
  return [...new Set(forms.map((form) => notationOfForm(form, definitions, depth)))].join(' | ');
}

function notationOfForm(form: Json, definitions: Definitions, depth: number): string {
  if (form.type === 'array') return `[${notation((form.items ?? {}) as Json, definitions, depth)}]`;
  if (form.properties === undefined || depth === 0) return '';
  const required = (form.required ?? []) as readonly string[];
  const names = membersOf(form).map(([name, member]) => {
    const named = notation(member, definitions, depth - 1);
    // Every interval has these two and accompanies many figures: its own name says it.
    const inside = named === '{lower, upper}' ? '' : named;
    const mark = isNullable(member, definitions) || !required.includes(name) ? '?' : '';
    return `${name}${inside === '[]' ? '[]' : ''}${mark}${inside.includes('{') ? `: ${inside}` : ''}`;
  });
  return `{${names.join(', ')}}`;
}

function isNullable(schema: Json, definitions: Definitions): boolean {
  return formsOf(schema, definitions).some(({ type }) => type === 'null');
}

/** The alternatives of a schema, one type each: references followed, nested choices and lists of types flattened. */
function formsOf(schema: Json, definitions: Definitions): Json[] {
  const followed = follow(schema, definitions);
  if (Array.isArray(followed.anyOf)) return followed.anyOf.flatMap((form: Json) => formsOf(form, definitions));
  return Array.isArray(followed.type) ? followed.type.map((type) => ({ ...followed, type })) : [followed];
}

function follow(schema: Json, definitions: Definitions): Json {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace('#/$defs/', '') : null;
  return name === null ? schema : (definitions[name] ?? {});
}

function membersOf(form: Json): [string, Json][] {
  return Object.entries((form.properties ?? {}) as Record<string, Json>);
}

function definitionsOf(schema: Json): Definitions {
  return (schema.$defs ?? {}) as Definitions;
}
