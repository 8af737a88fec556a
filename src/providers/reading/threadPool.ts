import type { WrittenContents } from '../../domain/bundle/writtenContents.ts';
import type { EvidenceBundle } from '../../domain/checks/evidenceBundle.ts';
import { AppError } from '../../domain/errors.ts';
import type { ForeignText, Readers, Reading } from '../../ports/foreignText.ts';
import type { Job } from './readerThread.ts';
import { startThread, type Thread } from './thread.ts';

/** Milliseconds for one reading, counted from when its thread begins. */
export type ReadingLimits = { oneText: number; manyTexts: number };

const defaults: ReadingLimits = { oneText: 10_000, manyTexts: 120_000 };
/** Readers of a whole website or bundle. They leave a thread free for callers that wait for a single text. */
const ofMany: ReadonlySet<keyof Readers> = new Set(['website', 'bundle', 'bundledAnswers', 'sharedReport']);

const maxThreads = 2;
const maxWaitingJobs = 500;
const idleMs = 10_000;

export type ThreadPool = ForeignText & {
  /** Finishes jobs that have begun or are waiting, accepts no new ones, and ends the threads. */
  close(): Promise<void>;
};

type Task = {
  job: Job;
  long: boolean;
  transfer: readonly ArrayBuffer[];
  resolve(reading: Reading<unknown>): void;
  reject(cause: unknown): void;
};

/**
 * Creates a pool of at most two threads, which start with the first job and end when idle. The thread of an interrupted
 * job is ended, and the next job gets a new one. A package's pool would not do: time must count from when a job begins,
 * not from when it is queued, and long jobs must leave one thread for short ones.
 * @param threadFile another build's thread, for measuring it
 */
export function createThreadPool(limits: Partial<ReadingLimits> = {}, threadFile?: URL): ThreadPool {
  const { oneText, manyTexts } = { ...defaults, ...limits };
  const waiting: Task[] = [];
  const idle: Thread[] = [];
  const running = new Set<Promise<void>>();
  let longRunning = 0;
  let closed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  function beginWaiting(): void {
    while (running.size < maxThreads) {
      const at = waiting.findIndex((task) => !task.long || longRunning < maxThreads - 1);
      const [task] = at < 0 ? [] : waiting.splice(at, 1);
      if (task === undefined) return;
      const work = perform(task).finally(() => {
        running.delete(work);
        beginWaiting();
        if (running.size === 0) idleTimer = setTimeout(endIdle, idleMs).unref();
      });
      running.add(work);
    }
  }

  async function perform(task: Task): Promise<void> {
    clearTimeout(idleTimer);
    if (task.long) longRunning += 1;
    try {
      const thread = claimThread();
      const reading = thread.run(task.job, task.long ? manyTexts : oneText, task.transfer);
      await reading.then(task.resolve, task.reject);
      if (thread.alive()) idle.push(thread);
    } catch (cause) {
      task.reject(cause);
    } finally {
      if (task.long) longRunning -= 1;
    }
  }

  function claimThread(): Thread {
    for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) if (thread.alive()) return thread;
    return startThread(threadFile);
  }

  async function endIdle(): Promise<void> {
    await Promise.all(idle.splice(0).map((thread) => thread.end()));
  }

  return {
    async read<Name extends keyof Readers>(name: Name, ...input: Parameters<Readers[Name]>) {
      if (closed || waiting.length >= maxWaitingJobs) {
        const why = closed ? 'the server is stopping' : 'too many texts wait to be read';
        throw new AppError('temporarily_unavailable', `${why}; nothing was lost`, { retry: 'same_key' });
      }
      const { promise, resolve, reject } = Promise.withResolvers<Reading<unknown>>();
      waiting.push({
        job: { name, input },
        long: ofMany.has(name),
        transfer: handedOver(name, input),
        resolve,
        reject,
      });
      beginWaiting();
      return (await promise) as Reading<ReturnType<Readers[Name]>>;
    },
    async close() {
      closed = true;
      while (running.size > 0) await Promise.all(running);
      clearTimeout(idleTimer);
      await endIdle();
    },
  };
}

/** Large buffers are transferred instead of copied: together they may be as large as the rest of the process. */
function handedOver(name: keyof Readers, [input]: readonly unknown[]): ArrayBuffer[] {
  if (name === 'website') return wholeOf((input as EvidenceBundle).fetches.map(({ body }) => body));
  return name === 'sharedReport' ? wholeOf((input as WrittenContents).answers) : [];
}

function wholeOf(parts: readonly (Uint8Array | null)[]): ArrayBuffer[] {
  const whole = parts.flatMap((bytes) =>
    bytes?.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [],
  );
  return [...new Set(whole)];
}
