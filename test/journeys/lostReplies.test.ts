import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { ReplyFault } from '../../src/simulator/faults.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { refuseReceipts } from '../support/refusals.ts';
import { startServiceForTest, useService } from '../support/service.ts';

const page = { body: 'page' } as const;

/** Reply to a create; `made` is what really happened at the provider. */
const faults: [name: string, reply: ReplyFault, then: 'failed' | 'requires_action', made: 0 | 1][] = [
  ['400', { kind: 'status', status: 400, code: 'invalid_value', param: 'model' }, 'failed', 0],
  ['400 conversation locked', { kind: 'status', status: 400, code: 'conversation_locked' }, 'requires_action', 0],
  ['401', { kind: 'status', status: 401, code: 'invalid_api_key' }, 'failed', 0],
  ['403', { kind: 'status', status: 403, code: 'country_not_supported' }, 'failed', 0],
  ['404', { kind: 'status', status: 404, code: 'model_not_found' }, 'failed', 0],
  ['408', { kind: 'status', status: 408 }, 'requires_action', 0],
  ['409', { kind: 'status', status: 409 }, 'requires_action', 0],
  ['429 rate limit', { kind: 'status', status: 429, code: 'rate_limit_exceeded' }, 'failed', 0],
  ['429 without credit', { kind: 'status', status: 429, code: 'insufficient_quota' }, 'failed', 0],
  ['429 page of a proxy', { kind: 'status', status: 429, ...page }, 'requires_action', 0],
  ['500', { kind: 'status', status: 500 }, 'requires_action', 0],
  ['500 after the task was created', { kind: 'status', status: 500, done: true }, 'requires_action', 1],
  ['502 page after the task was created', { kind: 'status', status: 502, ...page, done: true }, 'requires_action', 1],
  ['503', { kind: 'status', status: 503, code: 'server_is_overloaded' }, 'requires_action', 0],
  [
    '503 with Retry-After, after the task was created',
    { kind: 'status', status: 503, done: true, headers: { 'x-should-retry': 'true', 'retry-after': '0' } },
    'requires_action',
    1,
  ],
  ['a connection cut before the task was created', { kind: 'dropped' }, 'requires_action', 0],
  ['a lost reply', { kind: 'lost' }, 'requires_action', 1],
  ['half a reply', { kind: 'half' }, 'requires_action', 1],
  ['a reply after our patience', { kind: 'stalled', afterMs: 60_000 }, 'requires_action', 1],
  ['a reply without an id', { kind: 'nameless' }, 'requires_action', 1],
  ['a reply that is not JSON', { kind: 'garbled' }, 'requires_action', 1],
];

