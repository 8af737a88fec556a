import type { Campaign } from './campaign.ts';

/** Campaigns about the service under clocks, disks, databases, restarts and load. */
export const serviceCampaigns: readonly Campaign[] = [
  {
    name: 'experiments',
    promise: 'At most 5 in 100 experiments without an effect report one, however often a client reads them',
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
    promise: 'Every message is delivered at least once with one id, and none to an internal address',
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
    promise: 'Clocks that step an hour, and clocks ten minutes apart, change no due time, lease, deadline or limit',
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
    promise: 'Limits on requests, runs and lookups are exact across restarts and processes',
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
    promise: 'A full, read-only or damaged disk stops writes but not reads',
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
    promise: 'If the database is locked, silent or gone, callers get a response in time and nothing is bought',
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
    promise: 'A stop finishes paid work, disconnects slow clients, and ends within 15 s',
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
    promise: 'The previous release and this one serve one database at once without buying twice or failing a request',
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
    promise:
      'Under overload, requests that cannot be answered in time are refused before any work starts, with the time to retry',
    files: ['test/http/admission.test.ts'],
    control: {
      removes: 'the refusal of what cannot be answered in time',
      file: 'src/http/admission.ts',
      without: '    refusals.add(at);\n    return false;',
      instead: '    refusals.add(at);\n    return true;',
    },
  },
  {
    name: 'packages',
    promise: 'Shipped packages are pinned and licensed, build to the same bytes twice, and run no install scripts',
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
