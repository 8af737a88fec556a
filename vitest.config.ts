import { randomInt } from 'node:crypto';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testLimitMs, waitLimitMs } from './test/support/patience.ts';
import { chooseFiles, inQuick } from './test/support/suites.ts';

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
// Every worker, thread and server of a test loads the same modules.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'sightline-compile-cache');
const cores = availableParallelism();
process.stdout.write(`Random tests start from SEED=${seed}\n`);

/** Tests of pure rules touch nothing outside themselves: threads that share modules run them in half the time. */
const pure = /^test\/(domain|contract)\//;
/** Each of these drives a browser, and two cores carry no more than two at once. */
const browser = /^test\/(browser\/|providers\/capture\/(browser|https|peerConnections|renderedEdges)\.)/;
/** These change the expressions of their process and measure its event loop, so each has a process of its own. */
const alone = /^test\/faults\/redos\//;

const projectOf = (path: string) =>
  pure.test(path) ? 'pure' : browser.test(path) ? 'browser' : alone.test(path) ? 'alone' : 'service';
const chosen = chooseFiles(import.meta.dirname);
const files: Partial<Record<string, string[]>> = {
  ...Object.groupBy(chosen.whole, projectOf),
  postgres: chosen.onPostgres,
};

const setupFiles = ['test/support/seed.ts'];
/** Modules load as they do in production, by Node.js itself, and stay loaded for the next file of the same worker. */
const shared = {
  isolate: false,
  experimental: { viteModuleRunner: false },
  // The typed client as it is written, not as it was last built.
  execArgv: ['--conditions=sightline:source'],
};
const forks = { pool: 'forks' as const, setupFiles, globalSetup: 'test/support/templates.ts' };

const projects: Record<string, TestProjectInlineConfiguration & object> = {
  pure: { test: { pool: 'threads', setupFiles, isolate: false } },
  service: { test: { ...forks, ...shared } },
  browser: {
    test: {
      ...forks,
      ...shared,
      // A browser fills a core by itself. The few files of the quick suite run beside the others.
      ...inQuick({}, { maxWorkers: cores, sequence: { groupOrder: 1 } }),
    },
  },
  alone: { test: { ...forks } },
  postgres: { test: { ...forks, ...shared, provide: { databases: ['postgres'] } } },
};

/** Campaigns wait much and take long, so they begin first and the others fill their waits: the last file is a short one. */
class CampaignsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isCampaign = ({ moduleId }: TestSpecification): boolean =>
      /\.quick\.test\.ts$|\/test\/faults\//.test(moduleId);
    const { true: campaigns = [], false: others = [] } = Object.groupBy(await super.sort(files), (file) =>
      isCampaign(file) ? 'true' : 'false',
    );
    return [...campaigns, ...others];
  }
}

export default defineConfig({
  test: {
    testTimeout: testLimitMs,
    hookTimeout: testLimitMs,
    expect: { poll: { timeout: waitLimitMs } },
    // One worker a core leaves it idle half the time: tests wait for servers and databases.
    maxWorkers: cores + 1,
    provide: { seed },
    // A group of tests may be left to the long suite as a whole.
    passWithNoTests: inQuick(true, false),
    sequence: { sequencer: CampaignsFirst },
    projects: Object.entries(projects).flatMap(([name, project]) => {
      const include = files[name] ?? [];
      // A project without files would take every file that there is.
      return include.length === 0
        ? []
        : [{ ...project, extends: true as const, test: { ...project.test, name, include } }];
    }),
  },
});
