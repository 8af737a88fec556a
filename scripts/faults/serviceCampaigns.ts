import type { Campaign } from './campaign.ts';

/** Campaigns about the service under clocks, disks, databases, restarts and load. */
export const serviceCampaigns: readonly Campaign[] = [
  {
    name: 'experiments',
    promise: 'Experiments without an effect are called at most 5 times in 100, however often a client looks',
    files: ['test/faults/experimentCampaign.test.ts', 'test/journeys/experiments.test.ts'],
    long: { EXPERIMENTS: '2000' },
    control: {
      removes: 'the level that looks share',
      file: 'src/domain/experiments/randomisation.ts',
      without: 'const budget = Math.floor(look.spent * total + rounding) - spent;',
      instead: 'const budget = Math.floor(0.3 * total) - spent;',
    },
  },
  {
    name: 'outbox',
    promise: 'Every message is delivered at least once with one id, none to an address inside',
    files: ['test/faults/outboxCampaign.test.ts', 'test/faults/killDelivery.test.ts', 'test/journeys/alerts.test.ts'],
    long: { OUTBOX_MESSAGES: '10000' },
    control: {
      removes: 'the rule that only a success delivers',
      file: 'src/providers/messages/postMessage.ts',
      without: 'if (status >= 200 && status < 300) return',
      instead: 'if (status >= 200 && status < 600) return',
    },
  },
  {
    name: 'clocks',
    promise: 'Clocks that step an hour, and machines ten minutes apart, change no due time, lease, deadline or limit',
    files: ['test/faults/clockSteps.test.ts', 'test/providers/clock/clocks.test.ts'],
    control: {
      removes: 'the steady count: due times follow the wall clock',
      file: 'src/services/appContext.ts',
      without: 'app.runtime.steady() + offsetMs',
      instead: 'app.runtime.now() + offsetMs',
    },
  },
  {
    name: 'limits',
    promise: 'Requests, runs and lookups are limited exactly, over restarts and processes',
    files: ['test/journeys/limits.test.ts', 'test/store/requestLog.test.ts'],
    control: {
      removes: 'the limit of the last request',
      file: 'src/domain/access/slidingWindow.ts',
      without: 'const allowed = inside < window.limit;',
      instead: 'const allowed = inside <= window.limit;',
    },
  },
  {
    name: 'disks',
    promise: 'A full, read-only or damaged disk stops writing and not reading',
    files: ['test/faults/fullDisk.quick.test.ts'],
    control: {
      removes: 'the new beginning of a damaged log of requests',
      file: 'src/store/requests/embeddedLog.ts',
      without: 'if (!/not a database|malformed|corrupt|unsupported file format/i.test(String(cause))) throw cause;',
      instead: 'if (cause !== null) throw cause;',
    },
  },
  {
    name: 'databases',
    promise: 'A database that is locked, silent or gone is answered in time, and nothing is bought',
    files: ['test/faults/lockedDatabase.test.ts', 'test/faults/brokenConnections.quick.test.ts'],
    control: {
      removes: 'the listener of a connection that ends in somebody’s hands',
      file: 'src/store/database/postgresPool.ts',
      without: "    client.on('error', () => {\n",
      instead: "    client.on('nothing' as 'error', () => {\n",
    },
  },
  {
    name: 'stops',
    promise: 'A stop drains what is paid for, cuts what is only slow, and ends within 15 s',
    files: ['test/faults/stop.quick.test.ts'],
    control: {
      removes: 'the end of connections that no request is answered on',
      file: 'src/http/app.ts',
      without: '  drainConnections(app);\n',
      instead: '',
    },
  },
  {
    name: 'restore',
    promise: 'A restored older state buys nothing again',
    files: ['test/journeys/restore.test.ts'],
    control: {
      removes: 'the fence of a restored state',
      file: 'src/services/assertNotFenced.ts',
      without: 'if (fence === null || ',
      instead: 'if (fence !== null || fence === null || ',
    },
  },
  {
    name: 'upgrade',
    promise: 'The release before and this one serve one database at once: nothing bought twice, no request failed',
    files: ['test/faults/rollingUpgrade.test.ts', 'test/store/previousSchema.test.ts'],
    // A clone without the commit of that release skips the first and reports it.
    only: 'rolling upgrade|migrations since',
    long: { UPGRADE_QUESTIONS: '40' },
    control: {
      removes: 'the value that rows of the release before get in a new column',
      file: 'src/store/migrations/0101-rivals.ts',
      without: " DEFAULT '[]'",
      instead: '',
      only: 'only add to its schema',
    },
  },
  {
    name: 'overload',
    promise: 'What cannot be answered in time is refused before any work started, with the time to retry',
    files: ['test/http/admission.test.ts'],
    control: {
      removes: 'the refusal of what cannot be answered in time',
      file: 'src/http/admission.ts',
      without: '      refusals.add(at);\n      return false;',
      instead: '      refusals.add(at);\n      return true;',
    },
  },
  {
    name: 'packages',
    promise: 'What is shipped is pinned, licensed, the same bytes twice, and runs no script when it is installed',
    files: ['test/project/package.long.test.ts', 'test/project/shipped.test.ts'],
    control: {
      removes: 'the list of licences under which a package may be passed on',
      file: 'scripts/sbom.mjs',
      without: 'return allowedLicences.has(bare);',
      instead: 'return bare.length > 0;',
      only: 'refuses what may not be passed on',
    },
  },
];
