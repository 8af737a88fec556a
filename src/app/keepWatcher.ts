import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { hasPlansToWatch } from '../services/plans/watchedPlans.ts';
import type { Service } from './build.ts';

/** Pause between checks for plans to watch, in milliseconds. */
const stepMs = 2_000;
/** Pause before a watcher that ended is restarted; doubles each time. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/**
 * Environment variables passed to the watcher: those needed to find programs, and none that can buy or open the
 * database.
 */
const passedOn = ['PATH', 'HOME', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SystemRoot'];

/** Logs each line of another process like this one's, so that a server's output has one format. */
export function logLines(output: Readable, log: (line: string) => void): void {
  createInterface({ input: output }).on('line', (line) => {
    if (line !== '') log(line);
  });
}

/**
 * Keeps a watcher running next to the server while any plan is active: a separate process, which uses the HTTP API like
 * one on another machine. It ends with this process, however that ends.
 */
export function keepWatcher({ api }: Pick<Service, 'api'>, url: string): { stop(): void } {
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
      env: { ...own, SIGHTLINE_URL: url, WATCH_SECRET: api.settings.watchSecret },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child = started;
    started.stdin.on('error', () => {});
    logLines(started.stdout, (line) => api.log.info({ process: 'watch' }, line));
    logLines(started.stderr, (line) => api.log.warn({ process: 'watch' }, line));
    const ended = (why: string): void => {
      if (child !== started) return;
      child = null;
      if (stopping) return;
      pauseMs = performance.now() - startedAt > maxPauseMs ? firstPauseMs : Math.min(maxPauseMs, pauseMs * 2);
      startAgainAt = performance.now() + pauseMs;
      api.log.warn({ why }, 'the watcher ended; restarting it while a plan is active');
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
      const isWanted = await hasPlansToWatch(api);
      if (stopping) return;
      if (!isWanted) end();
      else if (child === null && performance.now() >= startAgainAt) start();
    } catch (cause) {
      api.log.error({ cause: String(cause) }, 'could not check whether a plan is active');
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
