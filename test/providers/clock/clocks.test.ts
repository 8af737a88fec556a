import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Machine, startEmbeddedClock } from '../../../src/providers/clock/embeddedClock.ts';
import { startSharedClock } from '../../../src/providers/clock/sharedClock.ts';
import { newFolder } from '../../support/newFolder.ts';

const hour = 3_600_000;
const begin = Date.parse('2026-05-01T12:00:00.000Z');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the clock of a process without others', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = newFolder();
  });

  function machineOf() {
    const state = { wall: begin, monotonic: 500, uptime: 90_000, boot: 'one' as string | null };
    const machine: Machine = {
      wall: () => state.wall,
      monotonic: () => state.monotonic,
      uptimeMs: () => state.uptime,
      boot: () => state.boot,
    };
    const pass = (milliseconds: number, asleep = false): void => {
      state.wall += milliseconds;
      state.uptime += milliseconds;
      if (!asleep) state.monotonic += milliseconds;
    };
    return { state, machine, pass };
  }

  it.each([hour, -hour])('continues through a step of %d ms, while the date follows it', async (step) => {
    const { state, machine, pass } = machineOf();
    const clock = startEmbeddedClock(dataDir, machine);
    pass(60_000);
    state.wall += step;
    expect([clock.steady(), clock.now()]).toEqual([begin + 60_000, begin + 60_000 + step]);
    expect([clock.hasPassed(begin + 60_000, 0), clock.hasPassed(begin + 60_001, 0)]).toEqual([true, false]);
    await clock.stop();
  });

  const restarts: [what: string, step: number, boot: string | null, counted: number][] = [
    ['a step forward while it was down', hour, 'one', 10_000],
    ['a step back while it was down', -hour, 'one', 10_000],
    ['a machine that restarted', 0, 'two', 10_000],
    ['a machine that restarted with its clock an hour back', -hour, 'two', 0],
    ['a machine without a name, its clock an hour back', -hour, null, 0],
  ];
  it.each(restarts)('is continued by the next process after %s', async (_what, step, boot, counted) => {
    const { state, machine, pass } = machineOf();
    const first = startEmbeddedClock(dataDir, machine);
    pass(1_000);
    const left = first.steady();
    await first.stop();
    pass(10_000);
    state.wall += step;
    if (boot !== 'one') state.uptime = 100;
    state.boot = boot;
    state.monotonic = 20;
    const next = startEmbeddedClock(dataDir, machine);
    expect(next.steady() - left).toBe(counted);
    await next.stop();
  });

  it('counts the sleep of the machine, and starts at the date if its file is damaged', async () => {
    const { machine, pass } = machineOf();
    writeFileSync(join(dataDir, 'clock.json'), '{"steady":');
    const clock = startEmbeddedClock(dataDir, machine);
    pass(8 * hour, true);
    vi.advanceTimersByTime(1_000);
    expect(clock.steady()).toBe(begin + 8 * hour);
    await clock.stop();
  });
});

it('the clock of processes that share a database follows the database through its steps, and does not shorten timers that are already running', async () => {
  const database = { time: begin };
  let monotonic = 0;
  const clock = await startSharedClock({
    readDatabaseTime: async () => database.time,
    monotonic: () => monotonic,
    pollEveryMs: 1_000,
  });
  const pass = (milliseconds: number): void => {
    database.time += milliseconds;
    monotonic += milliseconds;
  };
  const look = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(1_000));
  pass(10_000);
  expect([clock.now(), clock.steady()]).toEqual([begin + 10_000, begin + 10_000]);
  const deadline = clock.steady() + 900_000;
  database.time += hour;
  await look();
  expect(clock.steady()).toBe(begin + 10_000 + hour);
  expect(clock.hasPassed(deadline, 900_000)).toBe(false);
  const later = clock.steady() + 900_000;
  pass(900_000);
  await look();
  expect([clock.hasPassed(deadline, 900_000), clock.hasPassed(later, 900_000)]).toEqual([true, true]);
  database.time -= hour;
  await look();
  expect(clock.steady()).toBe(begin + 910_000);
  await clock.stop();
});
