import { readdirSync, statSync } from 'node:fs';
import { type Child, processFigures } from './childProcess.ts';
import { onPostgres, type SeededService } from './seededService.ts';

/** Resources of a server at one moment. */
export type Sample = {
  seconds: number;
  residentMiB: number;
  /** Size of its objects right after a full garbage collection. */
  heapMiB: number;
  descriptors: number;
  databaseMiB: number;
  /** Longest pause of its event loop since the previous sample. */
  stallMs: number;
};

/**
 * Node arguments of a server that is to be probed: a debugger on loopback, the only way to collect garbage from
 * outside.
 */
export const probedFlags: readonly string[] = ['--inspect=127.0.0.1:0'];

export type ServerProbe = { sample(): Promise<Sample>; stallMs(): Promise<number>; close(): void };

/**
 * Probes a server from outside: `/proc`, its own `/metrics`, its debugger, and the size of its database. Linux only.
 */
export async function probeServer(service: SeededService): Promise<ServerProbe> {
  const began = performance.now();
  const { child } = service;
  const pid = child.process.pid ?? 0;
  const inspector = await openDebugger(child);
  await stallOf(service);
  return {
    stallMs: () => stallOf(service),
    async sample() {
      const stallMs = await stallOf(service);
      await inspector.ask('HeapProfiler.collectGarbage');
      const { usedSize } = await inspector.ask('Runtime.getHeapUsage');
      const sample = {
        seconds: (performance.now() - began) / 1_000,
        residentMiB: processFigures(pid).residentMiB,
        heapMiB: Number(usedSize) / 2 ** 20,
        descriptors: readdirSync(`/proc/${pid}/fd`).length,
        databaseMiB: (await databaseBytes(service)) / 2 ** 20,
        stallMs,
      };
      // The collection itself is a pause that the server did not cause.
      await stallOf(service);
      return sample;
    },
    close: () => inspector.close(),
  };
}

/**
 * The server counts its pauses for Prometheus; each read starts a new count. The counting clock ticks every 10 ms,
 * which it adds.
 */
async function stallOf({ url }: Pick<SeededService, 'url'>, tries = 5): Promise<number> {
  const text = await fetch(`${url}/metrics`).then(
    (answer) => answer.text(),
    // A busy machine may delay a connection for too long once.
    (cause: unknown) => {
      if (tries <= 1) throw cause;
      return null;
    },
  );
  if (text === null) return stallOf({ url }, tries - 1);
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error('/metrics shows no pause of the event loop');
  return Number(seconds) * 1_000;
}

async function databaseBytes(service: SeededService): Promise<number> {
  if (service.env.DATABASE_URL !== undefined) {
    const [row] = await onPostgres(service.databaseUrl, 'SELECT pg_database_size(current_database()) AS bytes');
    return Number(row?.bytes);
  }
  const sizes = ['', '-wal'].map((end) => statSync(service.sqlitePath + end, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((total, size) => total + size, 0);
}

type Debugger = { ask(method: string): Promise<Record<string, unknown>>; close(): void };

async function openDebugger(child: Child): Promise<Debugger> {
  const address = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(child.output())?.[0];
  if (address === undefined) throw new Error('the server was not started with a debugger');
  const socket = new WebSocket(address);
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  let asked = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: Record<string, unknown> };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  return {
    ask(method) {
      asked += 1;
      const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
      waiting.set(asked, resolve);
      socket.send(JSON.stringify({ id: asked, method }));
      return promise;
    },
    close: () => socket.close(),
  };
}
