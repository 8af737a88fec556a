import { createWatch } from '../../src/cli/watch/plans.ts';
import { createCallAs, createListBySecret } from '../../src/cli/watch/watcherCalls.ts';
import type { TestService } from './service.ts';

/** Watcher like `sightline watch`, over real HTTP, that polls on request. */
export type TestWatcher = { pass(): Promise<number>; said: string[]; move(milliseconds: number): void };

export function createWatcher(service: Pick<TestService, 'url' | 'api'>, fetchWith?: typeof fetch): TestWatcher {
  const said: string[] = [];
  let time = 0;
  const connection = {
    url: service.url,
    signal: new AbortController().signal,
    ...(fetchWith === undefined ? {} : { fetch: fetchWith }),
  };
  const watch = createWatch({
    list: createListBySecret(connection, service.api.settings.watchSecret),
    callAs: createCallAs(connection),
    now: () => time,
    pause: () => Promise.resolve(),
    say: (line) => said.push(line),
  });
  return {
    pass: () => watch.pass(),
    said,
    move: (milliseconds) => {
      time += milliseconds;
    },
  };
}
