import { beforeAll, describe, expect, it } from 'vitest';
import { type AdmissionLimits, createAdmission } from '../../src/http/admission.ts';
import { useService } from '../support/service.ts';

const limits: AdmissionLimits = {
  turnMs: 30,
  queueMs: 100,
  minQueue: 4,
  burst: 3,
  lateMs: 100,
  burstBack: 0.25,
  calmMs: 2_000,
};

/** Creates admission control whose clock, loop turns and provider waits are controlled by the test. */
function startApi() {
  const state = { now: 0, outside: 0, turns: [] as (() => void)[] };
  const admission = createAdmission({
    limits,
    waitingOutside: () => state.outside,
    now: () => state.now,
    afterTurn: (work) => state.turns.push(work),
  });
  const endTurn = (): void => {
    for (const work of state.turns.splice(0)) work();
  };
  const together = (count: number): number =>
    Array.from({ length: count }, () => admission.admits()).filter((admitted) => admitted).length;
  return { admission, state, endTurn, together };
}

describe('admission control', () => {
  it('admits everyone while each turn of the loop is short', () => {
    const { endTurn, together, admission } = startApi();
    for (let turn = 0; turn < 100; turn += 1) {
      expect(together(50)).toBe(50);
      endTurn();
    }
    expect(admission.refusals()).toBe(0);
  });

  it('admits one burst in a long turn, and nobody after it', () => {
    const { state, together, admission } = startApi();
    expect(together(1)).toBe(1);
    state.now = 31;
    expect(together(10)).toBe(limits.burst);
    expect(admission.refusals()).toBe(7);
  });

  it('admits everyone in the next turn, and another burst only after a calm period', () => {
    const { state, together, endTurn } = startApi();
    together(1);
    state.now = 31;
    together(10);
    endTurn();
    state.now = 40;
    expect(together(1)).toBe(1);
    state.now = 71;
    expect(together(10)).toBe(0);
    endTurn();
    state.now = 71 + limits.calmMs + 1;
    expect(together(1)).toBe(1);
    state.now += 31;
    expect(together(10)).toBe(limits.burst);
  });

  it('admits everyone on a busy server that keeps up: one in five waits, four restore the slots', () => {
    const { state, together, endTurn, admission } = startApi();
    for (let turn = 0; turn < 500; turn += 1) {
      expect(together(4)).toBe(4);
      state.now += 31;
      expect(together(1)).toBe(1);
      endTurn();
    }
    expect(admission.refusals()).toBe(0);
  });

  it('admits nobody who would wait, as long as more are refused than answered', () => {
    const { state, together, endTurn, admission } = startApi();
    let late = 0;
    for (let turn = 0; turn < 500; turn += 1) {
      expect(together(4)).toBe(4);
      for (let answer = 0; answer < 4; answer += 1) admission.answered();
      state.now += 31;
      late += together(40);
      endTurn();
    }
    expect(late).toBe(limits.burst);
  });

  it('uses the rate of responses if these come later than the turn', () => {
    const { admission, together, endTurn, state } = startApi();
    for (let request = 0; request < limits.minQueue; request += 1) admission.enter();
    expect(together(limits.burst + 5)).toBe(limits.burst);
    // At this rate four wait less than a tenth of a second.
    for (let answer = 0; answer < 100; answer += 1) admission.answered();
    endTurn();
    expect(together(20)).toBe(20);
    // An old rate is meaningless.
    state.now = 5_000;
    endTurn();
    expect(together(20)).toBe(limits.burst);
    for (let request = 0; request < limits.minQueue; request += 1) admission.leave();
    endTurn();
    expect(together(20)).toBe(20);
  });

  it('admits nobody who has waited too long to start, as long as more are refused than answered', () => {
    const { state, together, admission } = startApi();
    together(1);
    state.now = 101;
    expect(admission.starts(0)).toBe(true);
    together(limits.burst + 1);
    expect(admission.refusals()).toBe(1);
    expect(admission.starts(1)).toBe(true);
    expect(admission.starts(0)).toBe(false);
    expect(admission.refusals()).toBe(2);
    for (let answer = 0; answer < 2; answer += 1) admission.answered();
    expect(admission.starts(0)).toBe(true);
  });

  it('does not count requests that wait for a provider', () => {
    const { admission, together, state } = startApi();
    for (let request = 0; request < 50; request += 1) admission.enter();
    state.outside = 50;
    expect(together(20)).toBe(20);
  });
});

describe('an overloaded server', () => {
  const service = useService('sqlite', {
    replace: { admissionLimits: { turnMs: 30, minQueue: 0, queueMs: 0, burst: 4 } },
  });
  let key: string;
  beforeAll(async () => {
    // Identifying the owner and creating the key use part of the burst.
    key = await service.makeKey();
    while ((await service.reply('authStatus', {}, { key })).status === 200);
  });

  it('refuses in the usual error shape, with a request id and a retry time, before any work has begun', async () => {
    const refused = await service.ensure(key, 'case_none', 'refused-under-load');
    expect(refused.status).toBe(503);
    expect(refused.body).toEqual({
      error: {
        code: 'temporarily_unavailable',
        message: expect.stringContaining('This request was not started'),
        retry: 'after_seconds',
      },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('x-request-id')).toMatch(/^req_/);
    expect(refused.headers.get('ratelimit')).toBeNull();
  });

  it('refuses in MCP’s form too, and still serves metrics to operators', async () => {
    const tool = await service.ask('/api/mcp', { key, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
    expect([tool.status, tool.body.error.message]).toEqual([
      503,
      expect.stringContaining('This request was not started'),
    ]);
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await service.ask(path)).status).toBe(200);
    const { text } = await service.ask('/metrics');
    expect(Number(/^sightline_overload_refusals_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(1);
  });
});
