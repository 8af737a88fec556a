import { describe, expect, test } from 'vitest';
import { buildFailure, refusesConversation } from '../../src/engines/openai/openaiFailure.ts';
import { unsentRequestCause } from '../../src/providers/connectFailure.ts';
import type { Exchange } from '../../src/providers/plainExchange.ts';
import { plainMessage } from '../../src/providers/plainMessage.ts';
import { retryAfterSeconds } from '../../src/providers/providerRetryAfter.ts';
import { statedUsdOf } from '../../src/providers/wireRecords.ts';

function failing(code: string, syscall: string | undefined, more: object = {}): Error {
  return Object.assign(new Error(code), { code, ...(syscall ? { syscall } : {}), ...more });
}

test.each([
  [0.0012, 0.0012],
  [0, 0],
  [-5, null],
  [1e300, null],
  ['0.0012', null],
  [undefined, null],
])('a stated price of %s is %s', (stated, read) => {
  expect(statedUsdOf(stated)).toBe(read);
});

describe('whether a failed request was ever sent', () => {
  const refused = failing('ECONNREFUSED', 'connect');
  const cases: [name: string, error: unknown, code: string | null][] = [
    ['refused connection', refused, 'connect_refused'],
    [
      'refused connection under two wrappings',
      new Error('a', { cause: new Error('b', { cause: refused }) }),
      'connect_refused',
    ],
    ['name that does not resolve', failing('ENOTFOUND', 'getaddrinfo'), 'name_not_resolved'],
    ['resolver that is down', failing('EAI_AGAIN', 'getaddrinfo'), 'name_not_resolved'],
    ['all addresses refused', failing('ECONNREFUSED', undefined, { errors: [refused, refused] }), 'connect_refused'],
    [
      'one address refused, one silent',
      failing('ECONNREFUSED', undefined, { errors: [refused, failing('ETIMEDOUT', 'connect')] }),
      null,
    ],
    ['network that is down', failing('ENETUNREACH', 'connect'), 'not_reachable'],
    [
      'one address refused, one of a protocol that this machine lacks',
      failing('ECONNREFUSED', undefined, { errors: [refused, failing('ENETUNREACH', 'connect')] }),
      'connect_refused',
    ],
    ['network lost while the reply was read', failing('EHOSTUNREACH', 'read'), null],
    ['reset', failing('ECONNRESET', 'read'), null],
    ['socket closed', failing('UND_ERR_SOCKET', undefined), null],
    ['connect timeout', failing('UND_ERR_CONNECT_TIMEOUT', undefined), null],
    ['refusal reported by something else than a connect', failing('ECONNREFUSED', 'read'), null],
    ['nothing readable', 'broken', null],
  ];
  test.each(cases)('%s', (_name, error, code) => {
    expect(unsentRequestCause(error)).toBe(code);
  });
});

describe('whether a 400 is about the conversation parameter', () => {
  const answered = (status: number, error: object): Exchange => ({
    ...{ kind: 'answered', status, text: '', retryAfterSeconds: null },
    body: { error },
  });
  const cases: [name: string, status: number, error: object, about: boolean][] = [
    ['names it', 400, { param: 'conversation', code: 'unsupported_parameter' }, true],
    ['names a part of it', 400, { param: 'conversation.id', message: 'no' }, true],
    ['names background together with it', 400, { param: 'background', message: 'Not with conversation.' }, true],
    ['names background alone', 400, { param: 'background', message: 'Not for this model.' }, false],
    ['says it without a parameter', 400, { message: "Unknown parameter: 'conversation'." }, true],
    ['names another parameter', 400, { param: 'tools', message: 'Too long for a conversation.' }, false],
    ['the conversation is locked', 400, { param: 'conversation', code: 'conversation_locked' }, false],
    ['the conversation does not exist', 400, { param: 'conversation', code: 'conversation_not_found' }, false],
    ['another status', 422, { param: 'conversation' }, false],
  ];
  test.each(cases)('%s', (_name, status, error, about) => {
    expect(refusesConversation(buildFailure(answered(status, error), (text) => text))).toBe(about);
  });
});

describe('the provider’s retry hint', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  test.each<[string, Record<string, string>, number | null]>([
    ['seconds', { 'retry-after': '12' }, 12],
    ['part of a second, rounded up', { 'retry-after': '0.3' }, 1],
    ['milliseconds, which are finer', { 'retry-after-ms': '1500', 'retry-after': '9' }, 2],
    ['a date', { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30],
    ['a date in the past', { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
    ['nothing', {}, null],
    ['nonsense', { 'retry-after': 'later' }, null],
  ])('%s', (_name, headers, seconds) => {
    expect(retryAfterSeconds((name) => headers[name], now)).toBe(seconds);
  });
});

describe('a third-party message', () => {
  test.each([
    ['a known secret', 'key=hunter2222 used', 'key=[redacted] used'],
    ['anything after Bearer', 'sent Bearer abcdefgh12345', 'sent [redacted]'],
    ['a capability of ours', `tools of slc_${'0aZ'.repeat(16)}: 401`, 'tools of [redacted]: 401'],
    ['a masked vendor key', 'Incorrect key sk-pro*******1234', 'Incorrect key [redacted]'],
    ['line breaks and control characters', 'a\r\nb\u0000c\u2028d', 'a b c d'],
  ])('loses %s', (_name, text, plain) => {
    expect(plainMessage(text, ['hunter2222', ''])).toBe(plain);
  });

  test('is cut to 300 characters', () => {
    expect(plainMessage('x'.repeat(5_000), []).length).toBe(300);
  });
});
