import { test } from 'vitest';
import type { Permission } from '../../src/domain/access/permissions.ts';
import type { DatabaseKind } from '../../src/store/database/open.ts';
import { type Calls, callsOf } from './calls.ts';
import { onEachDatabase } from './databases.ts';
import { startTestService, type TestOptions, type TestService } from './service.ts';
import { inQuick } from './suites.ts';

type Fixtures = {
  /** Shared by the tests of the file. */
  service: TestService;
  /** The owner, in the web app. */
  person: Calls;
  /** A program of the owner, with `permissions`. */
  program: Calls;
  website: { id: string; domain: string };
};

type JourneyOptions = TestOptions & { permissions: Permission[] };
type JourneyTest = ReturnType<typeof journeyOn>;

/**
 * Runs the same journey on both databases, each with its own service, which starts for the first test that uses it.
 * Tests request fixtures: `it('is saved', async ({ program }) => …)`.
 */
export function journeyOnEachDatabase(
  name: string,
  options: JourneyOptions,
  body: (it: JourneyTest, long: JourneyTest) => void,
): void {
  // Fixtures of a file are defined outside every describe.
  const tests = { sqlite: journeyOn('sqlite', options), postgres: journeyOn('postgres', options) };
  onEachDatabase(name, (engine) => body(tests[engine], inQuick<unknown>(() => {}, tests[engine]) as JourneyTest));
}

function journeyOn(engine: DatabaseKind, { permissions, ...options }: JourneyOptions) {
  return test.extend<{ $file: Fixtures }>({
    service: [
      // biome-ignore lint/correctness/noEmptyPattern: the way in which a fixture says that it needs no other.
      async ({}, use) => {
        const service = await startTestService(engine, options);
        await use(service);
        await service.close();
      },
      { scope: 'file' },
    ],
    person: [async ({ service }, use) => use(callsOf(service.url, service.cookie)), { scope: 'file' }],
    program: [
      async ({ service }, use) => use(callsOf(service.url, await service.makeKey(permissions))),
      { scope: 'file' },
    ],
    website: [async ({ service }, use) => use(await service.makeSite()), { scope: 'file' }],
  });
}
