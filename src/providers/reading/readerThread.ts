import { parentPort } from 'node:worker_threads';
import type { Readers } from '../../ports/foreignText.ts';
import { loaders } from './readers.ts';

export type Job = { name: keyof Readers; input: readonly unknown[] };

/** Messages of a thread about its job, in this order. Its time counts from `begun`: loading a reader does not count. */
export type Report = { kind: 'begun' } | { kind: 'done'; value: unknown } | { kind: 'threw'; message: string };

const say = (report: Report): void => parentPort?.postMessage(report);

parentPort?.on('message', async ({ name, input }: Job) => {
  const read = (await loaders[name]()) as (...given: readonly unknown[]) => unknown;
  say({ kind: 'begun' });
  let report: Report;
  try {
    report = { kind: 'done', value: read(...input) };
  } catch (cause) {
    report = { kind: 'threw', message: cause instanceof Error ? cause.message : String(cause) };
  }
  say(report);
});
