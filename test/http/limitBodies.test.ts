import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { receiveMs } from '../../src/http/limitBodies.ts';
import { useService } from '../support/service.ts';

const service = useService('sqlite');
let socket: Socket;
let answer = '';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  socket.destroy();
});

/** Sends the start of a request that announces 1,000 bytes; the server has seen its head. */
async function begin(path: string, type: string): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const key = await service.makeKey(['manage']);
  const before = vi.getTimerCount();
  answer = '';
  socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.on('data', (text) => {
    answer += String(text);
  });
  const head = [`POST ${path} HTTP/1.1`, `Host: ${hostname}:${port}`, `Authorization: Bearer ${key}`];
  socket.write([...head, `Content-Type: ${type}`, 'Content-Length: 1000', '', '{'].join('\r\n'));
  await expect.poll(() => vi.getTimerCount()).toBe(before + 1);
}

it('a body of JSON that is not complete after 30 s is refused, even if bytes still arrive', async () => {
  await begin('/api/v2/sites', 'application/json');
  socket.write(' '.repeat(10));
  vi.advanceTimersByTime(receiveMs);
  await once(socket, 'close');
  expect(answer).toContain('408 Request Timeout');
});

it('an upload may take longer than 30 s while bytes arrive, and is refused when they stop', async () => {
  const { id: websiteId } = await service.makeSite();
  const { source } = await service.call(
    'createLogSource',
    { websiteId, name: 'server' },
    { key: await service.makeKey(['manage']) },
  );
  await begin(`/api/v2/log-sources/${source.id}/imports?name=access.log`, 'application/octet-stream');
  for (let part = 0; part < 3; part += 1) {
    await new Promise((resolve) => socket.write('x'.repeat(100), resolve));
    // The server has read the part when it answers a later request.
    await service.ask('/healthz');
    vi.advanceTimersByTime(receiveMs);
    expect(answer).toBe('');
  }
  vi.advanceTimersByTime(receiveMs);
  await once(socket, 'close');
  expect(answer).toContain('408 Request Timeout');
});
