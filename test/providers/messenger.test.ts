import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMessenger } from '../../src/providers/messages/createMessenger.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startSilentServer } from '../support/website.ts';

const never = new AbortController().signal;
const post = (url: string) => ({
  kind: 'post' as const,
  url,
  headers: { 'content-type': 'application/json' },
  body: '{}',
});

describe('a posted message', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  const outside = (addresses: readonly string[] = []) =>
    createMessenger({ allowPrivateTargets: false, timeoutMs: 1_000, smtp: null, resolve: async () => addresses });

  it.each([
    ['this machine', 'http://127.0.0.1:PORT/hook', []],
    ['this machine by name', 'https://localhost:8443/hook', ['127.0.0.1']],
    ['a private network', 'https://10.0.0.5/hook', []],
    ['the metadata of a cloud', 'https://169.254.169.254/latest', []],
    ['this machine in IPv6', 'https://[::1]/hook', []],
    ['a public name that leads inside', 'https://hooks.example/hook', ['10.1.2.3']],
    ['a name of which one address leads inside', 'https://hooks.example/hook', ['93.184.215.14', '127.0.0.1']],
    ['an address of IPv4 inside IPv6', 'https://[::ffff:10.0.0.5]/hook', []],
  ])('never reaches %s', async (_name, url, addresses) => {
    const before = receiver.messages.length;
    const address = url.replace('PORT', new URL(receiver.url).port);
    const outcome = await outside(addresses).deliver(post(address), never);
    expect(outcome).toMatchObject({ kind: 'failed', status: null });
    expect(outcome.kind === 'failed' && outcome.reason).toMatch(/public internet|Only ports/);
    expect(receiver.messages).toHaveLength(before);
  });

  it.each([
    [
      'a port of another service',
      'https://hooks.example:25/',
      ['93.184.215.14'],
      'Only ports 443 and 8443 are allowed.',
    ],
    ['a name without an address', 'https://hooks.example/', [], 'The host name has no address.'],
    ['another scheme', 'ftp://hooks.example/', [], 'Only https addresses are allowed.'],
    ['no address at all', 'nonsense', [], 'The address cannot be read.'],
  ])('is refused for %s', async (_name, url, addresses, reason) => {
    expect(await outside(addresses).deliver(post(url), never)).toMatchObject({ kind: 'failed', reason });
  });

  const here = createMessenger({ allowPrivateTargets: true, timeoutMs: 500, smtp: null });

  it.each([
    [200, 'delivered', null],
    [204, 'delivered', null],
    [301, 'failed', false],
    [401, 'failed', false],
    [410, 'failed', true],
    [500, 'failed', false],
  ])('answered with %i is %s', async (status, kind, isFinal) => {
    receiver.behave(() => status);
    const outcome = await here.deliver(post(receiver.url), never);
    expect(outcome).toMatchObject({ kind, status });
    if (outcome.kind === 'failed') expect(outcome.isFinal).toBe(isFinal);
  });

  it('waits as long as a receiver requests', async () => {
    receiver.behave((_message, response) => {
      response.writeHead(429, { 'retry-after': '120' });
      response.end();
      return null;
    });
    expect(await here.deliver(post(receiver.url), never)).toMatchObject({ status: 429, retryAfterSeconds: 120 });
    receiver.behave(() => 204);
  });

  it('gives up on a silent receiver, on a missing one, and when this server stops', async () => {
    const silent = await startSilentServer();
    expect(await here.deliver(post(silent.url), never)).toMatchObject({
      reason: 'The receiver gave no answer within 500 ms.',
    });
    const stopping = new AbortController();
    const waiting = here.deliver(post(silent.url), stopping.signal);
    stopping.abort();
    expect(await waiting).toMatchObject({ reason: 'This server was stopped during the attempt.', isFinal: false });
    await silent.close();
    expect(await here.deliver(post(silent.url), never)).toMatchObject({
      reason: 'The receiver refused the connection.',
    });
  });

  it('is not mailed without a mail server', async () => {
    const mail = { kind: 'mail' as const, to: 'a@b.example', messageId: '<m@s>', subject: 's', text: 't', html: 'h' };
    expect(here.canMail).toBe(false);
    expect(await here.deliver(mail, never)).toMatchObject({ kind: 'failed', isFinal: false });
  });
});
