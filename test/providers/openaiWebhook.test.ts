import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerProvider } from './setting.ts';

const key = Buffer.from('a-webhook-key-for-this-test-only');
const secret = `whsec_${key.toString('base64')}`;

type Delivery = { type?: string; id?: string; ageSeconds?: number; key?: Buffer; tampered?: boolean; data?: unknown };

/** Builds a delivery signed by Standard Webhooks, from a clock that is `ageSeconds` behind. */
function delivery({ type = 'response.completed', id = 'wh_1', ageSeconds = 0, tampered = false, ...rest }: Delivery) {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: rest.data ?? { id: 'resp_1' } });
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const signed = createHmac('sha256', rest.key ?? key)
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    body: tampered ? body.replace('resp_1', 'resp_2') : body,
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signed}` },
  };
}

function checked({ body, headers }: ReturnType<typeof delivery>, webhookSecret: string | null = secret) {
  return answerProvider('http://127.0.0.1:9/v1', { webhookSecret }).provider.verifyNotice({
    rawBody: body,
    headers,
    query: new URLSearchParams(),
    secret: null,
  });
}

describe('a webhook delivery', () => {
  test('about a response, correctly signed, names its delivery and its task', async () => {
    expect(await checked(delivery({}))).toEqual({ deliveryId: 'wh_1', taskId: 'resp_1' });
  });

  test.each<[string, Delivery]>([
    ['signed with another key', { key: Buffer.from('someone-else') }],
    ['changed on its way', { tampered: true }],
    ['older than five minutes', { ageSeconds: 330 }],
    ['from the future', { ageSeconds: -330 }],
    ['about something else than a response', { type: 'batch.completed' }],
    ['without a task', { data: {} }],
  ])('%s is refused', async (_name, changes) => {
    expect(await checked(delivery(changes))).toBeNull();
  });

  test('without its signature header is refused', async () => {
    const { body, headers } = delivery({});
    expect(await checked({ body, headers: { ...headers, 'webhook-signature': '' } })).toBeNull();
  });

  test('is refused while no secret is configured', async () => {
    expect(await checked(delivery({}), null)).toBeNull();
  });
});