onEachDatabase('a create with a faulty reply', (engine) => {
  let key: string;
  const service = useService(engine, { env: { ACTIVE_RUNS_PER_OWNER: '1000', SUBMIT_TIMEOUT_MS: '4000' } });
  beforeAll(async () => {
    key = await service.makeKey();
  });

  const table = engine === 'sqlite' ? faults : faults.filter(([name]) => /lost|429 rate|cut before/.test(name));
  it.each(table)('%s: sent once, reported correctly, found or left for inspection', async (name, reply, then, made) => {
    const query = `Which one, when a create meets ${name}?`;
    const { id } = await service.makeCase({ query });
    const idempotencyKey = `fault-${name.replace(/\W+/g, '-')}`;
    service.simulator.script({ at: 'create', when: query, reply });
    const answered = await service.ensure(key, id, idempotencyKey);
    expect([answered.status, answered.body.disposition, answered.body.run.status]).toEqual([202, 'started', then]);
    const { run } = answered.body;
    if (then === 'failed') expect(run.error).toMatch(/^\w+: .*Nothing was bought\.$/);
    else expect(run.error).toMatch(/^creation_unresolved: .*never sends it again\.$/);
    expect(run.recovery).toEqual({ runId: run.id, sessionId: expect.stringMatching(/^conv_/) });

    const retried = await service.ensure(key, id, idempotencyKey);
    expect([retried.status, retried.body.run.id, retried.headers.get('idempotency-replayed')]).toEqual([
      202,
      run.id,
      'true',
    ]);
    if (made === 1) {
      const finalRun = await service.follow(key, run.id);
      expect([finalRun.status, finalRun.error]).toEqual(['completed', null]);
      expect(finalRun.result.mentions.length).toBeGreaterThan(0);
    } else {
      const looked = await service.reply('reconcileRun', { kind: 'keyword', id: run.id }, { key });
      expect([looked.status, looked.body.run.status]).toEqual([200, then]);
    }
    const creates = service.simulator.ledger.filter(
      ({ operation, body }) => operation === 'create' && JSON.stringify(body).includes(query),
    );
    expect([creates.length, creates.filter(({ created }) => created !== null).length]).toEqual([1, made]);
  });

  it('a refused create frees its slot', async () => {
    const before = (await service.call('authStatus', {}, { key })).limits.activeRuns;
    service.simulator.script({ at: 'create', reply: { kind: 'status', status: 401, code: 'invalid_api_key' } });
    await service.ensure(key, (await service.makeCase()).id, 'gives-its-place-back');
    expect((await service.call('authStatus', {}, { key })).limits.activeRuns).toBe(before);
  });

  it('an unreachable provider charges nothing', async () => {
    service.simulator.script({ at: 'conversation', reply: { kind: 'dropped' } });
    const before = service.sent();
    const { body } = await service.ensure(key, (await service.makeCase()).id, 'never-prepared');
    expect([body.run.status, body.run.error]).toEqual(['failed', expect.stringContaining('Nothing was bought')]);
    expect(service.sent()).toBe(before);
  });

  it('a receipt that the database refuses is spilled to disk, answered 503 with its ids, and saved later', async () => {
    const { id } = await service.makeCase();
    const before = service.sent();
    const accept = await refuseReceipts(service);
    const answered = await service.ensure(key, id, 'unsaved-receipt');
    expect([answered.status, answered.body.error.code, answered.body.error.retry]).toEqual([
      503,
      'persistence_unconfirmed',
      'inspect_run',
    ]);
    const { runId, sessionId } = answered.body.recovery;
    expect([runId, sessionId]).toEqual([expect.stringMatching(/^run_/), expect.stringMatching(/^conv_/)]);
    const folder = join(service.database.dataDir, 'spill');
    expect(readdirSync(folder)).toEqual([`${runId}.json`]);
    expect(JSON.parse(readFileSync(join(folder, `${runId}.json`), 'utf8'))).toMatchObject({
      runId,
      sessionId,
      taskId: expect.stringMatching(/^resp_/),
    });

    const retried = await service.ensure(key, id, 'unsaved-receipt');
    expect([retried.status, retried.body.run.id]).toEqual([202, runId]);
    await accept();
    await service.restart();
    const run = await service.follow(key, runId);
    expect([run.status, run.result.mentions.length > 0]).toEqual(['completed', true]);
    expect(service.sent() - before).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});

onEachDatabase('a creation that never appears', (engine) => {
  it('stays for inspection until its deadline, then fails with its cost unknown and frees its slot', async () => {
    const clock = createClock();
    const service = await startServiceForTest(engine, {
      env: { RUN_DEADLINE_SECONDS: '600', ACTIVE_RUNS_PER_OWNER: '1' },
      replace: { runtime: clock.runtime },
    });
    const key = await service.makeKey();
    const { id } = await service.makeCase();
    service.simulator.script({ at: 'create', reply: { kind: 'dropped' } });
    const { run } = (await service.ensure(key, id, 'never-shows')).body;
    const look = async () => {
      await service.call('reconcileRun', { kind: 'keyword', id: run.id }, { key });
      return service.readRun(key, run.id);
    };
    clock.move(599_999);
    expect((await look()).status).toBe('requires_action');
    expect((await service.ensure(key, id, 'another-key')).body.error.code).toBe('creation_unresolved');
    clock.move(1);
    const ended = await look();
    expect([ended.status, ended.error]).toEqual([
      'failed',
      expect.stringMatching(/^creation_unconfirmed: .*what it cost, is unknown\.$/),
    ]);
    expect(ended.usage?.costUsd).toBeNull();
    expect((await service.ensure(key, id, 'after-the-deadline')).body.disposition).toBe('started');
    expect(service.sent()).toBe(2);
  });
});

onEachDatabase('a creation whose provider is unreachable at its deadline', (engine) => {
  long('is still searched for, found once the provider is back, and given up only by its owner', async () => {
    const clock = createClock();
    const service = await startServiceForTest(engine, {
      env: { RUN_DEADLINE_SECONDS: '600' },
      replace: { runtime: clock.runtime },
      simulator: { pace: { by: 'looks', queued: 0, working: 0 } },
    });
    const key = await service.makeKey();
    const start = async (query: string): Promise<string> => {
      const { id } = await service.makeCase({ query });
      service.simulator.script({ at: 'create', when: query, reply: { kind: 'lost' } });
      return (await service.ensure(key, id, query.replace(/\W+/g, '-'))).body.run.id;
    };
    service.simulator.script({ at: 'items', reply: { kind: 'status', status: 500 }, times: 10_000 });
    const [found, left] = [await start('Which one is found later?'), await start('Which one is given up?')];
    const look = (runId: string) => service.reply('reconcileRun', { kind: 'keyword', id: runId }, { key });
    const read = (runId: string) => service.readRun(key, runId);
    clock.move(3_600_000);
    for (const runId of [found, left]) {
      expect((await look(runId)).body.error.code).toBe('provider_unavailable');
      const { status, error } = await read(runId);
      expect([status, error]).toEqual([
        'requires_action',
        expect.stringMatching(/^creation_unresolved: the deadline has passed, .*; cancel the run to stop waiting\.$/),
      ]);
    }
    await service.call('cancelRun', { kind: 'keyword', id: left }, { key });
    await look(left);
    const ended = await read(left);
    expect([ended.status, ended.error]).toEqual(['failed', expect.stringMatching(/^creation_unconfirmed: /)]);

    service.simulator.clearScript();
    expect((await service.finish(key, found)).status).toBe('completed');
    expect(service.sent()).toBe(2);
  });
});
