import { describe, expect, test } from 'vitest';
import type { Simulator } from '../../src/engines/startSimulator.ts';
import type { ReplyFault } from '../../src/simulator/faults.ts';
import { listenForTest } from '../support/listen.ts';
import { answerProvider, answerRequest, createsOf, noHandle, prepared, simulator } from './setting.ts';

const overloaded = { kind: 'status', status: 503, code: 'server_is_overloaded' } as const;

/** Replies to a create, and the outcome that each proves. `made` is what really happened at the provider. */
const replies: [name: string, fault: ReplyFault, said: 'refused' | 'uncertain', made: number, code?: string][] = [
  [
    '400 invalid request',
    { kind: 'status', status: 400, code: 'invalid_value', param: 'model' },
    'refused',
    0,
    'invalid_value',
  ],
  ['400 conversation locked', { kind: 'status', status: 400, code: 'conversation_locked' }, 'uncertain', 0],
  ['401', { kind: 'status', status: 401, code: 'invalid_api_key' }, 'refused', 0, 'invalid_api_key'],
  ['402', { kind: 'status', status: 402, code: 'billing_not_active' }, 'refused', 0, 'billing_not_active'],
  ['403', { kind: 'status', status: 403, type: 'permission_error' }, 'refused', 0, 'permission_error'],
  ['404', { kind: 'status', status: 404, code: 'model_not_found' }, 'refused', 0, 'model_not_found'],
  ['408', { kind: 'status', status: 408 }, 'uncertain', 0],
  ['409', { kind: 'status', status: 409 }, 'uncertain', 0],
  ['413', { kind: 'status', status: 413, code: 'too_large' }, 'refused', 0, 'too_large'],
  ['415', { kind: 'status', status: 415, code: 'unsupported_media_type' }, 'refused', 0, 'unsupported_media_type'],
  ['422', { kind: 'status', status: 422, code: 'unprocessable' }, 'refused', 0, 'unprocessable'],
  ['429 rate limit', { kind: 'status', status: 429, code: 'rate_limit_exceeded' }, 'refused', 0, 'rate_limit_exceeded'],
  ['429 without the provider’s error', { kind: 'status', status: 429, body: 'page' }, 'uncertain', 0],
  ['403 page of a proxy', { kind: 'status', status: 403, body: 'page' }, 'uncertain', 0],
  ['500', { kind: 'status', status: 500 }, 'uncertain', 0],
  ['500 after the task was created', { kind: 'status', status: 500, done: true }, 'uncertain', 1],
  [
    '502 page of a proxy after the task was created',
    { kind: 'status', status: 502, body: 'page', done: true },
    'uncertain',
    1,
  ],
  ['503 before the task was created', overloaded, 'uncertain', 0],
  ['503 after the task was created', { ...overloaded, done: true }, 'uncertain', 1],
  ['connection cut before the task was created', { kind: 'dropped' }, 'uncertain', 0],
  ['reply lost', { kind: 'lost' }, 'uncertain', 1],
  ['half a reply', { kind: 'half' }, 'uncertain', 1],
  ['reply after our patience', { kind: 'stalled', afterMs: 60_000 }, 'uncertain', 1],
  ['2xx without an id', { kind: 'nameless' }, 'uncertain', 1],
  ['2xx that is not JSON', { kind: 'garbled' }, 'uncertain', 1],
];

