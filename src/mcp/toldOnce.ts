import type { Permission } from '../domain/access/permissions.ts';

type Json = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, Json>>;
type Schemas<Schema> = { inputSchema: Schema; outputSchema: Schema };
type Listed<Schema> = Schemas<Schema> & { name: string; permission: Permission };

/** Members of every refusal: the first tool describes their content, and an optional one need not be named. */
const error = 'error';
const recovery = 'recovery';

/**
 * Shortens the schemas of tools: an argument or a member of the answer that an earlier tool has described word for word
 * refers to that tool, as an agent pays for every character of a listing. Only to a tool that every caller of this one
 * sees too.
 */
export function toldOnce<Schema extends Json>(tools: readonly Listed<Schema>[]): Schemas<Schema>[] {
  const [told, taken] = [new Map<string, Teller[]>(), new Map<string, Teller[]>()];
  const outlines = new Map<string, Teller & { member: string }>();
  return tools.map((tool) => {
    const output = membersOf(tool.outputSchema);
    const answered = Object.entries(output).flatMap(([name, member]): [string, Json][] => {
      const referred = refer(told, tool, name, member);
      if (referred === null) return [[name, referOutline(outlines, tool, name, member)]];
      if (name === recovery) return [];
      const { description: _told, ...rest } = member;
      return [[name, name === error || isPlain(member) ? rest : referred]];
    });
    const asked = Object.entries(membersOf(tool.inputSchema)).map(([name, member]): [string, Json] => [
      name,
      refer(taken, tool, name, member) ?? member,
    ]);
    const forms = 'anyOf' in tool.outputSchema ? { anyOf: shortForms(tool.outputSchema.anyOf as Form[], output) } : {};
    return {
      inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(asked) },
      outputSchema: { ...tool.outputSchema, properties: Object.fromEntries(answered), ...forms },
    };
  });
}

function membersOf(schema: Json): Members {
  return (schema.properties ?? {}) as Members;
}

/** True for a text or a flag: described by the first tool, its name says it to the others. */
function isPlain({ type }: Json): boolean {
  return type === 'string' || type === 'boolean';
}

type Teller = { name: string; permission: Permission };

/** The member with a reference for its description where a tool before has it; null where this one is the first. */
function refer(tellers: Map<string, Teller[]>, tool: Teller, name: string, member: Json): Json | null {
  const text = `${name} ${JSON.stringify(member)}`;
  const before = tellers.get(text) ?? [];
  const teller = before.find(({ permission }) => permission === 'read' || permission === tool.permission);
  if (teller === undefined) {
    tellers.set(text, [...before, tool]);
    return null;
  }
  const reference = `As in ${teller.name}.`;
  const { description } = member;
  const isLong = typeof description === 'string' && description.length > 1.3 * reference.length;
  return isLong ? { ...member, description: reference } : member;
}

/**
 * The member with a reference for its outline of names where a member of another name has it: a plan is outlined where
 * plans are listed.
 */
function referOutline(
  outlines: Map<string, Teller & { member: string }>,
  tool: Teller,
  name: string,
  member: Json,
): Json {
  const { description } = member;
  if (typeof description !== 'string' || !description.includes('{')) return member;
  const outline = description.slice(description.indexOf('{'), description.lastIndexOf('}') + 1);
  const teller = outlines.get(outline);
  if (teller === undefined) outlines.set(outline, { name: tool.name, permission: tool.permission, member: name });
  if (teller === undefined || (teller.permission !== 'read' && teller.permission !== tool.permission)) return member;
  const reference = `{as ${teller.member} of ${teller.name}}`;
  return outline.length > 1.3 * reference.length
    ? { ...member, description: description.replace(outline, () => reference) }
    : member;
}

type Form = { required: readonly string[] };

/**
 * Shortens the forms: where an answer has one form and all its members are always there, the first of them names it.
 */
function shortForms(forms: readonly Form[], members: Members): readonly Form[] {
  const [only, refused, ...others] = forms;
  const isWhole =
    only !== undefined &&
    refused?.required.join() === error &&
    others.length === 0 &&
    Object.keys(members).every((name) => [error, recovery, 'next', ...only.required].includes(name));
  return isWhole ? [{ required: only.required.slice(0, 1) }, refused] : forms;
}
