import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { readAnswer } from '../../src/domain/answer/readAnswer.ts';
import { createThreadPool, type ReadingLimits, type ThreadPool } from '../../src/providers/reading/threadPool.ts';
import { frozenAnswer } from '../domain/answer/frozen.ts';
import { long } from '../support/long.ts';

const pools: ThreadPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function opened(pool: ThreadPool): ThreadPool {
  pools.push(pool);
  return pool;
}

/** Creates a pool whose reader executes the behaviour that its text names. */
function obedient(limits: Partial<ReadingLimits> = {}): ThreadPool {
  return opened(
    createThreadPool({ oneText: 100, manyTexts: 100, ...limits }, new URL('./hangingThread.ts', import.meta.url)),
  );
}

describe('the pool of reading threads', () => {
  long('reads like the reader itself', async () => {
    const answer = frozenAnswer('1. **Acme Pad 3** – light\n2. **Bolt Tab** – cheap');
    expect(await opened(createThreadPool()).read('answers', [answer])).toEqual({
      kind: 'read',
      value: [readAnswer(answer)],
    });
  });

  it('aborts a reading that does not end, and reads the next text', async () => {
    const pool = obedient();
    expect(await pool.read('markdownLinks', 'hang', '')).toMatchObject({ kind: 'cut_off', by: 'time' });
    expect(await pool.read('markdownLinks', 'fine', '')).toEqual({ kind: 'read', value: ['fine', ''] });
  });

  long('aborts a reading that fills the memory, and reads the next text', async () => {
    const pool = obedient({ oneText: 60_000 });
    expect(await pool.read('markdownLinks', 'grow', '')).toMatchObject({ kind: 'cut_off', by: 'memory' });
    expect((await pool.read('markdownLinks', 'fine', '')).kind).toBe('read');
  });

  it('aborts a reading that throws', async () => {
    expect(await obedient().read('markdownLinks', 'throw', '')).toEqual({
      kind: 'cut_off',
      by: 'fault',
      message: 'it threw',
    });
  });

  it('does not blame the text for a thread that fails before it starts', async () => {
    await expect(obedient().read('markdownLinks', 'exit', '')).rejects.toThrow('ended with code 3');
  });

  long('counts time from the start of a reading, without its waiting', async () => {
    const pool = obedient({ oneText: 300 });
    const waiting = ['hang', 'hang', 'hang', 'hang', 'fine'].map((text) => pool.read('markdownLinks', text, ''));
    expect((await Promise.all(waiting)).map((reading) => reading.kind)).toEqual([
      'cut_off',
      'cut_off',
      'cut_off',
      'cut_off',
      'read',
    ]);
  });

  it('keeps a thread free for one text while whole websites are read', async () => {
    const pool = obedient({ manyTexts: 600_000 });
    const bundle = (text: string) => pool.read('bundle', new Map([[text, new Uint8Array()]]), new Map());
    const long = [bundle('first'), bundle('second')];
    expect((await pool.read('markdownLinks', 'fine', '')).kind).toBe('read');
    expect((await Promise.all(long)).map((reading) => reading.kind)).toEqual(['read', 'read']);
  });

  it('accepts no more than it can queue', async () => {
    const pool = obedient();
    const given = Array.from({ length: 600 }, () => pool.read('markdownLinks', 'fine', '').catch((cause) => cause));
    const codes = (await Promise.all(given)).map((outcome) => ('code' in outcome ? outcome.code : outcome.kind));
    expect(codes.filter((code) => code === 'temporarily_unavailable')).toHaveLength(98);
    expect(codes.filter((code) => code === 'read')).toHaveLength(502);
  });

  it('reads accepted texts before it closes, and nothing afterwards', async () => {
    const pool = obedient();
    const taken = ['hang', 'fine', 'fine', 'fine'].map((text) => pool.read('markdownLinks', text, ''));
    await pool.close();
    expect((await Promise.all(taken)).map((reading) => reading.kind)).toEqual(['cut_off', 'read', 'read', 'read']);
    await expect(pool.read('markdownLinks', 'fine', '')).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  });

  const built = new URL('../../dist/server/readerThread.js', import.meta.url);
  it.skipIf(!existsSync(fileURLToPath(built)))('reads the same in the built program', async () => {
    const answer = frozenAnswer('1. **Acme Pad 3** – light\n2. **Bolt Tab** – cheap');
    expect((await opened(createThreadPool({}, built)).read('answers', [answer])).kind).toBe('read');
  });
});
