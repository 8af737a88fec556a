/** One promise under attack: the tests that attack it, and what makes the short form of `npm test` a long one. */
export type Campaign = {
  name: string;
  promise: string;
  files: readonly string[];
  /** Of these files only the tests whose name matches. */
  only?: string;
  long?: Readonly<Record<string, string>>;
  /** A variant of the product without the protection: this campaign must find it. */
  control: Control;
};

/** Edits of one file of a copy of the product. What is replaced must stand in it exactly once, so that a control that has grown old says so. */
export type Control = {
  removes: string;
  file: string;
  without: string;
  instead: string;
  and?: { without: string; instead: string };
  /** What the short form is too short to find for sure. */
  env?: Readonly<Record<string, string>>;
  /** Of the campaign only the tests whose name matches. */
  only?: string;
};

/** Call, then save: what every purchase is guarded against. */
const createBeforeIntent = {
  removes: 'the order of intent and create: the create leaves before its phase is saved',
  file: 'src/services/observations/submitRun.ts',
  without: '  const sent = buyer.submit(request, { sessionId: prepared.sessionId, taskId: null });\n',
  instead: '',
  and: {
    without: '  const taken = await changeRun(world, reserved, (current) =>\n',
    instead:
      '  const sent = buyer.submit(request, { sessionId: prepared.sessionId, taskId: null });\n  await sent;\n' +
      '  const taken = await changeRun(world, reserved, (current) =>\n',
  },
};

const ensure = ['test/journeys/ensure.test.ts'];

export const campaigns: readonly Campaign[] = [
  {
    name: 'kills',
    promise: 'A server killed at any moment under load buys nothing twice and loses no receipt',
    files: ['test/faults/kill.test.ts', 'test/faults/killSecondReading.test.ts', 'test/faults/killAsks.test.ts'],
    long: { KILL_TRIALS: '300', ASK_KILLS: '20' },
    control: { ...createBeforeIntent, env: { KILL_TRIALS: '12' }, only: 'at random moments' },
  },
  {
    name: 'power-cuts',
    promise: 'A power cut that forgets what was not synced takes back no create’s intent and no answer (SQLite)',
    files: ['test/faults/powerCut.test.ts'],
    long: { POWER_CUTS: '60' },
    control: {
      removes: 'the sync of every commit',
      file: 'src/store/sqliteDialect.ts',
      without: 'PRAGMA synchronous = FULL;',
      instead: 'PRAGMA synchronous = NORMAL;',
      and: { without: 'if (row?.synchronous !== 2)', instead: 'if (row === undefined)' },
    },
  },
  {
    name: 'system-calls',
    promise: 'A kill, a failed sync, a failed write or a full disk at the N-th system call: the same',
    files: ['test/faults/systemCalls.test.ts'],
    long: { SYSTEM_CALLS: '60' },
    control: { ...createBeforeIntent, env: { SYSTEM_CALLS: '40' }, only: 'killed at a write' },
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
    files: ['test/faults/killPoints.test.ts', 'test/faults/killSeries.test.ts', 'test/faults/purchaseChecker.test.ts'],
    long: { KILL_POINT_TRIALS: '500' },
    control: { ...createBeforeIntent, only: 'every point of a purchase' },
  },
  {
    name: 'fleet',
    promise: 'Several API processes and workers on one database, killed at random: the same, and limits stay exact',
    files: ['test/faults/fleet.test.ts'],
    long: { FLEET_KILLS: '300' },
    control: {
      removes: 'what a key remembers',
      file: 'src/store/idempotencyKeys.ts',
      without: 'return recall(tx, scope);',
      instead: 'return (await recall(tx, scope)) && null;',
    },
  },
  {
    name: 'notices',
    promise: 'A notice of a vendor only shortens the wait; a forged, doubled or late one changes nothing',
    files: ['test/journeys/notices.test.ts'],
    control: {
      removes: 'the check of who signed a notice',
      file: 'src/providers/answers/openaiWebhook.ts',
      without: 'await api.webhooks.verifySignature(rawBody, received, secret, toleranceSeconds);',
      instead: 'await Promise.resolve([api, secret, toleranceSeconds]);',
    },
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
    files: [...ensure, 'test/journeys/spending.test.ts', 'test/domain/idempotency.test.ts', 'test/mcp/paid.test.ts'],
    control: {
      removes: 'what a key remembers',
      file: 'src/store/idempotencyKeys.ts',
      without: 'return recall(tx, scope);',
      instead: 'return (await recall(tx, scope)) && null;',
    },
  },
  {
    name: 'states',
    promise: 'Events and requests in any order move a run only as allowed, send it once, and leave an ended one alone',
    files: ['test/domain/runState.test.ts', 'test/journeys/anyOrder.test.ts', 'test/journeys/changeRun.test.ts'],
    long: { MODEL_STEPS: '10000' },
    control: {
      removes: 'the end of what has ended',
      file: 'src/domain/runs/runState.ts',
      without: '  if (isTerminal(from)) return false;\n',
      instead: '',
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
    control: {
      removes: 'the new beginning of a damaged log of requests',
      file: 'src/store/embeddedRequestLog.ts',
      without: 'if (!/not a database|malformed|corrupt|unsupported file format/i.test(String(cause))) throw cause;',
      instead: 'if (cause !== null) throw cause;',
    },
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
    promise: 'The release before and this one serve one database at once: nothing bought twice, nobody failed',
    files: ['test/faults/rollingUpgrade.test.ts', 'test/store/previousSchema.test.ts'],
    // A clone without the commit of that release skips the first and says so.
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
    name: 'tenants',
    promise: 'Two workspaces read at once, over REST and MCP, see nothing of each other, and no read asks a vendor',
    files: ['test/faults/tenants.test.ts'],
    long: { TENANT_CALLS: '10000' },
    control: {
      removes: 'the workspace in the list of runs',
      file: 'src/store/runListing.ts',
      without: ".where('workspace_id', '=', filter.workspaceId)",
      instead: ".where('workspace_id', '<>', '')",
    },
  },
  {
    name: 'revocation',
    promise: 'A key that is revoked while it is in use opens nothing from the next request on, at any process',
    files: ['test/faults/revocation.test.ts'],
    long: { REVOCATIONS: '200' },
    control: {
      removes: 'the look at whether a key was revoked',
      file: 'src/store/apiKeys.ts',
      without: 'if (row === null || row.revoked_at !== null) return null;',
      instead: 'if (row === null) return null;',
    },
  },
  {
    name: 'capabilities',
    promise: 'The right that a run hands to a model buys one lookup of one domain, and ends with the run',
    files: ['test/mcp/capability.test.ts'],
    control: {
      removes: 'the end of a capability with its run',
      file: 'src/store/capabilities.ts',
      without:
        'if (row === undefined || row.revoked_at !== null || row.expires_at <= now || row.active !== 1) return null;',
      instead: 'if (row === undefined) return null;',
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
    name: 'hostile-pages',
    promise: 'No page, packed, endless or nested, makes a capture use more memory or time than its limits',
    files: ['test/providers/capture/hostile.test.ts', 'test/providers/capture/oddServers.test.ts'],
    control: {
      removes: 'the limit of an unpacked body',
      file: 'src/providers/capture/exchange.ts',
      without: 'codings, limits.maxBodyBytes)',
      instead: 'codings, 1_000 * limits.maxBodyBytes)',
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
    control: {
      removes: 'the rule that a header which decides is sent once',
      file: 'src/http/guards.ts',
      without: "= ['idempotency-key', 'content-type', 'content-length'];",
      instead: '= [];',
    },
  },
];
