import type { Config } from '../../app/config.ts';
import { simulatedEngines } from '../../app/configuredEngines.ts';
import { keepWatcher } from '../../app/keepWatcher.ts';
import { misspeltSettings } from '../../app/misspeltSettings.ts';
import type { Replacements } from '../../app/replacements.ts';
import { type RunningService, serve } from '../../app/serve.ts';
import { print, printError } from '../output.ts';
import { serverEnvironment } from '../serverEnvironment.ts';

/** Starts a server, prints its address, and drains on SIGTERM or SIGINT. */
export async function runServer(config: Config): Promise<void> {
  for (const { name, nearest } of misspeltSettings(serverEnvironment())) {
    printError(`${name} is not a setting and is ignored. Did you mean ${nearest}?`);
  }
  const { service } = await startServer(config);
  // A worker opens no port for the link.
  if (service.setupToken !== null && config.ROLE !== 'worker') {
    print(`setup: ${service.api.settings.publicBaseUrl}/setup?token=${service.setupToken}`);
  }
  for (const line of describeSimulation(config)) print(line);
  if (service.simulated.seo) {
    print('DATAFORSEO_LOGIN is not set: SEO figures are simulated, and labelled so.');
  }
  if (service.browserRefusedAsRoot && config.ROLE !== 'api') {
    print('Running as root, so website checks cannot render pages. Run as another user, or set ALLOW_ROOT_BROWSER=1.');
  }
}

/** Describes the engines that are simulated, and why that fails in several processes. */
export function describeSimulation(config: Config): string[] {
  const { engines, variables } = simulatedEngines(config);
  if (engines.length === 0) return [];
  const missing = `${listed(variables)} ${variables.length === 1 ? 'is' : 'are'} not set`;
  const lines = [
    `${missing}: the bundled simulator answers for ${listed(engines)}. Its answers are synthetic, and labelled so.`,
  ];
  // Each process has its own simulator, so that a worker never finds what an API process asked.
  if (config.ROLE === 'api' || config.ROLE === 'worker')
    lines.push(
      `ROLE: simulated runs fail with ${config.ROLE} alone; set all (in compose: API_ROLE), or a provider key`,
    );
  return lines;
}

/** Starts a server that ends with its process, and prints only its address. */
export async function startServer(config: Config, replace: Replacements = {}): Promise<RunningService> {
  // Every file that this process creates is readable only by its own user.
  process.umask(0o077);
  const running = await serve(config, replace);
  const { service } = running;
  print(config.ROLE === 'worker' ? 'Sightline worker is running' : `Sightline is listening on ${running.url}`);
  const watcher = service.api.settings.keepsWatcher ? keepWatcher(service, running.url) : null;
  stopOnSignals({
    close() {
      watcher?.stop();
      return running.close();
    },
  });
  return running;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

/** Maximum duration of a stop, so that all of it takes less than 15 seconds. */
const stopLimitMs = 14_000;
/**
 * Interval in which repeated signals count as one: a process group and npm send the same signal several times, while a
 * person takes longer.
 */
const sameSignalMs = 3_000;

function stopOnSignals({ close }: { close(): Promise<void> }): void {
  // Ignored, because the reader of the output may exit before callers have their responses.
  process.stdout.removeAllListeners('error').on('error', () => {});
  process.stderr.on('error', () => {});
  let closingSince: number | null = null;
  const stop = (signal: string): void => {
    if (closingSince !== null) {
      if (performance.now() - closingSince > sameSignalMs) process.exit(1);
      return;
    }
    closingSince = performance.now();
    print(`${signal}: finishing active work; repeat to stop immediately`);
    setTimeout(() => {
      print('unfinished work continues after the next start');
      process.exit(0);
    }, stopLimitMs).unref();
    close().then(
      () => process.exit(0),
      (cause: unknown) => {
        printError(
          `sightline: an error occurred while stopping: ${cause instanceof Error ? cause.message : String(cause)}`,
        );
        process.exit(0);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}
