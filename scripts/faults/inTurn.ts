import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a command and returns its exit code. */
export type RunCommand = (command: string, args: readonly string[], options: SpawnOptions) => Promise<number | null>;

/**
 * Processes items one after the other. If this process is told to stop, the current command ends with everything that
 * it started and no further item begins. An interrupted item gives no row, because its result says nothing.
 */
export async function inTurn<Item, Row>(
  items: readonly Item[],
  work: (item: Item, run: RunCommand) => Promise<Row>,
): Promise<{ rows: Row[]; stoppedBy: NodeJS.Signals | null }> {
  let stoppedBy: NodeJS.Signals | null = null;
  let underWay: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    stoppedBy ??= signal;
    endGroup(underWay);
  };
  const run: RunCommand = async (command, args, options) => {
    if (stoppedBy !== null) return null;
    // A group of its own: a test that timed out leaves servers behind, and they end with it.
    const child = spawn(command, args, { ...options, detached: true });
    underWay = child.pid;
    const [status] = await once(child, 'exit');
    endGroup(underWay);
    underWay = undefined;
    return status;
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  const rows: Row[] = [];
  try {
    for (const item of items) {
      const row = await work(item, run);
      if (stoppedBy !== null) break;
      rows.push(row);
    }
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
  return { rows, stoppedBy };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended.
  }
}
