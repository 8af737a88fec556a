import { describe, expect, it, onTestFinished } from 'vitest';
import { startSimulator } from '../../src/engines/startSimulator.ts';
import { type Finding, findingsOf, type PurchaseEvidence, type SavedRun } from '../support/purchaseChecker.ts';
import { createClientHistory, keepCreates } from '../support/purchaseEvidence.ts';
import type { HttpReply } from '../support/service.ts';

const completed: SavedRun = {
  id: 'run_1',
  status: 'completed',
  phase: 'submitted',
  isActive: false,
  sessionId: 'conv_1',
  taskId: 'resp_1',
  submittedAt: '2026-03-01T00:00:00.000Z',
  observedAt: '2026-03-01T00:01:00.000Z',
  dueAt: null,
  error: null,
  reservationKey: 'place 1',
  harnessKey: 'harness',
  rawAnswers: 1,
  shownResults: 1,
  money: 'estimated',
  findsLost: true,
};
const unconfirmed: SavedRun = {
  ...completed,
  id: 'run_2',
  status: 'requires_action',
  phase: 'unresolved',
  isActive: true,
  sessionId: 'conv_2',
  taskId: null,
  observedAt: null,
  dueAt: '2026-03-01T00:02:00.000Z',
  error: 'creation_unresolved: The reply was lost.',
  reservationKey: 'place 2',
  rawAnswers: 0,
  shownResults: 0,
  money: 'held',
};

/** Two requests, one answered and one whose create never reached the vendor: nothing is wrong. */
const sound: PurchaseEvidence = {
  creates: new Map([['run_1', { sent: 1, made: 1 }]]),
  replies: [
    { key: 'request-1', runId: 'run_1', status: 202 },
    { key: 'request-1', runId: 'run_1', status: 200 },
    { key: 'request-2', runId: 'run_2', status: 503 },
  ],
  asked: new Set(['request-1', 'request-2']),
  runs: [completed, unconfirmed],
  outcomes: new Map([
    ['request-1', { kind: 'started', runId: 'run_1' }],
    ['request-2', { kind: 'started', runId: 'run_2' }],
  ]),
  balances: { saved: { deployment: 5 }, replayed: { deployment: 5 } },
  listed: new Map([['run_2', { runId: 'run_2', sessionId: 'conv_2' }]]),
};

const withRun = (changed: Partial<SavedRun>, other: SavedRun = unconfirmed): PurchaseEvidence => ({
  ...sound,
  runs: [{ ...completed, ...changed }, other],
});
const withCreates = (runId: string, sent: number, made: number): PurchaseEvidence => ({
  ...sound,
  creates: new Map([...sound.creates, [runId, { sent, made }]]),
});

