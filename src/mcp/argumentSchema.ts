import { z } from 'zod';
import { buildJsonSchema } from '../api/jsonSchema.ts';

type Json = Record<string, unknown>;
type ObjectSchema = Json & { type: 'object' };

/**
 * Self-contained descriptions of arguments, the same for every tool: clients may load tools one by one, and none sees
 * the REST description. A tool whose argument means something else has its own description.
 */
const words: Readonly<Record<string, string>> = {
  websiteId: 'Website id (list_sites).',
  caseId: 'Case id: a question at one engine (list_questions, detail full).',
  questionId: 'Question id (list_questions).',
  caseIds: 'Case ids (list_questions, detail full).',
  questionIds: 'Question ids (list_questions).',
  engine: 'Engine id (list_engines); default: the main one.',
  engines: 'Engine ids (list_engines).',
  startDate: 'First UTC day.',
  endDate: 'Last UTC day.',
  sourceType: 'Owner of the pages to list.',
  model: 'Exact model name.',
  scope: 'Attempts to count: all, or the newest 100.',
  tag: 'Only questions with this tag.',
  branded: 'Questions that name the website.',
  limit: 'Maximum rows.',
  reportId: 'SEO report id. Omit it for the newest reports.',
  kind: 'keyword: one answer; website: captured pages.',
  domain: 'A bare domain such as example.com.',
  name: 'Name to show.',
  date: 'UTC day, YYYY-MM-DD.',
  text: 'Text of the note.',
  by: 'One row for each of these.',
  month: 'UTC month, YYYY-MM; default: this one.',
  ruleId: 'Only from this alert rule.',
  url: 'Address, such as https://www.example.com/.',
  aliases: 'Other names that answers may use.',
  planId: 'Plan id (list_plans).',
  owner: 'Email of the assigned member.',
  dueDay: 'UTC day by which it is due.',
  note: 'A note for people.',
  simulated: 'True: only simulated purchases; false: only real ones.',
  useSeoTools: 'True allows one SEO lookup, which may cost money; needs the permission seo.',
  latest: 'Only the newest answer to each question, as numbers count. Needs engine.',
  state: 'Only in this state.',
  hypothesis: 'Hypothesis about the change.',
  metric: 'Primary metric.',
  secondary: 'Secondary metrics.',
  roundsBefore: 'Rounds before the change.',
  roundsAfter: 'Rounds after the change.',
  lagDays: 'Days between the change and the first round that counts.',
  steps: 'Steps in which questions get the change; 1: all at once.',
  level: 'Level of the test, such as 0.05.',
  looks: 'When the result may be read: fractions of the rounds after the change.',
  spending: 'Error spending over the analyses.',
  effectOfInterest: 'Smallest effect worth finding, in percentage points.',
  allowBranded: 'True also counts questions that name the website.',
  isRetrospective: 'True if the change was already made.',
  captureBefore: 'Run id of the capture before the change.',
  cursor: 'nextCursor of the previous page.',
  idempotencyKey: 'One per request (8 to 128 of A-Z a-z 0-9 . _ : -), the same on every retry.',
  maxAgeSeconds: 'Reuses a saved answer up to this age; 0 always asks.',
  detail: 'full adds ids and evidence.',
};

/** Descriptions of ids of a plan, a run or a round, depending on the tool. */
const ids: Readonly<Record<string, string>> = {
  plan: 'Plan id (list_plans).',
  run: 'Run id from a result.',
  website: 'Website id (list_sites).',
  round: 'Number of the round (list_rounds).',
};

/**
 * Keywords left out of the tool list, which costs tokens in every conversation. The server checks these bounds and
 * names them in its errors.
 */
const bounds = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'];

/**
 * Builds the schema of a tool's arguments for `tools/list`. `path` is the operation's and decides what an `id` means.
 */
export function argumentSchema(
  fields: Readonly<Record<string, z.ZodType>>,
  path: string,
  ownWords: Readonly<Record<string, string>> = {},
): ObjectSchema {
  // The dialect is the protocol's default, so it is not named.
  const { $schema: _dialect, properties, ...schema } = buildJsonSchema(z.strictObject(fields), 'input');
  const described = Object.entries(properties as Record<string, Json>).map(([name, field]) => [
    name,
    withWords(shortened(field) as Json, ownWords[name] ?? wordsFor(name, path)),
  ]);
  return { ...schema, type: 'object', properties: Object.fromEntries(described) };
}

function wordsFor(name: string, path: string): string | undefined {
  if (name === 'round') return ids.round;
  if (name !== 'id') return words[name];
  if (path.startsWith('/plans/')) return ids.plan;
  return path.startsWith('/sites/') ? ids.website : ids.run;
}

function withWords(field: Json, description: string | undefined): Json {
  if (description === undefined) return field;
  const { pattern: _, ...rest } = field;
  return { ...rest, description };
}

/**
 * Returns the field without bounds, without null as an alternative to omitting it, and without a type implied by its
 * choices.
 */
function shortened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shortened);
  if (!isRecord(node)) return node;
  const { anyOf, ...plain } = node;
  const choice = Array.isArray(anyOf) && 'default' in node ? anyOf.filter(({ type }: Json) => type !== 'null') : [];
  const field = choice.length === 1 ? { ...(choice[0] as Json), ...plain } : node;
  const keptItems = Object.entries(field).filter(
    ([name, value]) =>
      !(bounds.includes(name) && typeof value === 'number') &&
      !(name === 'pattern' && typeof field.description === 'string') &&
      !(name === 'default' && isEmpty(value)) &&
      !(name === 'type' && Array.isArray(field.enum)),
  );
  return Object.fromEntries(keptItems.map(([name, value]) => [name, shortened(value)]));
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
