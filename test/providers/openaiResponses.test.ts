import { describe, expect, test } from 'vitest';
import type { Simulator } from '../../src/engines/startSimulator.ts';
import type { SubmitOutcome } from '../../src/ports/answerBuyer.ts';
import type { AnswerProvider } from '../../src/ports/answerProvider.ts';
import type { RemoteSnapshot } from '../../src/ports/answerRequest.ts';
import type { ReplyFault } from '../../src/simulator/faults.ts';
import {
  answerProvider,
  answerRequest,
  canaryCapability,
  canaryKey,
  createsOf,
  lostCreate,
  noHandle,
  prepared,
  question,
  seoTool,
  simulator,
} from './setting.ts';

function acceptedIn(outcome: SubmitOutcome): { taskId: string; sessionId: string | null } {
  if (outcome.kind !== 'accepted' || outcome.handle.taskId === null) throw new Error(`not accepted: ${outcome.kind}`);
  return { taskId: outcome.handle.taskId, sessionId: outcome.handle.sessionId };
}

/** Polls until the work has ended or waits for a person; the simulator advances with each poll. */
async function followed(provider: AnswerProvider, handle: { taskId: string; sessionId: string | null }) {
  for (let look = 0; look < 8; look++) {
    const snapshot = await provider.retrieve(handle);
    if (snapshot.kind !== 'found') throw new Error(`lost track of the run: ${snapshot.kind}`);
    if (!['queued', 'running'].includes(snapshot.snapshot.status)) return snapshot.snapshot;
  }
  throw new Error('the run never ended');
}

describe('a question without faults', () => {
  test('is queued, runs, and completes with the provider’s answer', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const sessionId = await prepared(provider);
    const handle = acceptedIn(await provider.submit(answerRequest(), { sessionId, taskId: null }));
    const statuses: string[] = [];
    let last: RemoteSnapshot | null = null;
    for (let look = 0; look < 3; look++) {
      const snapshot = await provider.retrieve(handle);
      if (snapshot.kind === 'found') last = snapshot.snapshot;
      statuses.push(last?.status ?? snapshot.kind);
    }
    expect(statuses).toEqual(['queued', 'running', 'completed']);
    expect(handle.sessionId).toBe(sessionId);
    expect(last).toMatchObject({
      model: 'model-under-test',
      error: null,
      completedSearchCount: 2,
      runId: 'run_test0001',
    });
    expect(last?.finishedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
    expect(last?.usage).toMatchObject({ searchCalls: 2, costUsd: null });
    expect(last?.answer?.text).toContain('Simulated answer');
    expect(createsOf(sim)).toEqual({ sent: 1, made: 1 });
  });

  test('keeps every citation over the link that it cites', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const { answer } = await followed(provider, acceptedIn(await provider.submit(answerRequest(), noHandle)));
    const spans = (answer?.annotations ?? []).map(({ url, startIndex, endIndex }) => ({
      url,
      holds: answer?.text.slice(startIndex, endIndex).includes(url),
    }));
    expect(spans.length).toBeGreaterThan(3);
    expect(spans.filter(({ holds }) => !holds)).toEqual([]);
  });

  test('can be read again offline from the saved object', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const snapshot = await followed(provider, acceptedIn(await provider.submit(answerRequest(), noHandle)));
    expect(provider.freeze(JSON.parse(JSON.stringify(snapshot.raw)))).toEqual(snapshot.answer);
  });
});

describe('ended work', () => {
  const ends: [
    course: Parameters<Simulator['script']>[0]['course'],
    status: string,
    error: RegExp | null,
    text: boolean,
  ][] = [
    ['answer', 'completed', null, true],
    ['no_annotations', 'completed', null, true],
    ['unknown_status', 'completed', null, true],
    ['refusal', 'failed', /^refusal: Simulated refusal/, false],
    ['incomplete', 'failed', /^incomplete: max_output_tokens$/, true],
    ['failed', 'failed', /^server_error: Simulated failure/, false],
    ['no_answer', 'failed', /^no_answer: /, false],
    ['approval', 'requires_action', /^approval_pending: /, false],
    ['tool_output', 'requires_action', /^tool_output_pending: .*"simulated_function"/, false],
  ];
  test.each(ends)('%s ends as %s', async (course, status, error, text) => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    if (course !== undefined) sim.script({ at: 'create', course });
    const snapshot = await followed(provider, acceptedIn(await provider.submit(answerRequest(), noHandle)));
    expect(snapshot.status).toBe(status);
    expect(snapshot.error ?? '').toMatch(error ?? /^$/);
    expect((snapshot.answer?.text ?? '').length > 0).toBe(text);
    expect(createsOf(sim)).toEqual({ sent: 1, made: 1 });
  });

  test('an unknown status is followed and logged', async () => {
    const sim = await simulator();
    const { provider, logged } = answerProvider(sim.openAiUrl);
    sim.script({ at: 'create', course: 'unknown_status' });
    await followed(provider, acceptedIn(await provider.submit(answerRequest(), noHandle)));
    expect(logged.filter((line) => line.includes('pondering'))).toHaveLength(1);
  });
});

