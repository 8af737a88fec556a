import { expect, it } from 'vitest';
import { createLostTasks, type Family } from '../../src/engines/dataforseo/lostTasks.ts';

/** A thousandth of the real waits, on a clock that moves in milliseconds: `60` is a minute. */
const minute = 60;

type Lost = { runId: string; family: Family; submittedAtMs: number; dueAt: number; seenAt: number | null };

/** Creates an account whose list contains every task created by then, and counts reads of the list. */
function account(losts: readonly Lost[], isListed: (lost: Lost) => boolean = () => true) {
  const clock = { now: 1_000_000 };
  const reads: number[] = [];
  const post = async (path: string) => {
    reads.push(clock.now);
    const result = losts
      .filter((lost) => path.includes(lost.family) && lost.submittedAtMs <= clock.now && isListed(lost))
      .map(({ runId }) => ({ id: `task_${runId}`, metadata: { tag: runId } }));
    const body = { status_code: 20000, tasks: [{ id: 'l', status_code: 20000, result }] };
    return { kind: 'answered' as const, status: 200, text: '', body, retryAfterSeconds: null };
  };
  const options = { now: () => clock.now, hastened: (ms: number) => ms / 1_000, clean: (text: string) => text };
  const tasks = createLostTasks({ post }, { ...options, timeoutMs: 20 });

  /** Polls every lost run as the worker does, until this time. */
  async function followUntil(end: number): Promise<void> {
    for (; clock.now <= end; clock.now += 1) {
      const due = losts.filter(({ seenAt, dueAt }) => seenAt === null && dueAt <= clock.now);
      const looks = due.map(async (lost) => {
        lost.dueAt = clock.now + minute;
        const outcome = await tasks.look(lost.family, lost);
        if (outcome.kind === 'read' && outcome.rows.length > 0) lost.seenAt = clock.now;
      });
      await Promise.all(looks);
    }
  }
  const mostInAMinute = () =>
    Math.max(...reads.map((from) => reads.filter((at) => at >= from && at < from + minute).length));
  return { clock, followUntil, reads, mostInAMinute };
}

/** Creates runs sent one after the other, and first polled after about their engine's delay. */
function lostCreates(count: number, everyMs: number): Lost[] {
  return Array.from({ length: count }, (_none, at): Lost => {
    const submittedAtMs = 1_000_000 + at * everyMs;
    const family = at % 2 === 0 ? 'serp' : 'ai_optimization';
    return { runId: `run_${at}`, family, submittedAtMs, dueAt: submittedAtMs + 12 + (at % 7), seenAt: null };
  });
}

it('finds two hundred lost within two minutes, with fewer than ten lists in any minute', async () => {
  const losts = lostCreates(200, 0.6);
  const { followUntil, mostInAMinute } = account(losts);
  await followUntil(1_000_000 + 5 * minute);
  const waits = losts.map(({ seenAt, submittedAtMs }) => (seenAt ?? Number.POSITIVE_INFINITY) - submittedAtMs);
  expect(Math.max(...waits)).toBeLessThan(3.5 * minute);
  expect(mostInAMinute()).toBeLessThanOrEqual(8);
});

it('does not count a list read before a run could be in it as an absence', async () => {
  const losts = lostCreates(2, 0).map(
    (lost, at): Lost => ({ ...lost, family: 'serp', submittedAtMs: 1_000_000 + at * 50 }),
  );
  const [, later] = losts as [Lost, Lost];
  const { followUntil, reads } = account(losts);
  await followUntil(1_000_000 + 4 * minute);
  expect(later.seenAt).not.toBeNull();
  expect(Number(later.seenAt) - later.submittedAtMs).toBeGreaterThanOrEqual(minute);
  expect(reads.length).toBeGreaterThanOrEqual(1);
});

it('reads the list once more at the last poll of a run, however recently it was read', async () => {
  const [first, second] = lostCreates(2, 0).map((lost, at): Lost => {
    return { ...lost, family: 'serp', submittedAtMs: 1_000_000 + at * 5, dueAt: 1_000_000 + 120 * minute + at * 5 };
  }) as [Lost, Lost];
  const { clock, followUntil, reads } = account([first, second], () => false);
  clock.now = 1_000_000 + 119 * minute;
  await followUntil(1_000_000 + 121 * minute);
  expect(reads).toEqual([1_000_000 + 120 * minute, 1_000_000 + 120 * minute + 5]);
});
