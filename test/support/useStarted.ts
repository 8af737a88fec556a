import { afterAll, beforeAll } from 'vitest';

/**
 * Starts something before the first test of the calling describe or file, and closes it after the last. Its members
 * can be read once it has started.
 */
export function useStarted<T extends { close(): unknown }>(start: () => Promise<T>): T {
  const started: { value?: T } = {};
  beforeAll(async () => {
    started.value = await start();
  });
  afterAll(async () => {
    await started.value?.close();
  });
  return standInFor(() => started.value);
}

/** Returns an object whose members are those of the current value. */
export function standInFor<T extends object>(current: () => T | undefined): T {
  const handler: ProxyHandler<object> = {
    get(_target, name) {
      const value = current() ?? {};
      const member = Reflect.get(value, name);
      return typeof member === 'function' ? member.bind(value) : member;
    },
    set: (_target, name, member) => Reflect.set(current() ?? {}, name, member),
  };
  return new Proxy({}, handler) as T;
}
