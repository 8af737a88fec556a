/** One promise under attack: the tests that attack it, and what makes the short form of `npm test` a long one. */
export type Campaign = {
  name: string;
  promise: string;
  files: readonly string[];
  /** Of these files only the tests whose name matches. */
  only?: string;
  long?: Readonly<Record<string, string>>;
  /** A variant of the product without the protection: this campaign must find it. */
  control?: Control;
};

/** One edit of one file of a copy of the product. `without` must stand in it exactly once, so that a control that has grown old says so. */
export type Control = { removes: string; file: string; without: string; instead: string };

const ensure = ['test/journeys/ensure.test.ts'];

export const campaigns: readonly Campaign[] = [
  {
    name: 'kills',
    promise: 'A server killed at any moment under load buys nothing twice and loses no receipt',
    files: ['test/faults/kill.test.ts', 'test/faults/killSecondReading.test.ts', 'test/faults/killAsks.test.ts'],
    long: { KILL_TRIALS: '300', ASK_KILLS: '20' },
    control: {
      removes: 'the phase that is saved before a create leaves',
      file: 'src/services/observations/submitRun.ts',
      without: "          phase: 'submitting',\n",
      instead: "          phase: 'reserved',\n",
    },
  },
  {
    name: 'system-calls',
    promise: 'A kill, a failed sync, a failed write or a full disk at the N-th system call: the same',
    files: ['test/faults/systemCalls.test.ts'],
    long: { SYSTEM_CALLS: '60' },
    control: {
      removes: 'the phase that is saved before a create leaves',
      file: 'src/services/observations/submitRun.ts',
      without: "          phase: 'submitting',\n",
      instead: "          phase: 'reserved',\n",
    },
  },
  {
    name: 'engines',
    promise: 'At every engine, every fault: one create, found where it was made, its cost as stated',
    files: ['test/faults/engineFaults.test.ts', 'test/faults/geminiNotice.test.ts'],
    control: {
      removes: 'the check of who signed a notice',
      file: 'src/providers/answers/gemini/geminiNotice.ts',
      without: 'given.length === expected.length && timingSafeEqual(given, expected)',
      instead: 'given.length === given.length || timingSafeEqual(given, expected)',
    },
  },
  {
    name: 'kill-points',
    promise: 'A kill at each point of a purchase, at each engine: nothing twice, nothing lost, no wrong cost',
    files: ['test/faults/killPoints.test.ts'],
  },
  {
    name: 'fleet',
    promise: 'Several API processes and workers on one database, killed at random: the same, and limits stay exact',
    files: ['test/faults/fleet.test.ts'],
    long: { FLEET_KILLS: '300' },
  },
  {
    name: 'notices',
    promise: 'A notice of a vendor only shortens the wait; a forged, doubled or late one changes nothing',
    files: ['test/journeys/notices.test.ts'],
  },
  {
    name: 'lost-replies',
    promise: 'A create whose reply is lost is sent once, then found or left to be inspected',
    files: ['test/journeys/lostReplies.test.ts'],
    control: {
      removes: 'the vendor package told to send once',
      file: 'src/providers/answers/openaiResponses.ts',
      without: 'api.responses.create(body, { maxRetries: 0, signal })',
      instead: 'api.responses.create(body, { maxRetries: 2, signal })',
    },
  },
  {
    name: 'same-key',
    promise: 'One request buys once, whichever door, process or API key repeats it',
    files: [...ensure, 'test/journeys/spending.test.ts'],
    control: {
      removes: 'what a key remembers',
      file: 'src/store/idempotencyKeys.ts',
      without: 'return recall(tx, scope);',
      instead: 'return (await recall(tx, scope)) && null;',
    },
  },
  {
    name: 'money',
    promise: 'Holds and settlements never pass a budget, and the replayed ledger equals its balances',
    files: ['test/faults/moneyFaults.test.ts', 'test/faults/moneyKills.test.ts', 'test/journeys/money.test.ts'],
    long: { MONEY_STEPS: '20000' },
    control: {
      removes: 'the comparison with a budget',
      file: 'src/domain/money/monthBudget.ts',
      without: 'standing.used + needed <= limit',
      instead: 'standing.used + needed <= 2 * limit',
    },
  },
  {
    name: 'bills',
    promise: 'The ledger equals an emulated vendor’s bill to the micro-dollar',
    files: ['test/faults/vendorBills.test.ts'],
    control: {
      removes: 'what a vendor gave back',
      file: 'src/services/money/readRefunds.ts',
      without: 'if (costUsd !== null) await correctCost(',
      instead: 'if (costUsd === -1) await correctCost(',
    },
  },
  {
    name: 'plans',
    promise: 'Every due round is bought once or recorded as missed, over months',
    files: ['test/faults/planCampaign.test.ts'],
    long: { CAMPAIGN_DAYS: '120' },
    control: {
      removes: 'the gap that is left for a round whose time is over',
      file: 'src/services/plans/settlePlan.ts',
      without: 'if (isMissed) await',
      instead: "if (isMissed && dueAt === '') await",
    },
  },
  {
    name: 'outbox',
    promise: 'Every message is delivered at least once with one id, none to an address inside',
    files: ['test/faults/outboxCampaign.test.ts', 'test/faults/killDelivery.test.ts', 'test/journeys/alerts.test.ts'],
    long: { OUTBOX_MESSAGES: '10000' },
  },
  {
    name: 'clocks',
    promise: 'Clocks that step an hour, and machines ten minutes apart, change no due time, lease, deadline or limit',
    files: ['test/faults/clockSteps.test.ts', 'test/providers/clock/clocks.test.ts'],
    control: {
      removes: 'the steady count: due times follow the wall clock',
      file: 'src/services/world.ts',
      without: 'world.runtime.steady() + offsetMs',
      instead: 'world.runtime.now() + offsetMs',
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
    files: ['test/faults/fullDisk.test.ts'],
  },
  {
    name: 'databases',
    promise: 'A database that is locked, silent or gone is answered in time, and bought nothing beside',
    files: ['test/faults/lockedDatabase.test.ts', 'test/faults/brokenConnections.test.ts'],
    control: {
      removes: 'the listener of a connection that ends in somebody’s hands',
      file: 'src/store/postgresPool.ts',
      without: "    client.on('error', () => {\n",
      instead: "    client.on('nothing' as 'error', () => {\n",
    },
  },
  {
    name: 'stops',
    promise: 'A stop drains what is paid for, cuts what is only slow, and ends within 15 s',
    files: ['test/faults/stop.test.ts'],
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
    name: 'approvals',
    promise: 'An agent that must ask never buys without a grant, and one grant buys once',
    files: ['test/journeys/approvals.test.ts', 'test/journeys/oauth.test.ts', 'test/journeys/roundGrants.test.ts'],
    control: {
      removes: 'the request that a grant is bound to',
      file: 'src/store/approvalRows.ts',
      without: "\n    .where('fingerprint', '=', binding.fingerprint)",
      instead: '',
    },
  },
  {
    name: 'permissions',
    promise: 'Every operation answers every kind of caller as the table says; no workspace sees another',
    files: ['test/api/permissionMatrix.test.ts', 'test/api/walls.test.ts', 'test/journeys/membership.test.ts'],
    control: {
      removes: 'the rule that the permission of a key is enough',
      file: 'src/api/invoke.ts',
      without: 'principal.permissions.includes(operation.permission) && ',
      instead: '',
    },
  },
  {
    name: 'secrets',
    promise: 'No secret leaves: no answer, log, error or database holds one',
    files: ['test/journeys/secrets.test.ts'],
    control: {
      removes: 'the hash of a secret at rest',
      file: 'src/services/access/apiKeySecret.ts',
      without: "return hash('sha256', secret, 'hex');",
      instead: 'return secret;',
    },
  },
  {
    name: 'inside',
    promise: 'No capture reaches an address inside',
    files: ['test/providers/capture/addressGuard.test.ts', 'test/providers/capture/inside.test.ts'],
    control: {
      removes: 'the list of addresses that are public',
      file: 'src/providers/capture/addressGuard.ts',
      without: '(allow.has(address) || isPublicAddress(address))',
      instead: '(allow.has(address) || isPublicAddress(address) || true)',
    },
  },
  {
    name: 'foreign-text',
    promise: 'No text of a stranger holds the server up',
    files: ['test/faults/redos', 'test/journeys/poisonedText.test.ts'],
    control: {
      removes: 'the end of a reading that takes too long',
      file: 'src/providers/reading/thread.ts',
      without: 'endAfter(limit,',
      instead: 'endAfter(2_000_000_000,',
    },
  },
  {
    name: 'hostile-http',
    promise: 'No request, whole or half, stops the service',
    files: ['test/http/hostileHttp.test.ts', 'test/mcp/guards.test.ts'],
  },
];
