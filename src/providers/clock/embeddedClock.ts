import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../ports/runtime.ts';

/** State that a process leaves to the next: its last steady count, and how to resume it. */
type Mark = { steady: number; wall: number; boot: string | null; uptimeMs: number };

export type RunningClock = Clock & { stop(): Promise<void> };

/** Clocks of the machine; replaced in tests. */
export type Machine = {
  wall(): number;
  monotonic(): number;
  /** Milliseconds since the machine started, sleep included; null if this count follows the wall clock. */
  uptimeMs(): number | null;
  /** Identifier of this boot of the machine; null if there is none. */
  boot(): string | null;
};

const thisMachine: Machine = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  uptimeMs: () => (process.platform === 'linux' ? uptime() * 1000 : null),
  boot() {
    try {
      return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    } catch {
      return null;
    }
  },
};

const pollEveryMs = 1_000;
const keepEveryMs = 60_000;
/** Smaller differences between two monotonic counts are rounding. */
const sleepMs = 2_000;

/**
 * Starts the clock of a process that has its data to itself: dates come from the machine, and the steady count advances
 * with the monotonic clock. It resumes from the file of the last process: exactly if the machine has not restarted,
 * otherwise from the dates, and never backwards. If the file cannot be written, the next process starts at the date.
 */
export function startEmbeddedClock(dataDir: string, machine: Machine = thisMachine): RunningClock {
  const path = join(dataDir, 'clock.json');
  const boot = machine.boot();
  let atMonotonic = machine.monotonic();
  let atUptime = machine.uptimeMs();
  let atSteady = takenUp(readMark(path), { wall: machine.wall(), boot, uptimeMs: atUptime });
  let keptAt = Number.NEGATIVE_INFINITY;
  const steady = (): number => Math.floor(atSteady + machine.monotonic() - atMonotonic);

  /** Corrects for sleep: the monotonic clock stops while the machine sleeps; the count must not. */
  function look(): void {
    const monotonic = machine.monotonic();
    const up = machine.uptimeMs();
    const slept = up === null || atUptime === null ? 0 : up - atUptime - (monotonic - atMonotonic);
    atSteady += monotonic - atMonotonic + (Math.abs(slept) > sleepMs ? slept : 0);
    // Differences below the limit are carried over: rounding must not add up unnoticed.
    if (up !== null && atUptime !== null)
      atUptime = Math.abs(slept) > sleepMs ? up : atUptime + (monotonic - atMonotonic);
    atMonotonic = monotonic;
    if (monotonic - keptAt >= keepEveryMs) keep();
  }

  function keep(): void {
    keptAt = machine.monotonic();
    const mark: Mark = { steady: steady(), wall: machine.wall(), boot, uptimeMs: machine.uptimeMs() ?? 0 };
    try {
      writeFileSync(`${path}.tmp`, JSON.stringify(mark), { mode: 0o600 });
      renameSync(`${path}.tmp`, path);
    } catch {
      // If the disk is full, the mark from a minute ago is almost the same.
    }
  }

  keep();
  const timer = setInterval(look, pollEveryMs).unref();
  return {
    now: machine.wall,
    steady,
    hasPassed: (deadline) => steady() >= deadline,
    async stop() {
      clearInterval(timer);
      keep();
    },
  };
}

function takenUp(mark: Mark | null, here: { wall: number; boot: string | null; uptimeMs: number | null }): number {
  if (mark === null) return here.wall;
  if (mark.boot !== null && mark.boot === here.boot && here.uptimeMs !== null && here.uptimeMs >= mark.uptimeMs) {
    return mark.steady + (here.uptimeMs - mark.uptimeMs);
  }
  return mark.steady + Math.max(0, here.wall - mark.wall);
}

/** Reads the mark; null if there is none or it is invalid. */
function readMark(path: string): Mark | null {
  try {
    const mark = JSON.parse(readFileSync(path, 'utf8')) as Mark;
    return [mark.steady, mark.wall, mark.uptimeMs].every(Number.isFinite) ? mark : null;
  } catch {
    return null;
  }
}
