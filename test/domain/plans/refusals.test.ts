import { describe, expect, it } from 'vitest';
import { paceOfEngine } from '../../../src/domain/plans/enginePace.ts';
import { kindOfRefusal, waitAfterRefusal } from '../../../src/domain/plans/refusal.ts';

const refusal = (
  code: string,
  httpStatus: number | null,
  retryAfterSeconds: number | null = null,
  message = 'No.',
) => ({
  ...{ code, message, httpStatus, retryAfterSeconds },
});

describe('a refusal that proves that nothing was bought', () => {
  it.each([
    ['passing', refusal('rate_limit_exceeded', 429, 7)],
    ['passing', refusal('rate_limit_error', 429)],
    ['passing', refusal('connect_refused', null)],
    ['passing', refusal('name_not_resolved', null)],
    ['passing', refusal('not_reachable', null)],
    ['passing', refusal('too_many_at_once', null)],
    ['passing', refusal('40202', 200, 60)],
    ['passing', refusal('deadline_passed', null)],
    ['owner', refusal('insufficient_quota', 429)],
    ['owner', refusal('insufficient_quota', 429, 20)],
    ['owner', refusal('invalid_request_error', 400, null, 'Your credit balance is too low.')],
    ['owner', refusal('invalid_api_key', 401)],
    ['owner', refusal('permission_error', 403)],
    ['owner', refusal('40210', 200)],
    ['owner', refusal('40100', 200)],
    ['final', refusal('invalid_value', 400)],
    ['final', refusal('40501', 200)],
    ['final', refusal('query', null)],
  ] as const)('waits for %s: %j', (kind, given) => {
    expect(kindOfRefusal(given)).toBe(kind);
  });

  it('is retried when the vendor says, and less often each time', () => {
    expect([1, 2, 3, 20].map((count) => waitAfterRefusal('passing', null, count))).toEqual([
      10_000, 20_000, 40_000, 1_800_000,
    ]);
    expect([1, 2, 3].map((count) => waitAfterRefusal('passing', 2, count))).toEqual([2_000, 2_000, 4_000]);
    expect(waitAfterRefusal('passing', 3_600, 30)).toBe(3_600_000);
    expect([waitAfterRefusal('owner', null, 1), waitAfterRefusal('final', 5, 1)]).toEqual([1_800_000, null]);
  });
});

describe('the pace at an engine that refused', () => {
  const now = '2026-03-02T08:00:00.000Z';
  const item = (
    askAfter: string | null,
    run: { status: 'queued' | 'completed' | 'running'; phase: string } | null,
  ) => ({
    ...{ askAfter, refusedFor: askAfter === null ? null : ('passing' as const), denials: 1, denial: 'busy: No.' },
    run: run === null ? null : { ...run, error: null },
  });
  const past = '2026-03-02T07:59:00.000Z';
  const ahead = '2026-03-02T08:01:00.000Z';

  it.each([
    ['open', [item(null, null)]],
    ['paused', [item(ahead, null), item(null, null)]],
    ['paused', [item(past, null), item(ahead, null)]],
    ['probe', [item(past, null), item(past, null), item(null, null)]],
    ['paused', [item(past, null), item(past, { status: 'queued', phase: 'submitting' })]],
    ['open', [item(past, null), item(past, { status: 'running', phase: 'submitted' })]],
    ['open', [item(past, null), item(past, { status: 'completed', phase: 'submitted' })]],
    // A steady clock that restarted delays no one for more than one round.
    ['probe', [item('2027-01-01T00:00:00.000Z', null)]],
  ] as const)('is %s', (kind, items) => {
    expect(paceOfEngine(items, now).kind).toBe(kind);
  });
});
