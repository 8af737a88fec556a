import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTerminal, type RunStatus, runStatuses, unknownUsage } from '../../src/domain/runs/run.ts';
import {
  type KeywordRun,
  type RunPatch,
  type RunPhase,
  type RunRecord,
  runPhases,
} from '../../src/domain/runs/runRecord.ts';
import {
  afterPoll,
  afterProof,
  afterRefusal,
  afterUncertainCreate,
  afterUnresolvedDeadline,
  assertLegal,
  mayEnter,
  mayMove,
  type RemoteProgress,
} from '../../src/domain/runs/runState.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { property } from '../support/property.ts';

const time = '2026-03-02T08:00:00.000Z';
const reserved: RunRecord = {
  id: 'run_1',
  workspaceId: 'ws_1',
  ownerId: 'acct_1',
  accountId: 'acct_1',
  kind: 'keyword',
  targetId: 'case_1',
  websiteId: null,
  reservationKey: 'r',
  harnessKey: 'h',
  harnessVersion: 'v',
  engine: 'openai',
  surface: 'simulator',
  ask: {
    kind: 'keyword',
    question: 'Which one?',
    locale: { language: null, country: null, region: null, city: null, timezone: null },
    search: { engine: 'openai', device: null, mode: 'open-web', allowedDomains: [], contextSize: 'medium', model: 'm' },
    seoDomain: null,
  },
  status: 'queued',
  phase: 'reserved',
  version: 1,
  model: null,
  searchMode: 'open-web',
  allowedDomains: [],
  useSeoTools: false,
  environmentFingerprint: null,
  completedSearchCount: null,
  sessionId: null,
  taskId: null,
  createdAt: time,
  updatedAt: time,
  observedAt: null,
  submittedAt: null,
  deadlineAt: '2026-03-02T08:15:00.000Z',
  cancelRequestedAt: null,
  cancelAsks: 0,
  cancelAskedAt: null,
  reopenedAt: null,
  dueAt: time,
  failedPolls: 0,
  usage: unknownUsage,
  error: null,
  replayOf: null,
  keyId: null,
  planId: null,
};

/** Permitted transitions of the public status, listed independently of the code. */
const moves: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ['queued', 'running', 'requires_action', 'completed', 'failed', 'cancelled'],
  running: ['running', 'requires_action', 'completed', 'failed', 'cancelled'],
  requires_action: ['queued', 'running', 'requires_action', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};
const phases: Readonly<Record<RunPhase, readonly RunPhase[]>> = {
  reserved: ['reserved', 'submitting', 'capturing'],
  submitting: ['submitting', 'submitted', 'unresolved'],
  unresolved: ['unresolved', 'submitted'],
  submitted: ['submitted'],
  capturing: ['capturing'],
};

describe('the transitions of a run', () => {
  it.each(runStatuses.flatMap((from) => runStatuses.map((to) => [from, to] as const)))(
    '%s to %s is allowed only if the contract says so',
    (from, to) => {
      expect(mayMove(from, to)).toBe(moves[from].includes(to));
    },
  );

  it.each(runPhases.flatMap((from) => runPhases.map((to) => [from, to] as const)))(
    'phase %s to %s never leads back to sending',
    (from, to) => {
      expect(mayEnter(from, to)).toBe(phases[from].includes(to));
    },
  );

  it('an ended run accepts no change at all', () => {
    for (const status of ['completed', 'failed', 'cancelled'] as const) {
      expect(() => assertLegal({ ...reserved, status }, { error: 'x' })).toThrow(/has ended/);
      expect(() => assertLegal({ ...reserved, status }, { status })).toThrow(/illegal move/);
    }
  });

  const time2 = '2026-03-02T09:00:00.000Z';
  const proof = { sessionId: null, taskId: 'task_1', costUsd: null };
  const times = { now: time2, dueAt: time2, deadlineAt: time2 };
  const ends: [name: string, run: Partial<RunRecord>, isGivenUpOn: boolean][] = [
    ['given up as never shown', { status: 'failed', phase: 'unresolved', error: 'creation_unconfirmed: x' }, true],
    [
      'given up as gone',
      { status: 'failed', phase: 'submitted', taskId: 'task_1', error: 'remote_task_gone: x' },
      true,
    ],
    [
      'gone, of another task',
      { status: 'failed', phase: 'submitted', taskId: 't', error: 'remote_task_gone: x' },
      false,
    ],
    [
      'failed at its provider',
      { status: 'failed', phase: 'submitted', taskId: 'task_1', error: 'server_error: x' },
      false,
    ],
    ['refused', { status: 'failed', phase: 'submitting', error: 'rate_limit_exceeded: Nothing was bought.' }, false],
    ['never sent', { status: 'failed', phase: 'reserved', error: 'deadline_passed: x' }, false],
    ['completed', { status: 'completed', phase: 'submitted', taskId: 'task_1' }, false],
    ['cancelled', { status: 'cancelled', phase: 'submitted', taskId: 'task_1' }, false],
  ];
  it.each(ends)('proof of its task reopens only a run that was given up: one %s', (_name, changes, reopened) => {
    const ended = { ...reserved, ...changes } as KeywordRun;
    const patch = afterProof(ended, proof, times);
    expect(patch !== null).toBe(reopened);
    if (patch === null) return;
    expect(() => assertLegal(ended, patch)).not.toThrow();
    expect(patch).toMatchObject({ status: 'running', phase: 'submitted', reopenedAt: time2, deadlineAt: time2 });
    for (const status of ['completed', 'failed', 'requires_action'] as const) {
      expect(() => assertLegal(ended, { ...patch, status })).toThrow(/illegal move/);
    }
    expect(() => assertLegal({ ...ended, ...changes, status: 'cancelled' }, patch)).toThrow(/illegal move/);
  });

  it('a phase may not skip sending', () => {
    expect(() => assertLegal(reserved, { phase: 'submitted' })).toThrow(/illegal phase/);
    expect(() => assertLegal({ ...reserved, phase: 'unresolved' }, { phase: 'submitting' })).toThrow(/illegal phase/);
  });
});

