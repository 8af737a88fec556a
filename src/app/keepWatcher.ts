import { type ChildProcess, spawn } from 'node:child_process';
import { hasPlansToWatch } from '../services/plans/watchedPlans.ts';
import type { Service } from './build.ts';

/** How often is looked whether there is anything to watch over, in milliseconds. */
const stepMs = 2_000;
/** A watcher that ends by itself is started anew after so long, twice as long each time. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/** What a watcher may know of this process: how to find programs, and nothing that buys or opens the database. */
const passedOn = ['PATH', 'HOME', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SystemRoot'];

/**
 * Keeps a watcher beside the server while any plan is active: a process of its own, which speaks HTTP to the server like
 * one that runs elsewhere. It ends with this process, however that ends.
 */
export function keepWatcher({ door }: Pick<Service, 'door'>, url: string): { stop(): void } {
  let child: ChildProcess | null = null;
  let stopping = false;
  let pauseMs = firstPauseMs;
  let startAgainAt = 0;

  function start(): void {
    const script = process.argv[1];
    if (script === undefined) return;
    const startedAt = performance.now();
    const own = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
    const flags = process.execArgv.filter((flag) => !flag.startsWith('--env-file'));
    const started = spawn(process.execPath, [...flags, script, 'watch', '--beside'], {
      env: { ...own, SIGHTLINE_URL: url, WATCH_SECRET: door.settings.watchSecret },
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    child = started;
    started.stdin.on('error', () => {});
    const ended = (why: string): void => {
      if (child !== started) return;
      child = null;
      if (stopping) return;
      pauseMs = performance.now() - startedAt > maxPauseMs ? firstPauseMs : Math.min(maxPauseMs, pauseMs * 2);
      startAgainAt = performance.now() + pauseMs;
      door.log.warn({ why }, 'the watcher ended; it is started again while a plan is active');
    };
    started.on('error', (cause) => ended(String(cause)));
    started.on('exit', (code, signal) => ended(signal ?? `exit ${code}`));
  }

  function end(): void {
    const running = child;
    child = null;
    running?.stdin?.end();
    running?.kill('SIGTERM');
  }

  async function look(): Promise<void> {
    try {
      const isWanted = await hasPlansToWatch(door);
      if (stopping) return;
      if (!isWanted) end();
      else if (child === null && performance.now() >= startAgainAt) start();
    } catch (cause) {
      door.log.error({ cause: String(cause) }, 'it could not be read whether a plan is active');
    }
  }

  let timer: NodeJS.Timeout | null = null;
  const loop = (): void => {
    void look().finally(() => {
      if (!stopping) timer = setTimeout(loop, stepMs);
    });
  };
  loop();
  return {
    stop() {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      end();
    },
  };
}
