import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { createThreadPool } from '../../../src/providers/reading/threadPool.ts';
import type { Measurement } from './measureThread.ts';
import { readers } from './readers.ts';
import { shapes, textOf } from './texts.ts';

/** Limit for a reader that never ends: a busy machine takes minutes instead of seconds. */
const timeoutMs = 900_000;

/** Reads every shape in a thread, so that a reader that never ends can be stopped and named. */
function measure(reader: string): Promise<{ read: number; slow: string[] }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ read: number; slow: string[] }>();
  const thread = new Worker(new URL('./measureThread.ts', import.meta.url), { workerData: reader });
  const slow: string[] = [];
  let last = '';
  const limit = setTimeout(() => {
    void thread.terminate();
    reject(new Error(`reading as ${reader} does not end, at or soon after ${last}`));
  }, timeoutMs);
  thread.on('message', (said: Measurement) => {
    if ('begins' in said) last = said.begins;
    else if ('slow' in said) slow.push(said.slow);
    else resolve({ read: said.read, slow });
  });
  thread.on('error', reject);
  thread.on('exit', () => clearTimeout(limit));
  return promise;
}

describe('the time of a reader is linear in the length of its text', () => {
  it.each(Object.keys(readers).filter((name) => name !== 'quadratic'))(
    'as %s, for every generated text',
    async (name) => {
      const { read, slow } = await measure(name);
      expect(read).toBeGreaterThan(2500);
      expect(slow).toEqual([]);
    },
    timeoutMs + 10_000,
  );

  it(
    'and a quadratic reader is detected',
    async () => {
      expect((await measure('quadratic')).slow.length).toBe(3);
    },
    timeoutMs + 10_000,
  );
});

function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const pool = createThreadPool();
afterAll(() => pool.close());

it(
  'the event loop is not blocked by reading texts of the maximum length',
  async () => {
    const texts = shapes.filter((_shape, index) => index % 40 === 0).map((shape) => textOf(shape, 200_000));
    let longest = 0;
    let done = false;
    const watch = async () => {
      while (!done) {
        const before = process.threadCpuUsage();
        await new Promise((resolve) => setImmediate(resolve));
        const { user, system } = process.threadCpuUsage(before);
        longest = Math.max(longest, (user + system) / 1000);
      }
    };
    const watching = watch();
    const kinds: string[] = [];
    for (const text of texts) {
      const answer = { text, annotations: [], sources: [], refusal: null, incompleteReason: null, searchCount: 1 };
      const readings = await Promise.all([
        pool.read('answers', [answer]),
        pool.read('suggestions', new TextEncoder().encode(text), null, 'https://acme.example/', 'acme.example'),
        pool.read('references', text, 'https://acme.example/'),
        pool.read('sitemap', text, 1000),
      ]);
      kinds.push(...readings.map((reading) => reading.kind));
    }
    done = true;
    await watching;
    expect(kinds).toHaveLength(texts.length * 4);
    // Far less than a single reading costs this thread; both are processor time, so the machine's speed does not
    // matter.
    const here = texts.map((text) => cpuMs(() => readers.answer?.(text)));
    expect(longest).toBeLessThan(Math.max(...here) / 2);
  },
  timeoutMs,
);
