import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Reading } from '../../ports/foreignText.ts';
import type { Job, Report } from './readerThread.ts';

const memoryMb = 512;
/** Texts are short-lived: a small young generation suffices, and makes the process some 40 MB smaller. */
const youngMemoryMb = 24;
/** Far more than loading takes on any machine: if a thread never begins, the machine is at fault and not the text. */
const startTimeoutMs = 60_000;
/**
 * Grace period: a process that was asleep finds the limit passed and the reply waiting, so it checks for the reply
 * again.
 */
const graceTimeoutMs = 50;

/** Next to this file in the sources, or next to the bundle's entry. */
const threadFile = ['./readerThread.ts', './readerThread.js', '../readerThread.js']
  .map((name) => new URL(name, import.meta.url))
  .find((url) => existsSync(url));

/** One thread, one job at a time. */
export type Thread = {
  /** Runs one job, at most until the limit; an interrupted thread is gone. @throws Error of the machine */
  run(job: Job, limitMs: number, transfer: readonly ArrayBuffer[]): Promise<Reading<unknown>>;
  /** False after a job was interrupted or the thread failed. */
  alive(): boolean;
  end(): Promise<void>;
};

export function startThread(file: URL | undefined = threadFile): Thread {
  if (file === undefined) throw new Error('the reading thread is missing from this build');
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMemoryMb },
    // The thread needs none of the server's settings and must not see its secrets.
    env: {},
  });
  let alive = true;
  let settle: { resolve(reading: Reading<unknown>): void; reject(cause: unknown): void } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let limit = 0;

  function finish(conclude: (waiting: NonNullable<typeof settle>) => void): void {
    clearTimeout(timer);
    const waiting = settle;
    settle = null;
    // An idle thread keeps no process alive.
    worker.unref();
    if (waiting !== null) conclude(waiting);
  }
  function endAfter(ms: number, conclude: (waiting: NonNullable<typeof settle>) => void): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = setTimeout(
        () => {
          alive = false;
          void worker.terminate();
          finish(conclude);
        },
        Math.min(ms, graceTimeoutMs),
      );
    }, ms);
  }
  worker.on('message', (report: Report) => {
    if (settle === null) return;
    if (report.kind === 'begun') {
      const message = `reading took longer than ${limit} ms`;
      endAfter(limit, ({ resolve }) => resolve({ kind: 'cut_off', by: 'time', message }));
    } else if (report.kind === 'done') {
      finish(({ resolve }) => resolve({ kind: 'read', value: report.value }));
    } else {
      finish(({ resolve }) => resolve({ kind: 'cut_off', by: 'fault', message: report.message }));
    }
  });
  worker.on('error', (cause: Error & { code?: string }) => {
    alive = false;
    finish(({ resolve, reject }) => {
      if (cause.code !== 'ERR_WORKER_OUT_OF_MEMORY') reject(cause);
      else resolve({ kind: 'cut_off', by: 'memory', message: `reading needed more than ${memoryMb} MB` });
    });
  });
  worker.on('exit', (code) => {
    alive = false;
    finish(({ reject }) => reject(new Error(`the reading thread ended with code ${code}`)));
  });
  worker.unref();

  return {
    run(job, limitMs, transfer) {
      const { promise, resolve, reject } = Promise.withResolvers<Reading<unknown>>();
      limit = limitMs;
      settle = { resolve, reject };
      worker.ref();
      endAfter(startTimeoutMs, (waiting) => waiting.reject(new Error('the reading thread does not start')));
      try {
        worker.postMessage(job, transfer);
      } catch (cause) {
        finish((waiting) => waiting.reject(cause));
      }
      return promise;
    },
    alive: () => alive,
    async end() {
      alive = false;
      await worker.terminate();
    },
  };
}
