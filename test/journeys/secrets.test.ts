import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { registry } from '../../src/api/registry.ts';
import type { Log } from '../../src/ports/log.ts';
import { long } from '../support/long.ts';
import { savePlain } from '../support/plainTexts.ts';
import { homeOf } from '../support/records.ts';
import { refuseReceipts } from '../support/refusals.ts';
import { addRecords, entryOf, pathOf, type Records } from '../support/samples.ts';
import {
  type HttpReply,
  type HttpRequest,
  owner,
  providerKey,
  seoPassword,
  setupToken,
  useService,
} from '../support/service.ts';

const webhookSecret = `whsec_${Buffer.from('webhook-canary-0f3a91').toString('base64')}`;
const referenceAnswer = 'reference-answer-canary-c41d88';

/** Collects all output: responses with their headers, and log lines. */
const left: { where: string; text: string }[] = [];
const logged: string[] = [];
const secrets = new Map<string, string>();

function keepLines(level: string) {
  return (fields: Record<string, unknown>, message: string): void => {
    logged.push(`${level} ${message} ${JSON.stringify(fields)}`);
  };
}
const log: Log = { info: keepLines('info'), warn: keepLines('warn'), error: keepLines('error') };

const service = useService('sqlite', {
  env: { OPENAI_WEBHOOK_SECRET: webhookSecret, ALLOW_PRIVATE_TARGETS: '1', ACTIVE_RUNS_PER_OWNER: '1000' },
  replace: { log },
});
let key: string;
let records: Records;

function keep(where: string, { status, headers, text }: HttpReply): void {
  // The cookie is the only secret that belongs in a response, so it is checked separately.
  const others = [...headers].filter(([name]) => name !== 'set-cookie');
  left.push({ where: `${where} ${status}`, text: `${JSON.stringify(others)} ${text}` });
}

async function call(path: string, asked: HttpRequest = {}): Promise<HttpReply> {
  const answered = await service.ask(path, asked);
  keep(`${asked.method ?? ''} ${path}`, answered);
  return answered;
}

async function ensure(caseId: string, idempotencyKey: string, more = {}): Promise<HttpReply> {
  const answered = await service.ensure(key, caseId, idempotencyKey, more);
  keep('ensureObservation', answered);
  return answered;
}

function hits(text: string): string[] {
  return [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);
}

beforeAll(async () => {
  key = await service.makeKey();
  const hash = await service.db.selectFrom('account').select('password').executeTakeFirstOrThrow();
  const keyHash = await service.db.selectFrom('api_keys').select('secret_hash').executeTakeFirstOrThrow();
  secrets.set('provider key', providerKey);
  secrets.set('provider key, end', providerKey.slice(-12));
  secrets.set('SEO password', seoPassword);
  secrets.set('SEO credentials', Buffer.from(`seo-login:${seoPassword}`).toString('base64'));
  secrets.set('webhook secret', webhookSecret.slice(6));
  secrets.set('API key', key.slice(10));
  secrets.set('API key hash', keyHash.secret_hash);
  secrets.set('session secret', readFileSync(join(service.database.dataDir, 'session-secret'), 'utf8').trim());
  const [token, signature] = decodeURIComponent(service.cookie.split('=')[1] ?? '').split('.');
  secrets.set('session token', token ?? 'none');
  secrets.set('session cookie', signature ?? 'none');
  secrets.set('password', owner.password);
  secrets.set('password hash', String(hash.password));
  secrets.set('setup token', setupToken);
  secrets.set('reference answer', referenceAnswer);
  secrets.set('capability prefix', 'slc_');
  secrets.set('encrypted reasoning', 'encrypted_content');
  secrets.set('reasoning', 'SIMULATED-PRIVATE-REASONING');

  const site = await service.makeSite();
  const asked = await service.makeCase({ websiteId: site.id, referenceAnswer });
  const plain = await ensure(asked.id, 'secrets-plain');
  await service.follow(key, plain.body.run.id);
  const enhanced = await ensure(asked.id, 'secrets-seo-tools', { useSeoTools: true });
  await service.follow(key, enhanced.body.run.id);
  const capability = /slc_[0-9A-Za-z]{20,}/.exec(JSON.stringify(service.simulator.ledger))?.[0];
  if (capability !== undefined) secrets.set('capability', capability.slice(4));
  const home = await homeOf(service);
  const made = await addRecords(service, home, home, plain.body.run.id);
  records = { ...made, keyId: 'key_unknown', caseId: asked.id, siteId: site.id, runId: plain.body.run.id };
});

