import { createHmac, randomBytes } from 'node:crypto';
import { createPingback } from '../../src/providers/answers/dataforseo/pingback.ts';
import type { EngineRow } from './engineRow.ts';
import { providerKey, type TestService } from './service.ts';
import { toyDialect, toyEngine } from './toyEngine.ts';

const webhookKey = Buffer.from('a-webhook-key-for-this-test-only');
export const webhookSecret = `whsec_${webhookKey.toString('base64')}`;

const refused = (status: number, code: string) => ({
  spoilt: { reply: { kind: 'status', status, code } as const },
  code,
});

/** A notice signed as Standard Webhooks says, with the right key or another. */
export function sendNotice(service: TestService, engine: string, type: string, taskId: string, genuine = true) {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { id: taskId } });
  const id = `wh_${taskId}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = genuine ? webhookKey : randomBytes(16);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return service.ask(`/api/webhooks/${engine}`, { method: 'POST', headers, body });
}

const openAi: EngineRow = {
  id: 'openai',
  options: () => ({ env: { OPENAI_WEBHOOK_SECRET: webhookSecret } }),
  asked: {},
  markOf: (body) => body.metadata.run_id,
  refusals: {
    flaw: refused(400, 'invalid_value'),
    tooMany: refused(429, 'rate_limit_exceeded'),
    noCredit: refused(429, 'insufficient_quota'),
  },
  findsLost: true,
  costUsd: null,
  stoppedCostUsd: null,
  notice: (service, { taskId }, genuine) => sendNotice(service, 'openai', 'response.completed', taskId, genuine),
  cannot: { 'two pieces of work with our mark': 'a conversation holds one response at a time' },
};

/** Looks some tens of milliseconds apart, whatever minutes an engine fixes itself: more often would only be busy. */
const haste = (times: number) => ({ ENGINE_HASTE: String(times) });

const claude: EngineRow = {
  id: 'claude-api',
  options: () => ({ env: { ...haste(300), ANTHROPIC_API_KEY: providerKey } }),
  asked: {},
  markOf: (body) => body.requests[0].custom_id,
  refusals: {
    flaw: refused(400, 'invalid_request_error'),
    tooMany: refused(429, 'rate_limit_error'),
    noCredit: refused(403, 'permission_error'),
  },
  findsLost: true,
  costUsd: null,
  // The vendor documents that a canceled request is not billed.
  stoppedCostUsd: 0,
  notice: null,
  cannot: {},
};

const listsNothing = 'its vendor has no list to look through';

const gemini: EngineRow = {
  id: 'gemini-api',
  options: () => ({
    env: {
      ...haste(100),
      GEMINI_API_KEY: providerKey,
      GEMINI_WEBHOOK_SECRET: webhookSecret,
      ACCEPT_UNRESOLVED: 'gemini-api',
    },
  }),
  asked: {},
  markOf: ({ labels }) => Buffer.from(labels.run_id, 'hex').toString(),
  refusals: {
    flaw: refused(400, 'invalid_request'),
    tooMany: refused(429, 'resource_exhausted'),
    noCredit: refused(403, 'permission_denied'),
  },
  findsLost: false,
  costUsd: null,
  stoppedCostUsd: null,
  notice: (service, { taskId }, genuine) => sendNotice(service, 'gemini-api', 'interaction.completed', taskId, genuine),
  cannot: {
    'a lost reply whose search fails at first': listsNothing,
    'two pieces of work with our mark': listsNothing,
  },
};

const perplexity: EngineRow = {
  id: 'perplexity-api',
  options: () => ({ env: { ...haste(100), PERPLEXITY_API_KEY: providerKey, ACCEPT_UNRESOLVED: 'perplexity-api' } }),
  asked: {},
  markOf: null,
  refusals: {
    flaw: refused(400, 'invalid_request'),
    tooMany: refused(429, 'rate_limit_exceeded'),
    noCredit: refused(402, 'insufficient_quota'),
  },
  findsLost: false,
  costUsd: 'stated',
  stoppedCostUsd: null,
  notice: null,
  cannot: {
    'a lost reply whose search fails at first': listsNothing,
    'two pieces of work with our mark': 'it takes no mark',
  },
};

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
    'looks that fail for a while': endsAtOnce,
    'a look that fails': endsAtOnce,
    'a look that is cut': endsAtOnce,
    'a look that is not JSON': endsAtOnce,
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

/** An engine that reads pages through the task functions of DataForSEO. */
function taskRow(id: string): EngineRow {
  const task = (code: number) => ({ spoilt: { seo: { taskStatus: code } }, code: String(code) });
  return {
    id,
    options: () => ({
      env: {
        ENGINE_HASTE: '1000',
        PUBLIC_BASE_URL: publicBaseUrl,
        DATAFORSEO_PINGBACK_SECRET: pingbackSecret,
      },
    }),
    asked: { locale: { country: 'US', language: 'en' } },
    markOf: (body) => body[0].tag,
    refusals: { flaw: task(40501), tooMany: task(40202), noCredit: task(40210) },
    findsLost: true,
    costUsd: 0.0012,
    stoppedCostUsd: 0.0012,
    async notice(service, { taskId, runId }, genuine) {
      const url = createPingback(id, genuine ? pingbackSecret : 'another-secret-for-this-test', publicBaseUrl).url;
      const { pathname } = new URL(url);
      return service.ask(`${pathname}?id=${taskId}&tag=${runId}`);
    },
    cannot: {},
  };
}

/** One row an engine: a further engine adds its own, and every fault of the table runs for it. */
export const engineRows: readonly EngineRow[] = [
  openAi,
  taskRow('google-ai-mode'),
  taskRow('google-ai-overview'),
  taskRow('chatgpt-web'),
  taskRow('gemini-web'),
  claude,
  gemini,
  perplexity,
  toy,
];
