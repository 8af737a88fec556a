import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../src/api/operation.ts';
import { registry, v1Operations } from '../src/api/registry.ts';
import { type Permission, permissions } from '../src/domain/permissions.ts';
import { seoToolName } from '../src/domain/seoTool.ts';
import { toolsOf } from '../src/mcp/tools.ts';
import { onEachEngine } from './support/engines.ts';
import { eras, messageOf } from './support/mcp.ts';
import { addCapability, addKey, homeOf } from './support/records.ts';
import { addRecords, entryOf, pathOf, type Records } from './support/samples.ts';
import { type Asked, startTestService, type TestService } from './support/service.ts';

/**
 * Who may call what: every operation of the registry and every MCP tool, for every kind of caller. The rows come from
 * the registry, and what is right comes from the one rule below: a new operation is in the matrix by being registered.
 */
const sets: readonly (readonly Permission[])[] = [['read'], ['evaluate'], ['seo'], ['evaluate', 'seo']];
const dead = ['none', 'bad', 'expired', 'revoked'];
const callers = [...dead, ...sets.map((held) => held.join('+')), 'capability', 'cookie'];
type Verdict = 'allowed' | 'forbidden' | 'unauthorized';

/** The rule of the specification, from what a request is, never from the entry's own word: looking is reading. */
function permissionOf({ method, path }: Pick<Operation, 'method' | 'path'>): Permission {
  if (method === 'GET') return 'read';
  return path === '/seo' ? 'seo' : 'evaluate';
}

const holds = (caller: string, needed: Permission): boolean => needed === 'read' || caller.split('+').includes(needed);

/** Over REST: dead keys and cookies are nobody, a capability is somebody with no right here. */
function rightOverRest(caller: string, operation: Operation): Verdict {
  if (dead.includes(caller) || caller === 'cookie') return 'unauthorized';
  return caller !== 'capability' && holds(caller, permissionOf(operation)) ? 'allowed' : 'forbidden';
}

/** Over MCP: the same, but that a capability has its one tool. */
function rightOverMcp(caller: string, operation: Operation, tool: string): Verdict {
  if (caller === 'capability') return tool === seoToolName ? 'allowed' : 'forbidden';
  return rightOverRest(caller, operation);
}

/** In the workspace a signed-in person may do everything, and nobody else anything. */
const rightInWorkspace = (caller: string): Verdict => (caller === 'cookie' ? 'allowed' : 'unauthorized');

const tools = toolsOf(v1Operations);

