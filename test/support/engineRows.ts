import { createHmac, randomBytes } from 'node:crypto';
import { createPingback } from '../../src/engines/dataforseo/pingback.ts';
import { engineDefinitions } from '../../src/engines/engineDefinitions.ts';
import type { FaultRow } from '../../src/simulator/faultRow.ts';
import type { EngineRow } from './engineRow.ts';
import { providerKey, providerKeys, type TestService } from './service.ts';
import { toyDialect, toyEngine } from './toyEngine.ts';

const webhookKey = Buffer.from('a-webhook-key-for-this-test-only');
export const webhookSecret = `whsec_${webhookKey.toString('base64')}`;

/** Sends a notice signed according to Standard Webhooks, with the right key or another. */
export function sendNotice(service: TestService, engine: string, type: string, taskId: string, genuine = true) {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { id: taskId } });
  const id = `wh_${taskId}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = genuine ? webhookKey : randomBytes(16);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return service.ask(`/api/webhooks/${engine}`, { method: 'POST', headers, body });
}

const endsAtOnce = 'its work ends at once';
const oneRefusal = { spoilt: { reply: { kind: 'status', status: 400 } as const }, code: 'refused' };

const toy: EngineRow = {
  id: 'toy',
  options: (url) => ({ replace: { answers: [toyEngine(url)] }, simulator: { dialects: [toyDialect()] } }),
  asked: {},
  markOf: (body) => body.run,
  refusals: { flaw: oneRefusal, tooMany: oneRefusal, noCredit: oneRefusal },
  findsLost: true,
  costUsd: null,
  stoppedCostUsd: null,
  notice: null,
  cannot: {
    'an answer in odd characters': 'its answer is always the same',
    'polls that fail for a while': endsAtOnce,
    'a poll that fails': endsAtOnce,
    'a poll whose reply is cut off': endsAtOnce,
    'a poll whose reply is not JSON': endsAtOnce,
    'a failure at the vendor': endsAtOnce,
    'an unknown status': endsAtOnce,
    'work that never ends': endsAtOnce,
    'work that is gone': endsAtOnce,
    'a cancel': endsAtOnce,
    'two pieces of work with our mark': 'it finds one',
  },
};

const pingbackSecret = 'pingback-secret-for-this-test';
const publicBaseUrl = 'https://sightline.example.com';

function noticeOf(id: string, notice: FaultRow['notice']): { env: Record<string, string>; send: EngineRow['notice'] } {
  if (notice === null) return { env: {}, send: null };
  if (notice !== 'pingback') {
    const send: EngineRow['notice'] = (service, { taskId }, genuine) =>
      sendNotice(service, id, notice.event, taskId, genuine);
    return { env: { [notice.secretVariable]: webhookSecret }, send };
  }
  return {
    env: { PUBLIC_BASE_URL: publicBaseUrl, DATAFORSEO_PINGBACK_SECRET: pingbackSecret },
    async send(service, { taskId, runId }, genuine) {
      const url = createPingback(id, genuine ? pingbackSecret : 'another-secret-for-this-test', publicBaseUrl).url;
      const { pathname } = new URL(url);
      return service.ask(`${pathname}?id=${taskId}&tag=${runId}`);
    },
  };
}

/** Every fault of the table runs for each shipped engine, with the wire described in its folder. */
const shippedRows = engineDefinitions.map(async ({ id, credentials, needsWord, simulator }): Promise<EngineRow> => {
  const { haste, question, notice, ...row } = await simulator.faults();
  const { env, send } = noticeOf(id, notice);
  const keys = Object.fromEntries(credentials.map((name) => [name, providerKeys[name] ?? providerKey]));
  const word: Record<string, string> = needsWord(false) === null ? {} : { ACCEPT_UNRESOLVED: id };
  const options = () => ({ env: { ENGINE_HASTE: String(haste), ...env, ...keys, ...word } });
  return { ...row, id, options, asked: question, notice: send };
});

export const engineRows: readonly EngineRow[] = [...(await Promise.all(shippedRows)), toy];