const progress: fc.Arbitrary<RemoteProgress> = fc.record({
  status: fc.constantFrom(...runStatuses),
  model: fc.constantFrom(null, 'model-a', 'model-b'),
  finishedAt: fc.constantFrom(null, '2026-03-02T08:05:00.000Z'),
  completedSearchCount: fc.constantFrom(null, 0, 3),
  usage: fc.constantFrom(unknownUsage, { ...unknownUsage, totalTokens: 5 }),
  error: fc.constantFrom(null, 'code: text'),
});

/** Possible events of a run, in any order and number. */
type Event =
  | { kind: 'look'; remote: RemoteProgress }
  | { kind: 'send' | 'receipt' | 'refusal' | 'uncertain' | 'deadline' | 'cancel' | 'found' };

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: progress.map((remote) => ({ kind: 'look' as const, remote })) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('send', 'receipt', 'refusal', 'uncertain', 'deadline', 'cancel', 'found')
      .map((kind) => ({ kind }) as Event),
  },
);

/** Returns the patch that the service would save for an event; null if it would not act. */
function patchOf(run: RunRecord, happened: Event): RunPatch | null {
  if (isTerminal(run.status)) return happened.kind === 'look' ? afterPoll(run, happened.remote) : null;
  switch (happened.kind) {
    case 'look':
      return run.phase === 'submitted' ? afterPoll(run, happened.remote) : null;
    case 'send':
      return run.phase === 'reserved' ? { phase: 'submitting', submittedAt: time } : null;
    case 'receipt':
      return run.phase === 'submitting' ? { phase: 'submitted', taskId: 'resp_1' } : null;
    case 'refusal':
      return run.phase === 'submitting' ? afterRefusal('quota', 'no') : null;
    case 'uncertain':
      return run.phase === 'submitting' ? afterUncertainCreate('lost', time) : null;
    case 'deadline':
      return run.phase === 'unresolved' ? afterUnresolvedDeadline() : null;
    case 'cancel':
      return run.phase === 'reserved' ? { status: 'cancelled', dueAt: null } : { cancelRequestedAt: time };
    case 'found':
      return run.phase === 'unresolved' ? { phase: 'submitted', taskId: 'resp_1' } : null;
  }
}

describe('random, late, repeated and disordered events', () => {
  it('make no illegal transition, send at most once, and never change an ended run', () => {
    let steps = 0;
    fc.assert(
      fc.property(fc.array(event, { minLength: 40, maxLength: 80 }), (events) => {
        let run = reserved;
        let sends = 0;
        for (const happened of events) {
          steps += 1;
          const patch = patchOf(run, happened);
          if (isTerminal(run.status)) expect(patch).toBeNull();
          if (patch === null) continue;
          assertLegal(run, patch);
          const next = { ...run, ...patch, version: run.version + 1 };
          expect(moves[run.status]).toContain(next.status);
          expect(phases[run.phase]).toContain(next.phase);
          if (next.phase === 'submitting' && run.phase !== 'submitting') sends += 1;
          if (isTerminal(next.status)) expect(next.dueAt).toBeNull();
          if (next.status === 'completed') {
            expect([next.error, next.observedAt]).toEqual([
              null,
              happened.kind === 'look' ? happened.remote.finishedAt : null,
            ]);
          } else expect(next.observedAt).toBeNull();
          run = next;
        }
        expect(sends).toBeLessThanOrEqual(1);
      }),
      { numRuns: 400 },
    );
    expect(steps).toBeGreaterThanOrEqual(16_000);
    reportFigure(`${steps} random events on the state of a run: 0 illegal transitions, 0 second creates`);
  });

  property('a poll that shows known state changes nothing, however often it is repeated', [progress], (remote) => {
    const run: RunRecord = { ...reserved, phase: 'submitted' };
    const patch = afterPoll(run, remote);
    const after = { ...run, ...patch };
    expect(afterPoll(after, remote)).toBeNull();
  });

  const seen = { model: 'model-a', finishedAt: null, completedSearchCount: null, usage: unknownUsage, error: null };

  it('a late “queued” does not undo progress', () => {
    const running: RunRecord = { ...reserved, phase: 'submitted', status: 'running', model: 'model-a' };
    expect(afterPoll(running, { ...seen, status: 'queued' })).toBeNull();
  });

  it('an answer that wins against a cancel is saved as completed', () => {
    const asked: RunRecord = { ...reserved, phase: 'submitted', status: 'running', cancelRequestedAt: time };
    const won = { ...seen, status: 'completed', finishedAt: time, completedSearchCount: 1 } as const;
    expect(afterPoll(asked, won)).toMatchObject({ status: 'completed', observedAt: time, dueAt: null });
  });
});