onEachEngine('who may call what', (engine) => {
  let service: TestService;
  let records: Records;
  const asked = new Map<string, Asked>();

  beforeAll(async () => {
    service = await startTestService(engine, {
      env: { ACTIVE_RUNS_PER_OWNER: '1000', RUNS_PER_DAY_PER_OWNER: '1000', SEO_LOOKUPS_PER_HOUR: '1000' },
    });
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
    asked.set('cookie', { cookie: service.cookie });
  });
  afterAll(() => service.close());

  const as = (caller: string): Asked => asked.get(caller) ?? {};

  /** What an HTTP answer says about the right to ask: anything but 401 and 403 is an answer to somebody who may. */
  function verdictOf({ status }: { status: number }): Verdict {
    if (status === 401) return 'unauthorized';
    return status === 403 ? 'forbidden' : 'allowed';
  }

  it.each(v1Operations.map((operation) => [operation.id, operation] as const))(
    'REST %s: as the rule says, for every kind of caller',
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
        // Who may ask gets an answer, and not merely another refusal.
        if (verdict === 'allowed') expect(operation.statuses, `${caller}: ${answered.text}`).toContain(answered.status);
        const scope = `Bearer realm="sightline", error="insufficient_scope", scope="${permissionOf(operation)}"`;
        if (verdict === 'forbidden' && caller !== 'capability') {
          expect(answered.headers.get('www-authenticate')).toBe(scope);
        }
      }
      expect(seen).toEqual(Object.fromEntries(callers.map((caller) => [caller, rightOverRest(caller, operation)])));
    },
  );

  it.each(registry.map((operation) => [operation.id, operation] as const))(
    'workspace %s: opens to a session, and to nothing else',
    async (id, operation) => {
      const seen: Record<string, string> = {};
      for (const caller of callers) {
        // Nothing that the other rows need is archived or revoked: who may ask is decided before what is asked for.
        const gone = { ...records, keyId: 'key_unknown', siteId: 'site_unknown', caseId: 'case_unknown' };
        const { headers, body, ...sample } = entryOf(operation).sample(gone, `workspace-${id}`);
        const request = { method: operation.method, ...(operation.hasBody ? { body } : {}), headers: { ...headers } };
        seen[caller] = verdictOf(
          await service.ask(`/api/workspace${pathOf(operation, sample)}`, { ...request, ...as(caller) }),
        );
      }
      const forged = { cookie: 'sightline_session=forged.forged' };
      const { status } = await service.ask('/api/workspace/session', forged);
      expect([seen, status]).toEqual([
        Object.fromEntries(callers.map((caller) => [caller, rightInWorkspace(caller)])),
        401,
      ]);
    },
  );

  /** One JSON-RPC message with a set id; the answer as it came over the wire. */
  async function rpc(caller: string, era: (typeof eras)[number], method: string, params: Record<string, unknown> = {}) {
    const { body, headers } = messageOf(era, method, params);
    const answered = await service.ask('/api/mcp', { body: { ...body, id: 1 }, headers, ...as(caller) });
    return { status: answered.status, text: answered.text, body: messageIn(answered.text) };
  }

  it.each(eras)('MCP %s: tools/list shows each caller what the rule lets it call, in order', async (era) => {
    for (const caller of callers) {
      const listed = await rpc(caller, era, 'tools/list');
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
    'MCP %s: as the rule says, for every kind of caller; hidden, it is not there at all',
    async (name, operation) => {
      const seen: Record<string, string> = {};
      // As long as the name itself, so that not even the length of the answer tells.
      const unknown = 'x'.repeat(name.length);
      for (const [index, caller] of callers.entries()) {
        const era = eras[index % eras.length] ?? eras[0];
        const args = argumentsOf(operation, name, records, `mcp-${name.replaceAll('_', '-')}-${index}`);
        const answered = await rpc(caller, era, 'tools/call', { name, arguments: args });
        if (answered.status === 401) seen[caller] = 'unauthorized';
        else if (answered.body.result !== undefined) {
          seen[caller] = 'allowed';
          expect(answered.body.result.isError, `${caller}: ${answered.text}`).toBeFalsy();
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

  it('a key may ask with useSeoTools only when it holds evaluate and seo', async () => {
    const answers: Record<string, string> = {};
    for (const held of sets.map((set) => set.join('+'))) {
      const { key = '' } = as(held);
      const name = `seo-tools-${held.replace('+', '-')}`;
      answers[held] = (await service.ensure(key, records.caseId, name, { useSeoTools: true })).body.error.code;
    }
    // The last one is allowed, and meets the next refusal: this server is not reachable from outside.
    expect(answers).toEqual({
      read: 'insufficient_permission',
      evaluate: 'insufficient_permission',
      seo: 'insufficient_permission',
      'evaluate+seo': 'mcp_endpoint_not_public',
    });
  });
});

/** The message of an answer, plain or as the event of a stream. */
function messageIn(text: string): { result: { isError?: boolean; tools: { name: string }[] } } {
  const line = text.split('\n').find((candidate) => candidate.startsWith('data:'));
  return JSON.parse(line?.slice('data:'.length) ?? (text === '' ? '{}' : text));
}

/** The sample of an operation as a tool's arguments: what the tool takes of it, and what it needs besides. */
function argumentsOf(operation: Operation, name: string, records: Records, unique: string): Record<string, unknown> {
  const { params, query, body } = entryOf(operation).sample(records, unique);
  const known: Record<string, unknown> = { websiteId: records.siteId, idempotencyKey: unique };
  const { inputSchema } = tools.find(({ descriptor }) => descriptor.name === name)?.descriptor ?? {};
  const { properties, required = [] } = inputSchema as unknown as { properties: object; required?: string[] };
  const given = { ...params, ...query, ...(body as Record<string, unknown> | undefined) };
  // The capability of the matrix is for this domain.
  if ('domain' in given) given.domain = 'acme-crm.example';
  const taken = Object.entries(given).filter(([field]) => field in properties);
  const needed = required.map((field) => [field, given[field] ?? known[field]]);
  return Object.fromEntries([...taken, ...needed]);
}

describe('the matrix bites', () => {
  const wrong = v1Operations.flatMap((operation) =>
    permissions.filter((other) => other !== permissionOf(operation)).map((other) => [operation.id, other] as const),
  );

  it.each(wrong)('%s with the permission %s would answer some caller otherwise', (id, other) => {
    const operation = v1Operations.find((candidate) => candidate.id === id) as Operation;
    const asRegistered = (caller: string): Verdict =>
      rightOverRest(caller, operation) === 'unauthorized'
        ? 'unauthorized'
        : caller !== 'capability' && holds(caller, other)
          ? 'allowed'
          : 'forbidden';
    expect(callers.some((caller) => asRegistered(caller) !== rightOverRest(caller, operation))).toBe(true);
  });

  it('has a row for every operation and every tool, and a column for every kind of caller', () => {
    expect(tools.map(({ operation }) => operation.id)).toEqual(
      expect.arrayContaining(v1Operations.map(({ id }) => id)),
    );
    expect(v1Operations).toHaveLength(15);
    expect(callers).toHaveLength(10);
  });
});
