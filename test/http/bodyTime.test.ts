import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitBodyTime } from '../../src/http/bodyTime.ts';
import { refuseUnreadable } from '../../src/http/unreadableRequest.ts';

describe('a body that arrives slowly', () => {
  const app = Fastify({
    requestTimeout: 0,
    clientErrorHandler: refuseUnreadable(
      () => 'req_1',
      () => {},
    ),
  });
  limitBodyTime(app, { wholeMs: 300, uploadPieceMs: 300 });
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
  const receive = async ({ body }: { body: any }) => {
    let bytes = 0;
    for await (const chunk of body) bytes += chunk.length;
    return { bytes };
  };
  app.post('/upload', { config: { takesBytes: true } }, receive);
  app.post('/other', receive);
  beforeAll(async () => void (await app.listen({ port: 0, host: '127.0.0.1' })));
  afterAll(() => app.close());

  /** Sends a piece every `everyMs`, and returns the status. */
  async function send(path: string, pieces: number, everyMs: number): Promise<number> {
    const { port } = app.server.address() as AddressInfo;
    const headers = { 'content-type': 'application/octet-stream', 'content-length': pieces };
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers });
    const status = new Promise<number>((resolve, reject) => {
      sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
    });
    for (let piece = 0; piece < pieces && !sent.destroyed; piece += 1) {
      sent.write('x');
      await Promise.race([pause(everyMs), status]);
    }
    return status;
  }

  it('is read to its end where it is an upload that never pauses', async () => {
    expect(await send('/upload', 10, 100)).toBe(200);
  });
  it('is refused where an upload pauses', async () => expect(await send('/upload', 2, 2_000)).toBe(408));
  it('is refused in any other request', async () => expect(await send('/other', 10, 100)).toBe(408));
});
