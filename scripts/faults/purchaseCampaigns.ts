import type { Campaign, Control } from './campaign.ts';

/** Call, then save: the fault that every purchase is protected against. */
const createBeforeIntent: Control = {
  removes: 'the order of intent and create: the create leaves before its phase is saved',
  file: 'src/services/runs/submitRun.ts',
  without: '  const sending = buyer.submit(request, { sessionId: prepared.sessionId, taskId: null });\n',
  instead: '',
  and: {
    without: '  const changedRun = await changeRun(app, reserved, (current) =>\n',
    instead:
      '  const sending = buyer.submit(request, { sessionId: prepared.sessionId, taskId: null });\n  await sending;\n' +
      '  const changedRun = await changeRun(app, reserved, (current) =>\n',
  },
};

/** The repeated request counts as a new one. */
const forgottenKeys: Control = {
  removes: 'what a key remembers',
  file: 'src/store/runs/idempotencyKeys.ts',
  without: 'return recall(tx, scope);',
  instead: 'return (await recall(tx, scope)) && null;',
};

/** Campaigns about purchases and their records. */
export const purchaseCampaigns: readonly Campaign[] = [
  {
    name: 'kills',
    promise: 'A server killed at any moment under load buys nothing twice and loses no receipt',
    files: ['test/faults/kill.quick.test.ts', 'test/faults/killSecondReading.test.ts', 'test/faults/killAsks.test.ts'],
    long: { KILL_TRIALS: '300', ASK_KILLS: '20' },
    control: { ...createBeforeIntent, env: { KILL_TRIALS: '12' }, only: 'at random moments' },
  },
  {
    name: 'power-cuts',
    promise: 'A power cut that drops unsynced writes loses no intent to buy and no answer (SQLite)',
    files: ['test/faults/powerCut.quick.test.ts'],
    long: { POWER_CUTS: '60' },
    control: {
      removes: 'the sync of every commit',
      file: 'src/store/database/sqliteDialect.ts',
      without: 'PRAGMA synchronous = FULL;',
      instead: 'PRAGMA synchronous = NORMAL;',
      and: { without: 'if (row?.synchronous !== 2)', instead: 'if (row === undefined)' },
    },
  },
  {
    name: 'system-calls',
    promise: 'A kill, a failed sync, a failed write or a full disk at the N-th system call loses nothing either',
    files: ['test/faults/systemCalls.quick.test.ts'],
    long: { SYSTEM_CALLS: '60' },
    control: { ...createBeforeIntent, env: { SYSTEM_CALLS: '40' }, only: 'killed at a write' },
  },
  {
    name: 'engines',
    promise: 'Every fault at every engine leads to one create, found at its vendor, with the stated cost',
    files: ['test/faults/engineFaults.quick.test.ts', 'test/faults/geminiNotice.test.ts'],
    control: {
      removes: 'the check of who signed a notice',
      file: 'src/engines/gemini/geminiNotice.ts',
      without: 'input.length === expected.length && timingSafeEqual(input, expected)',
      instead: 'given.length === given.length || timingSafeEqual(given, expected)',
    },
  },
  {
    name: 'kill-points',
    promise:
      'A kill at each point of a purchase, at each engine, duplicates nothing, loses nothing and records no wrong cost',
    files: [
      'test/faults/killPoints.quick.test.ts',
      'test/faults/killSeries.test.ts',
      'test/faults/purchaseChecker.test.ts',
    ],
    long: { KILL_POINT_TRIALS: '500' },
    control: { ...createBeforeIntent, only: 'every point of a purchase' },
  },
  {
    name: 'fleet',
    promise:
      'Several API processes and workers on one database, killed at random, duplicate and lose nothing, and limits stay exact',
    files: ['test/faults/fleet.quick.test.ts'],
    long: { FLEET_KILLS: '300' },
    control: forgottenKeys,
  },
  {
    name: 'notices',
    promise: 'A vendor’s notice only shortens the wait; a forged, repeated or late one changes nothing',
    files: ['test/journeys/notices.quick.test.ts'],
    control: {
      removes: 'the check of who signed a notice',
      file: 'src/engines/openai/openaiWebhook.ts',
      without: 'await webhooks.verifySignature(rawBody, received, secret, toleranceSeconds);',
      instead: 'await Promise.resolve([webhooks, secret, toleranceSeconds]);',
    },
  },
  {
    name: 'lost-replies',
    promise: 'A create whose reply is lost is sent once, then found or listed for inspection',
    files: ['test/journeys/lostReplies.test.ts'],
    control: {
      removes: 'the rule that a create is sent once',
      file: 'src/engines/openai/openaiResponses.ts',
      without: 'let reply = await create(request, conversationId, deadline);',
      instead:
        'let reply = await create(request, conversationId, deadline);\nif (!reply.ok) reply = await create(request, conversationId, deadline);',
    },
  },
  {
    name: 'same-key',
    promise: 'One request buys once, whichever interface, process or API key repeats it',
    files: [
      'test/journeys/ensure.test.ts',
      'test/journeys/spending.test.ts',
      'test/domain/idempotency.test.ts',
      'test/mcp/paid.test.ts',
    ],
    control: forgottenKeys,
  },
  {
    name: 'states',
    promise:
      'Events and requests in any order change a run’s state only as allowed, send it once, and never change an ended run',
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
    promise: 'Holds and settlements never exceed a budget, and the replayed ledger equals its balances',
    files: ['test/faults/moneyFaults.test.ts', 'test/faults/moneyKills.test.ts', 'test/journeys/money.test.ts'],
    long: { MONEY_STEPS: '20000' },
    control: {
      removes: 'the comparison with a budget',
      file: 'src/domain/money/monthBudget.ts',
      without: 'used + needed <= limit',
      instead: 'used + needed <= 2 * limit',
    },
  },
  {
    name: 'bills',
    promise: 'The ledger equals an emulated vendor’s bill to the micro-dollar',
    files: ['test/faults/vendorBills.quick.test.ts'],
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
    files: ['test/faults/planCampaign.quick.test.ts'],
    long: { CAMPAIGN_DAYS: '120' },
    control: {
      removes: 'the gap that is left for a round whose time is over',
      file: 'src/services/plans/settlePlan.ts',
      without: 'if (isMissed) await',
      instead: "if (isMissed && dueAt === '') await",
    },
  },
];
