import { Document, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { describeIssue } from '../../contract/issueReason.ts';
import { questionText } from '../../contract/questionSchemas.ts';
import { lineOf } from '../../contract/schemas.ts';
import { alertKinds } from '../../domain/alerts/alertKinds.ts';
import { alertDirections, comparedDays } from '../../domain/alerts/alertRule.ts';
import { cadenceKinds, maxCadenceHours, weekdays } from '../../domain/plans/cadence.ts';
import { maxRepeats } from '../../domain/plans/plan.ts';
import { maxTagCharacters, maxTags } from '../../domain/questions/tags.ts';
import { contextSizes, devices, searchModes } from '../../domain/runs/run.ts';
import { maxRivals } from '../../domain/visibility/rivals/rivals.ts';
import { UsageError } from '../failures.ts';

/**
 * Websites, questions, plans and alert rules of a workspace, as one file: never keys, budgets or secrets. A list in the file is the complete
 * list.
 */

const locale = {
  language: lineOf(35).optional(),
  country: lineOf(2)
    .transform((code) => code.toUpperCase())
    .optional(),
  region: lineOf(100).optional(),
  city: lineOf(100).optional(),
  timezone: lineOf(64).optional(),
};

const questionSchema = z.strictObject({
  question: questionText,
  tags: z.array(lineOf(maxTagCharacters)).max(maxTags).optional(),
  /** True if the question names the website; null: the rule decides. */
  branded: z.boolean().nullable().optional(),
  engines: z.array(lineOf(40)).min(1).max(20).optional(),
  ...locale,
  mode: z.enum(searchModes).optional(),
  allowedDomains: z.array(lineOf(253)).max(20).optional(),
  contextSize: z.enum(contextSizes).optional(),
  model: lineOf(100).optional(),
  device: z.enum(devices).optional(),
});

const websiteSchema = z.strictObject({
  url: lineOf(2_000),
  name: lineOf(200).optional(),
  aliases: z.array(lineOf(300)).max(100).optional(),
  exactNames: z.array(lineOf(300)).max(101).optional(),
  /** Domains that are not rivals and must not be suggested. */
  dismissed: z.array(lineOf(253)).max(500).optional(),
  otherNames: z
    .array(z.strictObject({ name: lineOf(200), domain: lineOf(253) }))
    .max(500)
    .optional(),
  rivals: z
    .array(
      z.strictObject({ domain: lineOf(253), name: lineOf(200).optional(), names: z.array(lineOf(200)).optional() }),
    )
    .max(maxRivals)
    .optional(),
  questions: z.array(questionSchema).optional(),
});

/** A saved question by its text and locale; only the text if it has no locale. */
const namedQuestion = z.union([
  lineOf(2_000),
  z.strictObject({ question: lineOf(2_000), website: lineOf(2_000).optional(), ...locale }),
]);

const planSchema = z.strictObject({
  name: lineOf(80),
  /** Address or domain of a website, for all its questions, or those with a tag. */
  website: lineOf(2_000).optional(),
  tags: z.array(lineOf(maxTagCharacters)).min(1).max(20).optional(),
  questions: z.array(namedQuestion).min(1).max(200).optional(),
  engines: z.array(lineOf(40)).min(1).max(20),
  repeats: z.int().min(1).max(maxRepeats).default(1),
  every: z.enum(cadenceKinds),
  hours: z.int().min(1).max(maxCadenceHours).optional(),
  weekday: z.enum(weekdays).optional(),
  at: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:30')
    .optional(),
  timeZone: lineOf(60).optional(),
});

const alertSchema = z.strictObject({
  name: lineOf(80),
  kind: z.enum(alertKinds),
  /** Subject, together with engine and days. It never changes: another subject is another rule. */
  website: lineOf(2_000).optional(),
  engine: lineOf(40).optional(),
  days: z.literal(comparedDays).optional(),
  direction: z.enum(alertDirections).optional(),
  /** Destinations by name: files never contain their addresses and secrets. */
  to: z.array(lineOf(80)).max(20).optional(),
  enabled: z.boolean().optional(),
});

const planFileSchema = z.strictObject({
  sightline: z.literal(1),
  websites: z.array(websiteSchema).default([]),
  /** Questions about no website. */
  questions: z.array(questionSchema).default([]),
  plans: z.array(planSchema).default([]),
  alerts: z.array(alertSchema).default([]),
});

export type PlanFile = z.output<typeof planFileSchema>;
export type FileWebsite = z.output<typeof websiteSchema>;
export type FileQuestion = z.output<typeof questionSchema>;
export type FilePlan = z.output<typeof planSchema>;
export type FileAlert = z.output<typeof alertSchema>;

/** Fields refused whatever their value, because they would grant rights or money. */
const forbiddenMember = /keys?$|secret|password|passphrase|token|credential|budget|usd/i;
const forbiddenValue = /\bsl_[\w-]{20,}|\bsk-[\w-]{20,}/;

/** @throws UsageError naming the first field that is invalid or forbidden in such a file */
export function readPlanFile(text: string, name: string): PlanFile {
  const document = parseDocument(text, { prettyErrors: true });
  const [flaw] = document.errors;
  if (flaw !== undefined) throw new UsageError(`${name}: ${flaw.message.split('\n')[0] ?? ''}`);
  const input: unknown = document.toJS({ maxAliasCount: 50 });
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new UsageError(`${name}: is not a plan file; the first line of one is \`sightline: 1\``);
  }
  refusePower(input, name, '');
  const parsed = planFileSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const described = describeIssue(issue, input);
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = pathOf([...described.path, ...unknown]);
  const what = unknown.length > 0 ? 'is not a field of a plan file' : described.reason;
  throw new UsageError(`${name}: ${path === '' ? 'the file' : path}: ${what}`);
}

function refusePower(entry: unknown, name: string, path: string): void {
  if (typeof entry === 'string' && forbiddenValue.test(entry)) {
    throw new UsageError(`${name}: ${path}: looks like a key; this file must not contain keys, budgets or secrets`);
  }
  if (typeof entry !== 'object' || entry === null) return;
  for (const [member, value] of Object.entries(entry)) {
    const at = Array.isArray(entry) ? `${path}[${member}]` : path === '' ? member : `${path}.${member}`;
    if (!Array.isArray(entry) && forbiddenMember.test(member)) {
      throw new UsageError(`${name}: ${at}: this file must not contain keys, budgets or secrets; sign in to set them`);
    }
    refusePower(value, name, at);
  }
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

/** Lists whose entries are written in one line each, so that a change of one entry is a change of one line. */
const flowLists: readonly unknown[] = ['questions', 'rivals', 'otherNames'];

/** Writes the file as text, leaving out empty and missing lists and members. */
export function writePlanFile(file: PlanFile): string {
  const { websites, questions, plans, alerts } = file;
  const view = {
    sightline: 1,
    ...(websites.length === 0 ? {} : { websites }),
    ...(questions.length === 0 ? {} : { questions }),
    ...(plans.length === 0 ? {} : { plans }),
    ...(alerts.length === 0 ? {} : { alerts }),
  };
  const document = new Document(view, { aliasDuplicateObjects: false });
  visit(document, {
    Pair(_at, { key, value }) {
      if (!isScalar(key) || !flowLists.includes(key.value) || !isSeq(value)) return;
      for (const entry of value.items) if (isMap(entry)) entry.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}