const spoilt: readonly (readonly [string, Finding['kind'], string | null, PurchaseEvidence])[] = [
  ['a second create of one run', 'duplicate purchase', 'run_1', withCreates('run_1', 2, 1)],
  ['a task that was created twice', 'impossible row', 'run_1', withCreates('run_1', 1, 2)],
  ['work of a run that nobody saved', 'purchase of nobody', 'run_9', withCreates('run_9', 1, 1)],
  [
    'a second run of one request',
    'purchase of nobody',
    'run_1',
    { ...sound, outcomes: new Map([...sound.outcomes, ['request-1', { kind: 'existing_active', runId: 'run_1' }]]) },
  ],
  [
    'a run of a request that no client sent',
    'purchase of nobody',
    'run_2',
    { ...sound, asked: new Set(['request-1']) },
  ],
  ['a task that was created and is unknown', 'lost receipt', 'run_2', withCreates('run_2', 1, 1)],
  [
    'a task that was created and is reported as refused',
    'impossible row',
    'run_1',
    withRun({ status: 'failed', error: 'refused: Nothing was bought.', shownResults: 0 }),
  ],
  ['a completed run without its answer', 'impossible row', 'run_1', withRun({ rawAnswers: 0 })],
  ['a completed run without a receipt', 'impossible row', 'run_1', withRun({ phase: 'unresolved' })],
  ['a receipt that names no work', 'impossible row', 'run_1', withRun({ taskId: null, sessionId: null })],
  ['an ended run that keeps its place', 'impossible row', 'run_1', withRun({ isActive: true })],
  ['an ended run that is looked at', 'impossible row', 'run_1', withRun({ dueAt: '2026-03-01T00:02:00.000Z' })],
  ['an ended run whose worst case is held', 'impossible row', 'run_1', withRun({ money: 'held' })],
  [
    'a run that waits and whose money was released',
    'impossible row',
    'run_2',
    withRun({}, { ...unconfirmed, money: 'released' }),
  ],
  ['a run that nothing was held for', 'impossible row', 'run_1', withRun({ money: null })],
  ['a result of a run that waits', 'impossible row', 'run_2', withRun({}, { ...unconfirmed, shownResults: 1 })],
  [
    'two active runs in one place',
    'impossible row',
    'run_3',
    {
      ...sound,
      runs: [...sound.runs, { ...unconfirmed, id: 'run_3' }],
      outcomes: new Map([...sound.outcomes, ['request-3', { kind: 'started', runId: 'run_3' }]]),
      asked: new Set([...sound.asked, 'request-3']),
      listed: new Map([...sound.listed, ['run_3', { runId: 'run_3', sessionId: 'conv_2' }]]),
    },
  ],
  ['an unconfirmed run that is not listed', 'unlisted unconfirmed run', 'run_2', { ...sound, listed: new Map() }],
  [
    'an unconfirmed run that is listed without its ids',
    'unlisted unconfirmed run',
    'run_2',
    { ...sound, listed: new Map([['run_2', { runId: 'run_2', sessionId: null }]]) },
  ],
  [
    'a client that was told two runs',
    'changed word',
    'run_2',
    { ...sound, replies: [...sound.replies, { key: 'request-1', runId: 'run_2', status: 200 }] },
  ],
  [
    'a request that is remembered as another run',
    'changed word',
    'run_1',
    { ...sound, outcomes: new Map([...sound.outcomes, ['request-1', { kind: 'fresh_saved', runId: 'run_2' }]]) },
  ],
  [
    'an answered request that is forgotten',
    'forgotten request',
    'run_1',
    { ...sound, outcomes: new Map([...sound.outcomes].slice(1)) },
  ],
  [
    'a balance that its entries do not give',
    'wrong balance',
    null,
    { ...sound, balances: { saved: { deployment: 4 }, replayed: { deployment: 5 } } },
  ],
];

describe('the checker of purchases', () => {
  it('finds nothing if nothing is wrong', () => {
    expect(findingsOf(sound)).toEqual([]);
  });

  it.each(spoilt)('finds %s', (_name, kind, runId, evidence) => {
    const found = findingsOf(evidence).map((finding) => [finding.kind, finding.runId]);
    expect(found).toContainEqual([kind, runId]);
  });

  it('leaves a purchase in doubt if its engine cannot find it', () => {
    const evidence = withCreates('run_2', 1, 1);
    const runs = [completed, { ...unconfirmed, findsLost: false }];
    expect(findingsOf({ ...evidence, runs })).toEqual([]);
  });
});

describe('the evidence of a campaign', () => {
  it('counts two creates of one run as two, and one with a lost reply as made', async () => {
    const simulator = await startSimulator();
    const creates = keepCreates(simulator);
    const send = (runId: string): Promise<unknown> => {
      const body = JSON.stringify({ model: 'm', input: 'q', background: true, metadata: { run_id: runId } });
      const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
      return fetch(`${simulator.openAiUrl}/responses`, { method: 'POST', headers, body }).catch(() => null);
    };
    onTestFinished(() => simulator.close());
    await send('run_1');
    await send('run_1');
    simulator.script({ at: 'create', reply: { kind: 'lost' } });
    await send('run_2');
    simulator.script({ at: 'create', reply: { kind: 'dropped' } });
    await send('run_3');
    expect([...creates.byRun(new Map())]).toEqual([
      ['run_1', { sent: 2, made: 2 }],
      ['run_2', { sent: 1, made: 1 }],
      ['run_3', { sent: 1, made: 0 }],
    ]);
  });

  it('keeps requests without a reply, and the ids of a reply that requires an inspection', async () => {
    const history = createClientHistory();
    await history.send('request-1', () => Promise.reject(new Error('cut')));
    const unconfirmed = { status: 503, body: { recovery: { runId: 'run_1', sessionId: null } } } as HttpReply;
    await history.send('request-2', () => Promise.resolve(unconfirmed));
    expect([...history.asked]).toEqual(['request-1', 'request-2']);
    expect(history.replies).toEqual([{ key: 'request-2', runId: 'run_1', status: 503 }]);
  });
});
