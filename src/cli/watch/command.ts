import { type Command, Option } from 'commander';
import { pause } from '../../client/withRetry.ts';
import { UsageError } from '../failures.ts';
import { print } from '../output.ts';
import { createWatch, type WatcherDeps, watchPlans } from './plans.ts';
import { createCallAs, createListByKeys, createListBySecret } from './watcherCalls.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Adds `watch`, which sends the requests of due rounds. It needs neither a provider's key nor a database. */
export function addWatchCommand(program: Command): void {
  program
    .command('watch')
    .description(
      'send the requests of plans when they are due; needs WATCH_SECRET, or the keys of plans in SIGHTLINE_API_KEY',
    )
    .option('--once', 'send due requests once, then exit')
    .addOption(new Option('--beside', 'exit when standard input closes').hideHelp())
    .action((options: { once?: boolean; beside?: boolean }) => runWatch(process.env, options));
}

/** Watches until it is stopped. @throws UsageError */
export async function runWatch(
  environment: Environment,
  { once = false, beside = false }: { once?: boolean; beside?: boolean } = {},
): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGTERM', stop).once('SIGINT', stop);
  if (beside) process.stdin.once('end', stop).once('error', stop).resume();
  const house = buildHouse(environment, stopping.signal, beside);
  try {
    if (once) {
      // Reads the list immediately: if that fails, the command ends with the matching exit code.
      const plans = await house.list();
      await createWatch({ ...house, list: () => Promise.resolve(plans) }).pass();
    } else {
      house.say('watching');
      await watchPlans(house);
    }
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    house.say('stopped; the next watcher sends due requests');
  } finally {
    process.stdin.pause();
  }
}

function buildHouse(environment: Environment, signal: AbortSignal, beside: boolean): WatcherDeps {
  const url = environment.SIGHTLINE_URL ?? 'http://127.0.0.1:4280';
  const secret = environment.WATCH_SECRET ?? '';
  const keys = (environment.SIGHTLINE_API_KEY ?? '').split(',').map((key) => key.trim());
  const holds = keys.filter((key) => key !== '');
  if (secret === '' && holds.length === 0) {
    throw new UsageError(
      'set WATCH_SECRET to the server’s value, or SIGHTLINE_API_KEY to the key shown when the plan was activated',
    );
  }
  const callAs = createCallAs({ url, signal });

  return {
    callAs,
    list: secret === '' ? createListByKeys(callAs, holds) : createListBySecret({ url, signal }, secret),
    now: () => performance.now(),
    pause: (milliseconds) => pause(milliseconds, signal),
    // A server that runs the watcher adds the time to its log lines.
    say: (line) => print(beside ? line : `${new Date().toISOString().slice(0, 19)}Z watch: ${line}`),
  };
}