describe('one create with faults', () => {
  test.each(replies)('%s: sent once and reported correctly', async (_name, reply, said, made, code) => {
    const sim = await simulator();
    // Only a reply that never arrives needs the short timeout.
    const submitTimeoutMs = reply.kind === 'stalled' ? 200 : 5_000;
    const { provider } = answerProvider(sim.openAiUrl, { submitTimeoutMs });
    const sessionId = await prepared(provider);
    sim.script({ at: 'create', reply });
    const outcome = await provider.submit(answerRequest(), { sessionId, taskId: null });
    expect(outcome.kind).toBe(said);
    expect(outcome.kind === 'refused' ? outcome.code : undefined).toBe(code);
    expect(createsOf(sim)).toEqual({ sent: 1, made });
  });

  test.each(['7', '0.2'])('a 429 has the provider’s hint of %s seconds, rounded up', async (hint) => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const headers = { 'retry-after': hint };
    sim.script({ at: 'create', reply: { kind: 'status', status: 429, code: 'rate_limit_exceeded', headers } });
    const outcome = await provider.submit(answerRequest(), noHandle);
    expect(outcome).toMatchObject({ kind: 'refused', httpStatus: 429, retryAfterSeconds: Math.ceil(Number(hint)) });
  });

  test('an instruction to retry in the reply is ignored', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    sim.script({ at: 'create', reply: { kind: 'status', status: 500, headers: { 'x-should-retry': 'true' } } });
    await provider.submit(answerRequest(), noHandle);
    expect(createsOf(sim).sent).toBe(1);
  });

  test('a refused connection is a refusal: nothing was sent', async () => {
    const sim = await simulator();
    await sim.close();
    const { provider } = answerProvider(sim.openAiUrl);
    expect(await provider.submit(answerRequest(), noHandle)).toMatchObject({
      kind: 'refused',
      code: 'connect_refused',
    });
  });

  test.each(['', 'sk-key\n', 'sk-ключ'])(
    'a key that no header can contain (%j) is a refusal: nothing was sent',
    async (apiKey) => {
      const sim = await simulator();
      const { provider } = answerProvider(sim.openAiUrl, { apiKey });
      const outcome = await provider.submit(answerRequest(), noHandle);
      expect([outcome.kind, outcome.kind === 'refused' && outcome.code, sim.ledger.length]).toEqual([
        'refused',
        'client_unusable',
        0,
      ]);
    },
  );

  test('a redirect is not followed, so that the create cannot be sent twice', async () => {
    const sim = await simulator();
    const elsewhere = await listenForTest((_request, response) => {
      response.writeHead(307, { location: `${sim.openAiUrl}/responses` }).end();
    });
    const { provider } = answerProvider(`${elsewhere}/v1`);
    const outcome = await provider.submit(answerRequest(), noHandle);
    expect([outcome.kind, createsOf(sim).sent]).toEqual(['uncertain', 0]);
  });

  test('a reviewed-domains question without domains is not sent, because it would search the open web', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const search = { ...answerRequest().search, mode: 'reviewed-domains' as const };
    const outcome = await provider.submit(answerRequest({ search }), noHandle);
    expect([outcome.kind, sim.ledger.length]).toEqual(['refused', 0]);
  });
});

describe('a provider that does not accept conversations', () => {
  async function learned(sim: Simulator) {
    const { provider } = answerProvider(sim.openAiUrl);
    const sessionId = await prepared(provider);
    const outcome = await provider.submit(answerRequest(), { sessionId, taskId: null });
    return { provider, outcome, sessionId };
  }

  test('gets the create once more without one, and exactly one work is created', async () => {
    const sim = await simulator({ refusesConversations: true });
    const { outcome } = await learned(sim);
    expect(outcome).toMatchObject({ kind: 'accepted', handle: { sessionId: null } });
    expect(createsOf(sim)).toEqual({ sent: 2, made: 1 });
  });

  test('is not asked for any afterwards', async () => {
    const sim = await simulator({ refusesConversations: true });
    const { provider, sessionId } = await learned(sim);
    expect(await provider.prepare(answerRequest())).toEqual({ kind: 'prepared', sessionId: null });
    await provider.submit(answerRequest(), { sessionId, taskId: null });
    expect(sim.ledger.map(({ operation }) => operation)).toEqual(['conversation', 'create', 'create', 'create']);
  });

  test('gets no third create if the second one is lost', async () => {
    const sim = await simulator({ refusesConversations: true });
    const { provider } = answerProvider(sim.openAiUrl);
    const sessionId = await prepared(provider);
    sim.script({
      at: 'create',
      reply: { kind: 'status', status: 400, param: 'conversation', code: 'unsupported_parameter' },
    });
    sim.script({ at: 'create', reply: { kind: 'lost' } });
    const outcome = await provider.submit(answerRequest(), { sessionId, taskId: null });
    expect([outcome.kind, createsOf(sim).sent]).toEqual(['uncertain', 2]);
  });

  test('a 400 about anything else is not mistaken for it', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const sessionId = await prepared(provider);
    sim.script({ at: 'create', reply: { kind: 'status', status: 400, param: 'tools', code: 'invalid_value' } });
    const outcome = await provider.submit(answerRequest(), { sessionId, taskId: null });
    expect([outcome.kind, createsOf(sim).sent]).toEqual(['refused', 1]);
  });
});
