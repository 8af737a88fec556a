import { randomUUID } from 'node:crypto';
import type { Dialect, RouteResult } from './route.ts';
import type { ErrorBody } from './sendReply.ts';

/** JSON object of a request or reply. */
export type Json = Readonly<Record<string, unknown>>;

export function envelope(status: number, message: string, tasks: readonly Json[], cost: number): Json {
  return {
    version: 'simulated',
    status_code: status,
    status_message: message,
    time: '0.1 sec.',
    cost,
    tasks_count: tasks.length,
    tasks_error: tasks.filter((task) => Number(task.status_code) >= 40000).length,
    tasks,
  };
}

const errorBody: ErrorBody = ({ status, code, message }) =>
  envelope(Number(code ?? status * 100), message ?? 'Simulated error.', [], 0);

/** Recognises callers, and rejects unknown ones. */
export const dataForSeoCaller: Pick<Dialect, 'knows' | 'unknownCaller' | 'errorBody'> = {
  knows: ({ authorization }) => /^Basic \S+$/.test(String(authorization)),
  unknownCaller: { kind: 'status', status: 401, code: '40100' },
  errorBody,
};

/** Returns the one task of a body, which is always a list. */
export function firstTask(body: unknown): Json {
  const first: unknown = Array.isArray(body) ? body[0] : null;
  return typeof first === 'object' && first !== null ? { ...first } : {};
}

/** Builds a reply of one task with these results, free of charge. */
export function listReply(result: readonly unknown[], data: Json = {}): RouteResult {
  const task = { id: randomUUID(), status_code: 20000, status_message: 'Ok.', cost: 0, data, result };
  return { reply: { status: 200, body: envelope(20000, 'Ok.', [task], 0) }, created: null };
}

/** Converts `yyyy-mm-dd hh:mm:ss +00:00` to milliseconds since the epoch, or NaN. */
export function timeOf(text: unknown): number {
  return Date.parse(String(text).replace(/^(\S+) (\S+) \+00:00$/, '$1T$2Z'));
}

export function listTime(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} +00:00`;
}
