import { type OperationId, routes } from '../contract/routes.ts';
import { AppError } from '../domain/errors.ts';
import type { Operation } from './operation.ts';

/** Completes an error about a missing record: names the field with its id, and the operation that lists such records. */
export function nameMissing(operation: Operation, input: Readonly<Record<string, unknown>>, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'not_found') return error;
  const record = error.details?.record;
  if (typeof record !== 'string') return error;
  const word = record === 'website' ? 'site' : record;
  const field = error.details?.field ?? findField(operation, input, record, word);
  if (field === undefined) return error;
  const list = findList(operation, field, word);
  const hint = list === undefined ? '' : `; ${list} lists them`;
  const message = error.message.replace(/^No such (?<rest>.*)\.$/, `${field}: no such $<rest>${hint}`);
  return new AppError(error.code, message, { retry: error.retry, details: { field } });
}

function findField(operation: Operation, input: Readonly<Record<string, unknown>>, record: string, word: string) {
  const parts = operation.path.split('/');
  const ofRecord = lastParameter(parts.slice(parts.findIndex((part) => part.endsWith(`${word}s`)) + 1), true);
  const names = [`${record}Id`, `${record}Ids`, record, `${record}s`, ...(record === 'answer' ? ['runId'] : [])];
  return ofRecord ?? findPath(input.query, names) ?? findPath(input.body, names) ?? lastParameter(parts, false);
}

/** Returns the name of the last parameter of a path, or of those it begins with. */
function lastParameter(parts: readonly string[], isFirstRun: boolean): string | undefined {
  const end = isFirstRun ? parts.findIndex((part) => !part.startsWith('{')) : -1;
  const parameter = parts.slice(0, end < 0 ? undefined : end).findLast((part) => part.startsWith('{'));
  return parameter?.slice(1, -1);
}

/** Finds a member by name at any depth, and returns its path. */
function findPath(value: unknown, names: readonly string[]): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  const match = members.find(([name]) => names.includes(name));
  if (match !== undefined) return match[0];
  for (const [name, member] of members) {
    const below = findPath(member, names);
    if (below !== undefined) return `${name}.${below}`;
  }
}

/** Finds the read of the collection that contains such records. */
function findList({ path }: Operation, field: string, word: string): OperationId | undefined {
  const [before = '', after] = path.replace('/{kind}', '').split(`/{${field}}`);
  const reads = (Object.keys(routes) as OperationId[]).filter((id) => routes[id].method === 'GET');
  return after === undefined
    ? (reads.find((id) => routes[id].path === `/${word}s`) ?? reads.find((id) => routes[id].path.endsWith(`-${word}s`)))
    : reads.find((id) => routes[id].path === before);
}
