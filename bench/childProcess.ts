import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Returns a free port below those that the system assigns to callers, which could be taken a moment later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** A Node.js process started by the bench; its output is kept for the message if it fails. */
export type Child = {
  process: ChildProcess;
  /** Start of the process, by the monotonic clock in milliseconds. */
  startedAt: number;
  output(): string;
  /** Sends SIGTERM, and SIGKILL if that takes longer than ten seconds. */
  stop(): Promise<void>;
};

export function startNode(args: readonly string[], env: Readonly<Record<string, string>>): Child {
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args], { env: inherited, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-20_000);
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    process: child,
    startedAt,
    output: () => text,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Polls until the answer is 200; returns milliseconds since the process was spawned. @throws if it dies or takes a
 * minute
 */
export async function untilOk(
  child: Child,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  while (performance.now() - child.startedAt < 60_000) {
    const status = await fetch(url, { headers }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status === 200) return performance.now() - child.startedAt;
    if (child.process.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} did not become ready:\n${child.output()}`);
}

/** Resident memory of a process in MiB, and its processor time in seconds so far; from /proc, so on Linux only. */
export function processFigures(pid: number): { residentMiB: number; cpuSeconds: number } {
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; user and system time are fields 14 and 15, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    residentMiB: Number(resident ?? Number.NaN) / 1024,
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
  };
}
