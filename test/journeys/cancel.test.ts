import { beforeAll, expect, it } from 'vitest';
import { createClock } from '../support/clock.ts';
import { alwaysOnEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { copyRun, homeOf, savedRun } from '../support/records.ts';
import { useService } from '../support/service.ts';
import { until } from '../support/until.ts';
import type { WireRun } from '../support/wire.ts';

const minute = 60_000;

alwaysOnEachDatabase('stopping a run', (engine) => {
  const clock = createClock();
  const service = useService(engine, {
    env: { ACTIVE_RUNS_PER_OWNER: '1000', RUN_DEADLINE_SECONDS: '600' },
    replace: { runtime: clock.runtime },
    simulator: { now: clock.now },
  });
  let key: string;
  let count = 0;
  beforeAll(async () => {
    key = await service.makeKey();
  });

  async function started(
    course: Parameters<typeof service.simulator.script>[0]['course'] = 'answer',
  ): Promise<WireRun> {
    service.simulator.script({ at: 'create', course });
    return (await service.ensure(key, (await service.makeCase()).id, `to-be-stopped-${++count}`)).body.run;
  }

  /** Sends a JSON body, or none. */
  async function post(run: WireRun, verb: 'cancel' | 'reconcile', body?: unknown): Promise<WireRun> {
    const path = `/api/v1/runs/keyword/${run.id}/${verb}`;
    const answered = await service.ask(path, { key, method: 'POST', ...(body === undefined ? {} : { body }) });
    expect(answered.status).toBe(200);
    return answered.body.run;
  }

  const asked = (operation: string): number =>
    service.simulator.ledger.filter((entry) => entry.operation === operation).length;

  it.each(['queued', 'running'] as const)(
    'asks the provider about a %s run, and trusts only a later poll',
    async (status) => {
      const run = await started();
      if (status === 'running') {
        await post(run, 'reconcile');
        expect((await post(run, 'reconcile')).status).toBe('running');
      }
      const before = asked('cancel');
      const acknowledged = await post(run, 'cancel', {});
      expect([acknowledged.status, asked('cancel') - before]).toEqual([status, 1]);
      expect((await post(run, 'reconcile')).status).toBe('cancelled');
    },
  );

  long('saves an answer that completes before the stop takes effect', async () => {
    const run = await started('cancel_loses');
    await post(run, 'cancel');
    const ended = await post(run, 'reconcile');
    expect([ended.status, ended.result.mentions.length > 0]).toEqual(['completed', true]);
  });

  it('waits for a provider that stops slowly', async () => {
    const run = await started('slow_cancel');
    await post(run, 'cancel');
    expect((await post(run, 'reconcile')).status).not.toBe('cancelled');
    expect((await service.finish(key, run.id)).status).toBe('cancelled');
  });

  it('is sent to the provider once its task is known, if requested while the question was being sent', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    service.simulator.script({ at: 'create', course: 'slow', reply: { kind: 'stalled', until: promise } });
    const made = await service.makeCase();
    const sending = service.ensure(key, made.id, `to-be-stopped-${++count}`);
    const select = service.db
      .selectFrom('runs')
      .select('id')
      .where('target_id', '=', made.id)
      .where('phase', '=', 'submitting');
    const id = (await until(() => select.executeTakeFirst(), Boolean))?.id;
    const before = asked('cancel');
    const stopped = await service.reply('cancelRun', { kind: 'keyword', id }, { key });
    expect([stopped.status, asked('cancel') - before]).toEqual([200, 0]);
    resolve();
    await sending;
    expect(asked('cancel') - before).toBe(1);
  });

  it('changes nothing if the provider cannot be reached, and is retried later', async () => {
    const run = await started();
    service.simulator.script({ at: 'cancel', reply: { kind: 'status', status: 500 } });
    expect((await post(run, 'cancel')).status).toBe('queued');
    expect((await savedRun(service, run.id)).cancelRequestedAt).not.toBeNull();
    await post(run, 'cancel');
    expect((await post(run, 'reconcile')).status).toBe('cancelled');
  });

  it.each(['completed', 'cancelled', 'failed'] as const)(
    'of a %s run changes nothing and contacts nobody',
    async (status) => {
      const run = await started(status === 'failed' ? 'failed' : 'answer');
      if (status === 'cancelled') await post(run, 'cancel');
      const ended = await service.finish(key, run.id);
      expect(ended.status).toBe(status);
      const before = service.simulator.ledger.length;
      expect(await post(run, 'cancel')).toEqual(ended);
      expect(await post(run, 'reconcile')).toEqual(ended);
      expect(service.simulator.ledger.length).toBe(before);
    },
  );

  it('of an unsent run ends it at once, and nothing is ever sent for it', async () => {
    const done = await started();
    await service.finish(key, done.id);
    const later = new Date(clock.now() + minute).toISOString();
    const fresh = {
      status: 'queued',
      phase: 'reserved',
      observedAt: null,
      taskId: null,
      sessionId: null,
      dueAt: later,
    } as const;
    const id = await copyRun(service, await homeOf(service), done.id, fresh);
    const before = service.simulator.ledger.length;
    const ended = await post({ ...done, id }, 'cancel');
    expect([ended.status, ended.recovery]).toEqual(['cancelled', null]);
    clock.move(2 * minute);
    expect((await savedRun(service, id)).status).toBe('cancelled');
    expect(
      service.simulator.ledger.filter((entry, index) => index >= before && entry.operation !== 'retrieve'),
    ).toEqual([]);
  });

  it('is requested by the service itself once the deadline is past', async () => {
    const run = await started('slow');
    expect((await post(run, 'reconcile')).status).toBe('queued');
    const before = asked('cancel');
    clock.move(9 * minute);
    await post(run, 'reconcile');
    expect((await savedRun(service, run.id)).cancelRequestedAt).toBeNull();
    clock.move(minute);
    const late = await post(run, 'reconcile');
    expect(asked('cancel') - before).toBeGreaterThanOrEqual(1);
    expect((late.status === 'cancelled' ? late : await service.finish(key, run.id)).status).toBe('cancelled');
  });

  it('ends a run that waits for an approval nobody here may give', async () => {
    const run = await started('approval');
    for (let looks = 0; looks < 3; looks += 1) await post(run, 'reconcile');
    expect((await savedRun(service, run.id)).status).toBe('requires_action');
    await post(run, 'cancel');
    expect((await service.finish(key, run.id)).status).toBe('cancelled');
  });

  it('keeps a run whose task the provider has forgotten until its deadline, then fails it with unknown cost', async () => {
    const run = await started('slow');
    service.simulator.forget((await savedRun(service, run.id)).taskId ?? '');
    const sent = service.sent();
    expect((await post(run, 'reconcile')).status).toBe('queued');
    clock.move(10 * minute);
    const ended = await post(run, 'reconcile');
    expect([ended.status, ended.error]).toEqual(['failed', expect.stringMatching(/^remote_task_gone: /)]);
    expect(ended.usage?.costUsd).toBeNull();
    expect(service.sent()).toBe(sent);
  });

  it('returns 503 from a reconcile without a connection, with the ids and the run unchanged', async () => {
    const run = await started();
    service.simulator.script({
      at: 'retrieve',
      reply: { kind: 'status', status: 503, headers: { 'retry-after': '17' } },
      // The worker may poll at the same moment.
      times: 3,
    });
    const answered = await service.reply('reconcileRun', { kind: 'keyword', id: run.id }, { key });
    expect([answered.status, answered.body.error.code, answered.headers.get('retry-after')]).toEqual([
      503,
      'provider_unavailable',
      '17',
    ]);
    expect(answered.body.recovery.runId).toBe(run.id);
    expect((await savedRun(service, run.id)).status).toBe('queued');
  });
});