describe('no secret leaks', () => {
  it('and canaries are in place, including the capability that the provider received', () => {
    expect(secrets.get('capability')?.length).toBeGreaterThan(40);
    expect(hits(`x${providerKey}x`)).toEqual(['provider key', 'provider key, end']);
  });

  long('in any response of any operation, for keys and sessions, right or wrong', async () => {
    for (const [index, operation] of registry.entries()) {
      // Creating a key shows its secret once; archiving would hide the records from later requests.
      if (operation.id === 'createKey' || operation.method === 'DELETE') continue;
      const sample = entryOf(operation).sample(records, `secrets-${index}`);
      const body = operation.hasBody ? { body: sample.body } : {};
      const asked = { method: operation.method, headers: { ...sample.headers }, ...body };
      if (operation.audience === 'v1') {
        await call(`/api/v1${pathOf(operation, sample)}`, { ...asked, key });
        await call(`/api/v1${pathOf(operation, sample)}`, { ...asked, key: `${key}x` });
      }
      await call(`/api/v2${pathOf(operation, sample)}`, { ...asked, cookie: service.cookie });
      await call(`/api/v2${pathOf(operation, sample)}`, { ...asked, cookie: 'sightline_session=forged.forged' });
      if (operation.hasBody)
        await call(`/api/v2${pathOf(operation, sample)}`, { ...asked, body: '{"a":', cookie: service.cookie });
    }
    for (const path of [
      '/api/openapi.json',
      '/api/v2/openapi.json',
      '/healthz',
      '/readyz',
      '/metrics',
      '/',
      '/docs/api',
      '/api/auth/get-session',
      '/api/nothing',
      '/api/v1/%ff',
    ]) {
      await call(path, { cookie: service.cookie });
    }
    await call('/api/setup', { body: { token: setupToken, ...owner } });
    await call('/api/auth/sign-in/email', { body: { ...owner, password: 'wrong password' } });
    await call('/api/webhooks/openai', { body: { type: 'response.completed' } });
    expect(left.length).toBeGreaterThan(80);
    const found = left
      .filter(({ where }) => !where.includes('get-session'))
      .flatMap(({ where, text }) => hits(text).map((name) => `${name} in ${where}`));
    expect(found).toEqual([]);
  });

  it('in the error of a run whose provider echoes our key and our tool’s capability', async () => {
    const message = `Incorrect API key provided: ${providerKey}. Authorization: Bearer ${providerKey}`;
    const faults = [
      { kind: 'status', status: 401, code: 'invalid_api_key', message },
      { kind: 'status', status: 500, code: providerKey, message },
      { kind: 'status', status: 429, code: 'rate_limit_exceeded', type: providerKey, message },
    ] as const;
    for (const [index, reply] of faults.entries()) {
      service.simulator.script({ at: 'create', reply });
      const { id } = await service.makeCase();
      const { text } = await ensure(id, `echo-of-fault-${index}`);
      expect(hits(text)).toEqual([]);
      expect(text).toMatch(/"error":"\w+/);
    }
    service.simulator.script({
      at: 'seo_call',
      reply: { kind: 'status', status: 401, message: `bad password ${seoPassword}` },
      times: 2,
    });
    const lookup = { domain: 'acme-crm.com', confirmSpend: true };
    const seo = await service.reply('requestSeoOverview', lookup, { key, idempotencyKey: 'echo-seo-1' });
    expect(hits(seo.text)).toEqual([]);
  });

  it('and no internal error does, if the database fails during a request', async () => {
    const accept = await refuseReceipts(service);
    const { id } = await service.makeCase();
    const answered = await ensure(id, 'failing-database');
    await accept();
    expect([answered.status, hits(answered.text)]).toEqual([503, []]);
    // The log contains more, under the id from the response.
    const requestId = answered.headers.get('x-request-id') ?? '';
    expect(logged.filter((line) => line.includes(`"requestId":"${requestId}"`)).length).toBeGreaterThan(0);
    expect(answered.text).not.toMatch(/sqlite|disk I\/O|trigger|\.ts:|node_modules/i);
  });

  it('in any log line', () => {
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.flatMap((line) => hits(line).map((name) => `${name} in ${line}`))).toEqual([]);
  });

  it('into the saved provider object, which contains no reasoning either', async () => {
    await savePlain(service.db);
    const rows = await service.db.selectFrom('raw_answers').select('raw').execute();
    expect(rows.length).toBeGreaterThan(0);
    const kept = rows.map(({ raw }) => raw).join('\n');
    expect(hits(kept)).toEqual([]);
  });

  it('at rest in the database, except for the hash', async () => {
    // Compressed texts cannot be searched.
    await savePlain(service.db);
    const tables = [
      'runs',
      'run_results',
      'raw_answers',
      'api_keys',
      'capabilities',
      'idempotency_keys',
      'seo_reports',
      'seo_calls',
      'session',
      'deployment_marks',
    ] as const;
    const allowed = new Set(['API key hash']);
    for (const table of tables) {
      const text = JSON.stringify(await service.db.selectFrom(table).selectAll().execute());
      expect(
        hits(text).filter((name) => !allowed.has(name)),
        table,
      ).toEqual([]);
    }
  });
});