describe('polling work', () => {
  test('is gone after the provider’s retention, and never created again', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const handle = acceptedIn(await provider.submit(answerRequest(), noHandle));
    sim.forget(handle.taskId);
    expect(await provider.retrieve(handle)).toEqual({ kind: 'gone' });
    expect(createsOf(sim).sent).toBe(1);
  });

  const looks: [string, ReplyFault, number | null][] = [
    ['429', { kind: 'status', status: 429, code: 'slow_down', headers: { 'retry-after': '9' } }, 9],
    ['500', { kind: 'status', status: 500 }, null],
    ['404 page of a proxy', { kind: 'status', status: 404, body: 'page' }, null],
    ['401', { kind: 'status', status: 401, code: 'invalid_api_key' }, null],
    ['a cut connection', { kind: 'lost' }, null],
    ['half a reply', { kind: 'half' }, null],
    ['a reply without an id', { kind: 'nameless' }, null],
  ];
  test.each(looks)('%s changes nothing that is known', async (_name, reply, retryAfterSeconds) => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const handle = acceptedIn(await provider.submit(answerRequest(), noHandle));
    sim.script({ at: 'retrieve', reply });
    expect(await provider.retrieve(handle)).toMatchObject({ kind: 'unavailable', retryAfterSeconds });
    expect(sim.ledger.filter(({ operation }) => operation === 'retrieve')).toHaveLength(1);
  });
});

describe('a cancel', () => {
  async function started(course: 'slow' | 'slow_cancel' | 'cancel_loses') {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    sim.script({ at: 'create', course });
    return { sim, provider, handle: acceptedIn(await provider.submit(answerRequest(), noHandle)) };
  }

  test('is acknowledged, and the next poll confirms it', async () => {
    const { provider, handle } = await started('slow');
    expect(await provider.requestCancel(handle)).toEqual({ acknowledged: true, cause: null });
    expect(await followed(provider, handle)).toMatchObject({ status: 'cancelled', error: null, answer: null });
  });

  test('that is slow is still running after its acknowledgement', async () => {
    const { provider, handle } = await started('slow_cancel');
    await provider.requestCancel(handle);
    expect(await provider.retrieve(handle)).toMatchObject({ snapshot: { status: 'queued' } });
    expect((await followed(provider, handle)).status).toBe('cancelled');
  });

  test('that arrives too late leaves the completed answer', async () => {
    const { provider, handle } = await started('cancel_loses');
    expect((await provider.requestCancel(handle)).acknowledged).toBe(true);
    expect((await followed(provider, handle)).status).toBe('completed');
  });

  test('without an answer of the provider is not acknowledged', async () => {
    const { sim, provider, handle } = await started('slow');
    sim.script({ at: 'cancel', reply: { kind: 'status', status: 500 } });
    expect((await provider.requestCancel(handle)).acknowledged).toBe(false);
  });
});

