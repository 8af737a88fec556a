import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/startSimulator.ts';
import { startCli, untilPrinted } from '../support/cli.ts';
import { createTestDatabase } from '../support/databases.ts';
import { startReceiver, verified } from '../support/receiver.ts';
import { askAt, cookieOf, freePort, owner, providerEnvironment, setupToken } from '../support/service.ts';

/** On PostgreSQL the lease has to end first: the campaign of the outbox shows that with a clock that is moved. */
describe('a server that is killed while it delivers', () => {
  it('loses no message: the next one delivers it under the same id', { timeout: 180_000 }, async () => {
    const database = await createTestDatabase('sqlite');
    const simulator = await startSimulator();
    const receiver = await startReceiver();
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const env = {
      ...providerEnvironment(simulator),
      ...database.env,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      SETUP_TOKEN: setupToken,
      ALLOW_PRIVATE_TARGETS: '1',
      REQUESTS_PER_MINUTE: '100000',
    };
    const start = async () => {
      const started = startCli(['serve'], env);
      await untilPrinted(started, /listening on/);
      return started;
    };
    let server = await start();
    try {
      const cookie = cookieOf(await askAt(base, '/api/setup', { body: { token: setupToken, ...owner } }));
      const ask = async (path: string, body?: unknown) =>
        (await askAt(base, `/api/v2${path}`, { cookie, ...(body === undefined ? {} : { body }) })).body as any;
      const { destination, secret } = await ask('/alert-destinations', {
        kind: 'webhook',
        name: 'w',
        address: receiver.url,
      });
      // The receiver has the message and says nothing: the server is killed while it waits.
      receiver.behave(() => null);
      const { alertId } = await ask(`/alert-destinations/${destination.id}/test`, {});
      await receiver.until(1);
      server.child.kill('SIGKILL');
      await server.ended;
      receiver.behave(() => 204);
      server = await start();
      await receiver.until(2);
      const [first, second] = receiver.messages;
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(verified(secret, second as never, Date.now())).toMatchObject({ data: { id: alertId } });
      for (let looks = 0; looks < 400; looks += 1) {
        const { items } = await ask('/alerts');
        const [message] = items[0].messages;
        if (message.state === 'delivered') {
          expect(message.tries.map(({ outcome }: any) => outcome)).toEqual([null, 'delivered']);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('the message was not delivered');
    } finally {
      server.child.kill('SIGKILL');
      await server.ended;
      await receiver.close();
      await simulator.close();
      await database.drop();
    }
  });
});
