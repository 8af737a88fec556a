import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Returns an issue's path and its reason in words: what is allowed, not how the schema says it. */
export function describeIssue(first: Issue | undefined, value: unknown): { path: PropertyKey[]; reason: string } {
  const issue = pickMostSpecific(first);
  return issue === undefined
    ? { path: [], reason: 'is not valid' }
    : { path: issue.path, reason: formatReason(issue, value) };
}

function pickMostSpecific(issue: Issue | undefined): Issue | undefined {
  if (issue?.code === 'invalid_union') {
    const inner = issue.errors.flat()[0];
    if (inner !== undefined) return { ...inner, path: [...issue.path, ...inner.path] };
  }
  return issue;
}

function formatReason(issue: Issue, value: unknown): string {
  const present = issue.path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );
  if (present === undefined && issue.path.length > 0) return 'is required';
  if (issue.code === 'too_small' || issue.code === 'too_big') return sizeReason(issue);
  if (issue.message.startsWith('Invalid ')) {
    if (issue.code === 'invalid_format') return formatReasons[issue.format] ?? 'is not in the expected form';
    if (issue.code === 'invalid_type') return `must be ${typeWords[issue.expected] ?? issue.expected}`;
    if (issue.code === 'invalid_value')
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
  }
  return issue.message.replace(/^Invalid input: /, '').replace(/^./, (first) => first.toLowerCase());
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Descriptions of formats whose schemas have no message of their own. */
const formatReasons: Readonly<Record<string, string>> = {
  date: 'must be a date such as 2026-11-30',
  datetime: 'must be a UTC time such as 2026-11-30T12:00:00.000Z',
  email: 'must be an email address',
};

/** Describes a bound in words, unless its schema has its own message. */
function sizeReason(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  if (!/^Too (small|big):/.test(issue.message)) return issue.message;
  const [bound, most] = issue.code === 'too_small' ? [issue.minimum, 'at least'] : [issue.maximum, 'at most'];
  if (issue.origin === 'string') return bound === 1 ? 'must not be empty' : `must have ${most} ${bound} characters`;
  if (issue.origin === 'array' || issue.origin === 'set') return `must have ${most} ${bound} entries`;
  return issue.inclusive === false
    ? `must be ${issue.code === 'too_small' ? 'above' : 'below'} ${bound}`
    : `must be ${most} ${bound}`;
}