describe('a creation with a lost reply', () => {
  async function lost(course?: 'approval', options = {}) {
    const sim = await simulator(options);
    const { provider } = answerProvider(sim.openAiUrl);
    const sessionId = await prepared(provider);
    sim.script({ at: 'create', reply: { kind: 'lost' }, ...(course === undefined ? {} : { course }) });
    await provider.submit(answerRequest(), { sessionId, taskId: null });
    return { sim, provider, handle: { sessionId, taskId: null } };
  }

  test('is not visible while it works, then found with its whole answer, and never sent again', async () => {
    const { sim, provider, handle } = await lost();
    expect(await provider.findLost(lostCreate(handle))).toEqual({ kind: 'not_visible' });
    await provider.findLost(lostCreate(handle));
    const lookup = await provider.findLost(lostCreate(handle));
    expect(lookup).toMatchObject({
      kind: 'found',
      handle,
      snapshot: { status: 'completed', model: null, finishedAt: null, usage: { totalTokens: null, searchCalls: null } },
    });
    expect(lookup.kind === 'found' && lookup.snapshot.answer?.annotations.length).toBeGreaterThan(3);
    expect(createsOf(sim)).toEqual({ sent: 1, made: 1 });
  });

  test('is found completely if the conversation has many pages', async () => {
    const { sim, provider, handle } = await lost(undefined, { itemsPerPage: 2 });
    await provider.findLost(lostCreate(handle));
    await provider.findLost(lostCreate(handle));
    const pagesBefore = sim.ledger.length;
    const lookup = await provider.findLost(lostCreate(handle));
    expect(lookup).toMatchObject({ kind: 'found', snapshot: { completedSearchCount: 2 } });
    expect(sim.ledger.length - pagesBefore).toBeGreaterThan(2);
  });

  test('that waits for an approval is found as such', async () => {
    const { provider, handle } = await lost('approval');
    await provider.findLost(lostCreate(handle));
    await provider.findLost(lostCreate(handle));
    expect(await provider.findLost(lostCreate(handle))).toMatchObject({ snapshot: { status: 'requires_action' } });
  });

  test('is not found without a conversation, and nobody is contacted', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    expect(await provider.findLost(lostCreate(noHandle))).toEqual({ kind: 'not_visible' });
    expect(sim.ledger).toEqual([]);
  });

  test('is not found if the conversation is gone', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const handle = { sessionId: 'conv_unknown', taskId: null };
    expect(await provider.findLost(lostCreate(handle))).toEqual({ kind: 'not_visible' });
  });

  test('is unknown, not absent, if the poll fails', async () => {
    const { sim, provider, handle } = await lost();
    sim.script({ at: 'items', reply: { kind: 'status', status: 500 } });
    expect(await provider.findLost(lostCreate(handle))).toMatchObject({ kind: 'unavailable' });
  });
});

describe('preparing', () => {
  test('names the run in the conversation, so that it can be distinguished', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    await prepared(provider);
    expect(sim.ledger[0]?.body).toEqual({ metadata: { run_id: 'run_test0001', harness: 'kw-openai-responses/1' } });
  });

  test.each([
    ['refused', { kind: 'status', status: 401, code: 'invalid_api_key' } as const],
    ['unavailable', { kind: 'status', status: 500 } as const],
    ['unavailable', { kind: 'nameless' } as const],
    ['unavailable', { kind: 'lost' } as const],
  ])('is %s if the provider answers otherwise, and makes no paid request', async (kind, reply) => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    sim.script({ at: 'conversation', reply });
    expect((await provider.prepare(answerRequest())).kind).toBe(kind);
    expect(createsOf(sim).sent).toBe(0);
  });
});

describe('secrets', () => {
  const echo = `Incorrect key ${canaryKey}, capability ${canaryCapability}, Authorization: Bearer ${canaryKey}`;

  test.each([
    ['a refusal', { kind: 'status', status: 401, code: 'invalid_api_key', message: echo } as const],
    ['an uncertain end', { kind: 'status', status: 500, message: echo } as const],
  ])('echoed by the provider in %s are removed', async (_name, reply) => {
    const sim = await simulator();
    const { provider, logged } = answerProvider(sim.openAiUrl);
    sim.script({ at: 'create', reply });
    const outcome = JSON.stringify([await provider.submit(answerRequest({ seoTool }), noHandle), logged]);
    expect(outcome).toContain('[redacted]');
    expect(outcome).not.toMatch(/canary/);
  });

  test('and private parts of an echoed request are not kept', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const request = answerRequest({ seoTool });
    const snapshot = await followed(provider, acceptedIn(await provider.submit(request, noHandle)));
    const savedSnapshot = JSON.stringify(snapshot);
    expect(savedSnapshot).not.toMatch(/canary|SIMULATED-PRIVATE|instructions|"tools"|sightline\.example/);
    expect(snapshot.status).toBe('completed');
  });

  test('are sent only where needed: the key in its header, the capability in the tool', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    await provider.submit(answerRequest({ seoTool }), noHandle);
    const body = sim.ledger[0]?.body;
    expect(JSON.stringify(sim.ledger)).not.toContain(canaryKey);
    expect(JSON.stringify(body).split(canaryCapability)).toHaveLength(2);
    expect(body).toMatchObject({
      input: question,
      tools: [{ type: 'web_search' }, { authorization: canaryCapability }],
    });
  });
});
