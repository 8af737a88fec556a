import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

declare module 'vitest' {
  interface ProvidedContext {
    /** What every random test of this run starts from. */
    seed: number;
  }
}

/** One seed a run, printed, so that what a random test found is found again: `SEED=123 npm test`. */
function seedOfRun(): number {
  // Kept in the environment: this file is read again for each project.
  process.env.SEED ??= String(randomInt(2 ** 31));
  if (!/^\d{1,10}$/.test(process.env.SEED)) throw new Error('SEED: must be a whole number of at most ten digits');
  return Number(process.env.SEED);
}
const seed = seedOfRun();
const cores = availableParallelism();
process.stdout.write(`Random tests start from SEED=${seed}\n`);

/** Tests of pure rules touch nothing outside themselves: threads that share modules run them in half the time. */
const pure = ['test/domain/**/*.test.ts', 'test/contract/**/*.test.ts'];
/** Each of these drives a browser, and two cores carry no more than two at once. */
const browser = [
  'test/browser/**/*.test.ts',
  'test/providers/capture/browser.test.ts',
  'test/providers/capture/https.test.ts',
  'test/providers/capture/peerConnections.test.ts',
  'test/providers/capture/renderedEdges.test.ts',
];
/** These change the expressions of their process and measure its event loop, so each has a process of its own. */
const alone = ['test/faults/redos/**/*.test.ts'];
/** A long campaign alone: in the short form each point of a purchase has its kill in killPoints.test.ts. */
const onlyLong = process.env.KILL_POINT_TRIALS === undefined ? ['test/faults/killSeries.test.ts'] : [];
const setupFiles = ['test/support/seed.ts'];
/** Modules load as they do in production, by Node.js itself, and stay loaded for the next file of the same worker. */
const shared = {
  isolate: false,
  experimental: { viteModuleRunner: false },
  // The typed client as it is written, not as it was last built.
  execArgv: ['--conditions=sightline:source'],
};
const service = { pool: 'forks' as const, setupFiles, globalSetup: 'test/support/postgresTemplate.ts' };

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One worker a core leaves it idle half the time: tests wait for servers and databases.
    maxWorkers: cores + 1,
    provide: { seed },
    projects: [
      { extends: true, test: { name: 'pure', include: pure, pool: 'threads', setupFiles, isolate: false } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browser,
          pool: 'forks',
          ...shared,
          // A browser fills a core by itself.
          maxWorkers: cores,
          sequence: { groupOrder: 1 },
          // A page is asked until it shows what it should: data may come a moment after the heading.
          expect: { poll: { timeout: 15_000 } },
          // A browser that shares two cores may lose its first try; the report names such a test.
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...pure, ...browser, ...alone, ...onlyLong],
          ...service,
          ...shared,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, ...service } },
    ],
  },
});
