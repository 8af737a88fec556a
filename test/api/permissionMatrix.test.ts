import { beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { keyOperations, registry, v1Operations } from '../../src/api/registry.ts';
import { type Permission, permissions } from '../../src/domain/access/permissions.ts';
import { seoToolName } from '../../src/domain/seo/seoTool.ts';
import { toolsOf } from '../../src/mcp/tools.ts';
import { onEachDatabase } from '../support/databases.ts';
import { eras, messageOf } from '../support/mcp.ts';
import { signInProgram, useOAuthService } from '../support/oauth.ts';
import { addCapability, addKey, homeOf } from '../support/records.ts';
import { addRecords, entryOf, pathOf, type Records } from '../support/samples.ts';
import { cookieOf, type HttpReply, type HttpRequest } from '../support/service.ts';

/**
 * Permission matrix: every operation of the registry and every MCP tool, for every kind of caller. Rows come from the
 * registry, and expected results from the rule below, so registering an operation adds its row.
 */
const sets: readonly (readonly Permission[])[] = [['read'], ['evaluate'], ['seo'], ['manage'], ['evaluate', 'seo']];
const dead = ['none', 'bad', 'expired', 'revoked'];
const callers = [...dead, ...sets.map((held) => held.join('+')), 'capability', 'session', 'viewer', 'program'];
const onlyMembers = { code: 'insufficient_permission', details: { role: 'viewer' }, retry: 'never' };
const onlySessions = { code: 'insufficient_permission', details: { audience: 'session' }, retry: 'never' };
const isSession = (caller: string): boolean => caller === 'session' || caller === 'viewer';
type Verdict = 'allowed' | 'forbidden' | 'unauthorized';

const managed =
  /^\/(data-connections|sites|benchmark-cases|site-suggestions|questions|engines|plans|alert-rules|alert-messages|alert-destinations|shared-reports|log-sources|log-imports|imports|question-frames|address-lists|audits|experiments|work|cited-pages|forgotten-hosts|facts|saved-views)(\/|$)/;

/**
 * Returns the permission that the specification requires, derived from the request and never from the entry itself.
 * Reading a state and quoting a price need `read`, except for the website's verification token; changing websites,
 * questions and names needs `manage`.
 */
function permissionOf({ method, path }: Pick<Operation, 'method' | 'path'>): Permission {
  if (path.endsWith('/verification')) return 'manage';
  if (path === '/plans/{id}/work') return 'evaluate';
  if (method === 'GET' || /(quotes|previews)$/.test(path) || path.endsWith('/activation')) return 'read';
  if (managed.test(path)) return 'manage';
  return path === '/seo' ? 'seo' : 'evaluate';
}

/** The signed-in program was granted every permission. Only administrative operations and v1 refuse it. */
const holds = (caller: string, needed: Permission): boolean =>
  needed === 'read' || caller === 'program' || caller.split('+').includes(needed);

/**
 * Keys, members, approvals and workspaces are administrative: no key may call these operations. Keys may read budgets
 * and alert destinations, but not change them.
 */
const power =
  /^(\w+ \/(keys|connections|members|invitations|session|approvals|audit-log)(\/|$)|(?!GET )\w+ \/(budgets|refunds|settlements|workspaces?(\/|$)|shared-reports\/\{id\}\/links)|\w+ \/plans\/\{id\}\/activation|POST \/readings$|(?!GET )\w+ \/alert-destinations(?!\/\{id\}\/test))/;
const givesPower = ({ method, path }: Operation): boolean => power.test(`${method} ${path}`);

/**
 * Expected result in v1: dead keys and sessions are unauthenticated; a capability is authenticated but has no
 * permission.
 */
function rightOverRest(caller: string, operation: Operation): Verdict {
  if (dead.includes(caller) || isSession(caller) || caller === 'program') return 'unauthorized';
  return rightOfBearer(caller, operation);
}

function rightOfBearer(caller: string, operation: Operation): Verdict {
  if (dead.includes(caller) || isSession(caller)) return 'unauthorized';
  return caller !== 'capability' && holds(caller, permissionOf(operation)) ? 'allowed' : 'forbidden';
}

/** Expected result over MCP: the same, except that a capability may call its one tool. */
function rightOverMcp(caller: string, operation: Operation, tool: string): Verdict {
  if (caller === 'capability') return tool === seoToolName ? 'allowed' : 'forbidden';
  return rightOfBearer(caller, operation);
}

/**
 * Viewers may do what a key with `read` may, read administrative data, request quotes, and change their own session,
 * membership, keys and programs. They may change nothing else.
 */
const ofOneself = /^(PATCH \/session|POST \/workspace\/leave|DELETE \/(keys|connections)\/\{id\})$/;
function rightOfViewer(operation: Operation): Verdict {
  const { method, path } = operation;
  const looks = (method === 'GET' || /(quotes|previews)$/.test(path)) && permissionOf(operation) === 'read';
  return looks || ofOneself.test(`${method} ${path}`) ? 'allowed' : 'forbidden';
}

/**
 * Expected result in v2: a signed-in member may do everything; a key has its permissions, and no administrative
 * operation.
 */
function rightInV2(caller: string, operation: Operation): Verdict {
  if (caller === 'session') return 'allowed';
  if (caller === 'viewer') return rightOfViewer(operation);
  const right = rightOfBearer(caller, operation);
  return right === 'allowed' && givesPower(operation) ? 'forbidden' : right;
}

const tools = toolsOf(keyOperations);
/** Tools of `manage` that buy, so they also need `evaluate`. */
const buysBeside = ['start_round', 'resume_plan'];

onEachDatabase('permissions of every caller', (engine) => {
  const service = useOAuthService(engine, {
    env: { ACTIVE_RUNS_PER_OWNER: '1000', RUNS_PER_DAY_PER_OWNER: '1000', SEO_LOOKUPS_PER_HOUR: '1000' },
  });
  let records: Records;
  const asked = new Map<string, HttpRequest>();

  beforeAll(async () => {
    const home = await homeOf(service);
    const everything = await addKey(service, home, permissions);
    const [done, slow] = [await service.makeCase(), await service.makeCase()];
    const started = await service.ensure(everything.secret, done.id, 'records-of-the-matrix');
    const finished = (await service.follow(everything.secret, started.body.run.id)).id;
    records = { ...(await addRecords(service, home, home, finished)), keyId: everything.id };
    service.simulator.script({ at: 'create', course: 'slow' });
    const active = await service.ensure(everything.secret, slow.id, 'run-of-the-capability');
    asked.set('none', {});
    asked.set('bad', { key: `${everything.secret}x` });
    asked.set('expired', { key: (await addKey(service, home, permissions, 'expired')).secret });
    asked.set('revoked', { key: (await addKey(service, home, permissions, 'revoked')).secret });
    for (const held of sets) asked.set(held.join('+'), { key: (await addKey(service, home, held)).secret });
    asked.set('capability', { key: await addCapability(service, home, active.body.run.id, seoToolName) });
    asked.set('session', { cookie: service.cookie });
    for (const caller of ['viewer', 'viewer who leaves']) {
      const body = { email: `${caller.replaceAll(' ', '-')}@example.com`, role: 'viewer' as const };
      const { link } = await service.call('inviteMember', body);
      const joins = { token: link.split('#')[1], password: 'a password of theirs' };
      asked.set(caller, { cookie: cookieOf(await service.ask('/api/invitations/accept', { body: joins })) });
    }
    const scopes = [...permissions];
    asked.set('program', { key: (await signInProgram(service, { scopes })).access_token });
    const resource = `${service.url}/api/v2`;
    asked.set('program at v2', { key: (await signInProgram(service, { scopes, resource })).access_token });
  });

  const as = (caller: string): HttpRequest => asked.get(caller) ?? {};

  /** Derives from an HTTP response whether the call was permitted. An answer that requests an approval counts as permitted. */
  function verdictOf({ status, body }: HttpReply): Verdict {
    if (status === 401) return 'unauthorized';
    return status === 403 && body.error.code !== 'approval_required' ? 'forbidden' : 'allowed';
  }

  it.each(v1Operations.map((operation) => [operation.id, operation] as const))(
    'v1 %s follows the rule for every kind of caller',
    async (id, operation) => {
      const seen: Record<string, string> = {};
      for (const [index, caller] of callers.entries()) {
        const { headers, body, ...sample } = entryOf(operation).sample(records, `matrix-${id}-${index}`);
        const answered = await service.ask(`/api/v1${pathOf(operation, sample)}`, {
          method: operation.method,
          ...(body === undefined ? {} : { body }),
          headers: { ...headers },
          ...as(caller),
        });
        const verdict = verdictOf(answered);
        seen[caller] = verdict;
        // A permitted caller gets a result, not merely another refusal.
        if (verdict === 'allowed') expect(operation.statuses, `${caller}: ${answered.text}`).toContain(answered.status);
        if (verdict === 'forbidden' && caller !== 'capability') expectScope(answered, operation);
      }
      expect(seen).toEqual(Object.fromEntries(callers.map((caller) => [caller, rightOverRest(caller, operation)])));
    },
  );

  /** Checks that the refusal names the missing permission in OAuth's header. */
  function expectScope({ headers }: HttpReply, operation: Operation): void {
    const scope = `Bearer realm="sightline", error="insufficient_scope", scope="${permissionOf(operation)}"`;
    expect(headers.get('www-authenticate')).toBe(scope);
  }

  it.each(registry.map((operation) => [operation.id, operation] as const))(
    'v2 %s follows the rule for every kind of caller',
    async (id, operation) => {
      const seen: Record<string, string> = {};
      for (const [index, caller] of callers.entries()) {
        // Unknown ids keep the records that other rows need: permission is checked before the record is looked for.
        const gone = { ...records, keyId: 'key_unknown', siteId: 'site_unknown', caseId: 'case_unknown' };
        Object.assign(gone, { planId: 'plan_unknown', workId: 'work_unknown', experimentId: 'exp_unknown' });
        const { headers, body, ...sample } = entryOf(operation).sample(gone, `v2-${id}-${index}`);
        const path = `/api/v2${pathOf(operation, sample)}`;
        const request = { method: operation.method, ...(operation.hasBody ? { body } : {}), headers: { ...headers } };
        const answered = await service.ask(path, {
          ...request,
          ...as(
            caller === 'program'
              ? 'program at v2'
              : id === 'leaveWorkspace' && caller === 'viewer'
                ? 'viewer who leaves'
                : caller,
          ),
        });
        const verdict = verdictOf(answered);
        seen[caller] = verdict;
        if (verdict !== 'forbidden' || caller === 'capability') continue;
        if (caller === 'viewer') expect(answered.body.error).toMatchObject(onlyMembers);
        else if (givesPower(operation)) expect(answered.body.error).toMatchObject(onlySessions);
        else expectScope(answered, operation);
      }
      expect(seen).toEqual(Object.fromEntries(callers.map((caller) => [caller, rightInV2(caller, operation)])));
    },
  );

  it('v2: only the Authorization header counts, whatever cookie is sent with it', async () => {
    const { key = '' } = as('read');
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const asked: [HttpRequest, number][] = [
      [{ cookie: 'sightline_session=forged.forged' }, 401],
      [{ key: `${key}x`, cookie: service.cookie }, 401],
      [{ cookie: service.cookie, headers: { authorization: '' } }, 401],
      [{ cookie: service.cookie, headers: { authorization: 'Basic eDp5' } }, 401],
      [{ key, cookie: 'sightline_session=forged.forged' }, 200],
      // Another site's page cannot send this header, so the origin does not matter.
      [{ key, headers: foreign }, 200],
    ];
    for (const [request, status] of asked) expect((await service.ask('/api/v2/runs', request)).status).toBe(status);
    // An invalid key is refused even if the session would be allowed.
    const both = { key, cookie: service.cookie, body: { url: 'https://both.example' } };
    expect((await service.ask('/api/v2/sites', both)).status).toBe(403);
  });

  it('v2: paths that sessions used earlier return 404 as JSON', async () => {
    for (const path of ['/api/workspace/session', '/api/workspace/sites', '/api/workspace']) {
      const answered = await service.ask(path, { cookie: service.cookie });
      expect([answered.status, answered.body.error.code]).toEqual([404, 'not_found']);
    }
  });

  it('v1 shows only the permissions of a key that v1 knows', async () => {
    const shown = await service.reply('authStatus', {}, as('manage'));
    expect(shown.body.key.permissions).toEqual(['read']);
  });

  /** Sends one JSON-RPC message with a fixed id. Returns the raw response. */
  async function rpc(
    caller: string,
    era: (typeof eras)[number],
    method: string,
    params: Record<string, unknown> = {},
    address = '/api/mcp',
  ) {
    const { body, headers } = messageOf(era, method, params);
    const answered = await service.ask(address, { body: { ...body, id: 1 }, headers, ...as(caller) });
    return { status: answered.status, text: answered.text, body: messageIn(answered.text) };
  }

  it.each(eras)('MCP %s: tools/list shows each caller exactly the permitted tools, in order', async (era) => {
    for (const caller of callers) {
      const listed = await rpc(caller, era, 'tools/list', {}, '/api/mcp?profile=all');
      const right = tools.filter(
        ({ operation, descriptor }) => rightOverMcp(caller, operation, descriptor.name) === 'allowed',
      );
      if (right.length === 0) expect([caller, listed.status]).toEqual([caller, 401]);
      else {
        const names = listed.body.result.tools.map(({ name }) => name);
        expect([caller, names]).toEqual([caller, right.map(({ descriptor }) => descriptor.name)]);
      }
    }
  });

  it.each(tools.map(({ descriptor, operation }) => [descriptor.name, operation] as const))(
    'MCP %s follows the rule for every kind of caller; a hidden tool does not exist',
    async (name, operation) => {
      const seen: Record<string, string> = {};
      // As long as the real name, so that even the length of the response reveals nothing.
      const unknown = 'x'.repeat(name.length);
      for (const [index, caller] of callers.entries()) {
        const era = eras[index % eras.length] ?? eras[0];
        const args = argumentsOf(operation, name, records, `mcp-${name.replaceAll('_', '-')}-${index}`);
        const answered = await rpc(caller, era, 'tools/call', { name, arguments: args });
        if (answered.status === 401) seen[caller] = 'unauthorized';
        else if (answered.body.result !== undefined) {
          seen[caller] = 'allowed';
          const asksMember = caller === 'program' && answered.text.includes('approval_required');
          // Purchases for a plan also need `evaluate`: the tool is listed, and its error names the permission.
          const lacks =
            buysBeside.includes(name) && /evaluate permission in addition|needs approval for each/.test(answered.text);
          expect(answered.body.result.isError === true, `${caller}: ${answered.text}`).toBe(asksMember || lacks);
        } else {
          seen[caller] = 'forbidden';
          const missing = await rpc(caller, era, 'tools/call', { name: unknown, arguments: args });
          expect(answered.status).toBe(missing.status);
          expect(answered.text.replaceAll(name, unknown)).toBe(missing.text);
        }
      }
      expect(seen).toEqual(
        Object.fromEntries(callers.map((caller) => [caller, rightOverMcp(caller, operation, name)])),
      );
    },
  );

  it('a key may use useSeoTools only with evaluate and seo', async () => {
    const answers: Record<string, string> = {};
    for (const held of sets.map((set) => set.join('+'))) {
      const { key = '' } = as(held);
      const name = `seo-tools-${held.replace('+', '-')}`;
      answers[held] = (await service.ensure(key, records.caseId, name, { useSeoTools: true })).body.error.code;
    }
    // The last caller is permitted, and gets the next refusal: this server is not reachable from outside.
    expect(answers).toEqual({
      read: 'insufficient_permission',
      evaluate: 'insufficient_permission',
      seo: 'insufficient_permission',
      manage: 'insufficient_permission',
      'evaluate+seo': 'mcp_endpoint_not_public',
    });
  });
});

/** Returns the message of a response, sent plainly or as a stream event. */
function messageIn(text: string): { result: { isError?: boolean; tools: { name: string }[] } } {
  const line = text.split('\n').find((candidate) => candidate.startsWith('data:'));
  return JSON.parse(line?.slice('data:'.length) ?? (text === '' ? '{}' : text));
}

/** Converts the sample of an operation to arguments of a tool. */
function argumentsOf(operation: Operation, name: string, records: Records, unique: string): Record<string, unknown> {
  const { params, query, body } = entryOf(operation).sample(records, unique);
  const known: Record<string, unknown> = { websiteId: records.siteId, idempotencyKey: unique };
  const { inputSchema } = tools.find(({ descriptor }) => descriptor.name === name)?.descriptor ?? {};
  const { properties, required = [] } = inputSchema as unknown as { properties: object; required?: string[] };
  const given = { ...params, ...query, ...(body as Record<string, unknown> | undefined) };
  // The capability of the matrix is for this domain only.
  if (name === seoToolName) given.domain = 'acme-crm.example';
  const taken = Object.entries(given).filter(([field]) => field in properties);
  const needed = required.map((field) => [field, field in given ? given[field] : known[field]]);
  return Object.fromEntries([...taken, ...needed]);
}

describe('the matrix detects errors', () => {
  const keyed = registry.filter((operation) => !givesPower(operation));
  const wrong = keyed.flatMap((operation) =>
    permissions.filter((other) => other !== permissionOf(operation)).map((other) => [operation.id, other] as const),
  );

  it.each(wrong)('%s with the permission %s would change the result of some caller', (id, other) => {
    const operation = keyed.find((candidate) => candidate.id === id) as Operation;
    const asRegistered = (caller: string): Verdict =>
      rightOverRest(caller, operation) === 'unauthorized'
        ? 'unauthorized'
        : caller !== 'capability' && holds(caller, other)
          ? 'allowed'
          : 'forbidden';
    expect(callers.some((caller) => asRegistered(caller) !== rightOverRest(caller, operation))).toBe(true);
  });

  it('has a row for every operation and every tool, and a column for every kind of caller', () => {
    expect(tools.map(({ operation: { method, path } }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(v1Operations.map(({ method, path }) => `${method} ${path}`)),
    );
    expect(v1Operations).toHaveLength(15);
    expect(callers).toHaveLength(13);
  });
});
