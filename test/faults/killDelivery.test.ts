import { expect, it, onTestFinished } from 'vitest';
import { startReceiver, verified } from '../support/receiver.ts';
import { startServerProcess } from '../support/serverProcess.ts';

/** On PostgreSQL the lease has to end first, which the outbox campaign tests with a moved clock. */
it('a server killed during a delivery loses no message: the next one delivers it under the same id', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const server = await startServerProcess('sqlite', { env: { ALLOW_PRIVATE_TARGETS: '1' } });
  const webhook = { kind: 'webhook' as const, name: 'w', address: receiver.url };
  const { destination, secret } = await server.call('createAlertDestination', webhook);
  // The receiver has the message but does not reply: the server is killed while it waits.
  receiver.behave(() => null);
  const { alertId } = await server.call('testAlertDestination', { id: destination.id });
  await receiver.until(1);
  await server.kill();
  receiver.behave(() => 204);
  await server.start();
  await receiver.until(2);
  const [first, second] = receiver.messages;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(verified(secret, second as never, Date.now())).toMatchObject({ data: { id: alertId } });
  const message = async () => (await server.call('listAlerts', {})).items[0]?.messages[0];
  await expect.poll(async () => (await message())?.state).toBe('delivered');
  expect((await message())?.tries.map(({ outcome }) => outcome)).toEqual([null, 'delivered']);
});
