import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaySpill } from '../../src/services/operator/replaySpill.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { engineRows } from '../support/engineRows.ts';
import { long } from '../support/long.ts';
import { savedRun } from '../support/records.ts';
import { refuseReceipts } from '../support/refusals.ts';
import { providerKey, startServiceForTest, type TestService } from '../support/service.ts';
import { firstInQuick } from '../support/suites.ts';
import type { WireRun } from '../support/wire.ts';

type Spent = { counts: { unknown: number; stated: number }; totalUsd: number };

const day = 86_400_000;
const perplexity = { ENGINES: 'perplexity-api', PERPLEXITY_API_KEY: providerKey, ACCEPT_UNRESOLVED: 'perplexity-api' };

onEachDatabase('a spilled receipt of a run past its deadline', (database) => {
  /** Buys a run while the database refuses its receipt, and moves the clock past the deadline. */
  async function spill(env: Record<string, string>) {
    const clock = createClock();
    const service = await startServiceForTest(database, {
      env: { ...env, ACTIVE_RUNS_PER_OWNER: '10' },
      replace: { runtime: clock.runtime },
      simulator: { now: clock.now },
    });
    const key = await service.makeKey();
    const { id: caseId } = await service.makeCase();
    const accept = await refuseReceipts(service);
    const app = service.api;
    const answered = await service.ensure(key, caseId, 'spilled-receipt');
    const runId: string = answered.body.run?.id ?? answered.body.recovery.runId;
    const file = join(service.database.dataDir, 'spill', `${runId}.json`);
    await expect.poll(() => existsSync(file)).toBe(true);
    await service.running.service.worker.stop();
    await accept();
    clock.move(day);
    const look = async (): Promise<WireRun> =>
      (await service.call('reconcileRun', { kind: 'keyword', id: runId }, { key })).run;
    return { service, app, key, caseId, runId, look, file };
  }

  const spending = async (service: TestService) => {
    const body = await service.call('readSpending', { month: '2026-03' });
    return (body as unknown as { total: Spent }).total;
  };

  long('is imported before the deadline is checked', async () => {
    const { service, key, runId, look, file } = await spill({ RUN_DEADLINE_SECONDS: '600' });
    service.simulator.script({ at: 'items', reply: { kind: 'status', status: 404 }, times: 1_000 });
    expect((await look()).status).not.toBe('failed');
    const ended = await service.finish(key, runId);
    expect([ended.status, ended.error]).toEqual(['completed', null]);
    expect([service.sent(), readdirSync(join(file, '..'))]).toEqual([1, []]);
  });

  long(
    'reopens the run if it was given up: its answer is read, its cost is known, and nothing is bought again',
    async () => {
      const { service, app, key, caseId, runId, look, file } = await spill(perplexity);
      // The machine with the file is unavailable.
      renameSync(file, `${file}.away`);
      await look();
      const given = await look();
      expect([given.status, given.error]).toEqual(['failed', expect.stringMatching(/^creation_unconfirmed: /)]);
      const before = await spending(service);
      expect([before.counts.unknown, before.counts.stated]).toEqual([1, 0]);

      renameSync(`${file}.away`, file);
      expect(await replaySpill(app)).toBe(1);
      const guess = { evidence: 'a guess', charges: [{ id: runId, chargedUsd: 0 }] };
      const settled = await service.call('settlePurchases', guess);
      expect(settled).toMatchObject({ items: [{ outcome: 'not_ended' }] });
      expect((await service.ensure(key, caseId, 'another-request')).body.disposition).toBe('existing_active');
      const ended = await service.finish(key, runId);
      expect([ended.status, ended.error, ended.result.limitations]).toEqual([
        'completed',
        null,
        expect.arrayContaining([expect.stringMatching(/^found_late: .*2026-03-03T/)]),
      ]);
      const after = await spending(service);
      expect([after.counts.unknown, after.counts.stated, after.totalUsd < before.totalUsd]).toEqual([0, 1, true]);
      expect([service.sent(), readdirSync(join(file, '..'))]).toEqual([1, []]);
      expect((await service.ensure(key, caseId, 'spilled-receipt')).body.run.id).toBe(runId);
      expect(await replaySpill(app)).toBe(0);
    },
  );

  long('stays on the disk, under another name, if it contradicts its run', async () => {
    const { service, app, runId, key, look, file } = await spill(perplexity);
    const receipt = JSON.parse(readFileSync(file, 'utf8'));
    await replaySpill(app);
    await look();
    const ended = await service.finish(key, runId);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...receipt, taskId: 'another-task' }));
    expect(await replaySpill(app)).toBe(0);
    expect(readdirSync(join(file, '..'))).toEqual([`${runId}.json.unmatched`]);
    expect(await savedRun(service, runId)).toMatchObject({ status: ended.status, taskId: receipt.taskId });
  });
});

const rows = engineRows.filter(({ notice }) => notice !== null);

onEachDatabase('a genuine notice of a task whose run was given up', (database) => {
  describe.each(firstInQuick(2, rows))('of $id', (row) => {
    it('reopens the run, even if the provider cannot be read at first and delivers it only once', async () => {
      const clock = createClock(new Date().toISOString());
      const { env, replace, simulator } = row.options(() => '');
      const service = await startServiceForTest(database, {
        env: { ENGINES: row.id, ACTIVE_RUNS_PER_OWNER: '100', ...env },
        replace: { runtime: clock.runtime, ...replace },
        simulator: { pace: { by: 'looks', queued: 0, working: 0 }, ...simulator },
      });
      const key = await service.makeKey();
      const made: { runId: string; taskId: string }[] = [];
      for (const name of ['one', 'two']) {
        const query = `Which one is noticed late, ${name}?`;
        service.simulator.script({ at: 'create', when: query, reply: { kind: 'lost' } });
        const { id } = await service.makeCase({ query, ...row.asked });
        const { body } = await service.ensure(key, id, `noticed-late-${name}`);
        await service.follow(key, body.run.id, 'requires_action');
        const created = service.simulator.ledger.findLast(({ operation }) => operation === 'create')?.created;
        made.push({ runId: body.run.id, taskId: String(created) });
      }
      for (const at of ['items', 'results', 'ready_list'] as const) {
        service.simulator.script({ at, reply: { kind: 'status', status: 500 }, times: 10_000 });
      }
      const statusOf = async ({ runId }: { runId: string }) => (await service.readRun(key, runId)).status;
      for (const { runId } of made) {
        // Its owner stops waiting, even if its provider cannot be reached.
        await service.call('cancelRun', { kind: 'keyword', id: runId }, { key });
      }
      clock.move(30 * day);
      for (const { runId } of made) {
        await expect
          .poll(async () => {
            await service.call('reconcileRun', { kind: 'keyword', id: runId }, { key });
            return statusOf({ runId });
          })
          .toBe('failed');
      }
      const [one, two] = made as [(typeof made)[0], (typeof made)[0]];
      service.simulator.clearScript();
      expect((await row.notice?.(service, one, false))?.status).toBe(401);
      expect(await statusOf(one)).toBe('failed');
      expect((await row.notice?.(service, one, true))?.status).toBe(200);
      expect((await service.follow(key, one.runId, 'completed')).error).toBeNull();

      for (const at of ['retrieve', 'results'] as const) {
        service.simulator.script({ at, reply: { kind: 'status', status: 503 }, times: 10_000 });
      }
      expect((await row.notice?.(service, two, true))?.status).toBe(503);
      service.simulator.clearScript();
      clock.move(3_600_000);
      expect((await service.follow(key, two.runId, 'completed')).result.mentions.length).toBeGreaterThan(0);
      expect(service.sent()).toBe(2);
    });
  });
});

onEachDatabase('a run that reaches its deadline while a genuine notice of its engine cannot be read', (database) => {
  long('is not given up, even if its vendor lists nothing', async () => {
    const clock = createClock(new Date().toISOString());
    const row = engineRows.find(({ id }) => id === 'gemini-api');
    if (row === undefined) throw new Error('no such engine');
    const service = await startServiceForTest(database, {
      env: { ENGINES: row.id, ...row.options(() => '').env },
      replace: { runtime: clock.runtime },
      simulator: { pace: { by: 'looks', queued: 0, working: 0 } },
    });
    const key = await service.makeKey();
    service.simulator.script({ at: 'create', reply: { kind: 'lost' } });
    const { run } = (await service.ensure(key, (await service.makeCase()).id, 'deadline-and-notice')).body;
    await service.follow(key, run.id, 'requires_action');
    const taskId = String(service.simulator.ledger.find(({ operation }) => operation === 'create')?.created);
    service.simulator.script({ at: 'retrieve', reply: { kind: 'status', status: 503 }, times: 10_000 });
    expect((await row.notice?.(service, { runId: run.id, taskId }, true))?.status).toBe(503);
    clock.move(day);
    const look = () => service.reply('reconcileRun', { kind: 'keyword', id: run.id }, { key });
    expect((await look()).body.run.error).toMatch(/^creation_unresolved: the deadline has passed, .*cannot be read/);
    service.simulator.clearScript();
    clock.move(3_600_000);
    expect((await service.follow(key, run.id)).status).toBe('completed');
    expect(service.sent()).toBe(1);
  });
});

onEachDatabase('a provider that ignores a cancel', (database) => {
  it.each(['asked for by its owner', 'at its deadline'])('%s is asked again less and less often', async (why) => {
    const clock = createClock();
    const service = await startServiceForTest(database, {
      env: { RUN_DEADLINE_SECONDS: '600' },
      replace: { runtime: clock.runtime },
      simulator: { now: clock.now, pace: { by: 'looks', queued: 0, working: 100_000 } },
    });
    await service.running.service.worker.stop();
    const key = await service.makeKey();
    const { run } = (await service.ensure(key, (await service.makeCase()).id, 'ignores-cancels')).body;
    const input = { kind: 'keyword' as const, id: run.id };
    service.simulator.script({ at: 'cancel', reply: { kind: 'status', status: 500 }, times: 10_000 });
    const cancels = () => service.simulator.ledger.filter(({ operation }) => operation === 'cancel').length;
    if (why === 'at its deadline') clock.move(600_000);
    else await service.call('cancelRun', input, { key });
    for (let second = 0; second < 320; second += 2) {
      await service.call('reconcileRun', input, { key });
      clock.move(2_000);
    }
    // Immediately, and 10, 30, 70, 150 and 310 seconds later.
    expect(cancels()).toBe(6);
    service.simulator.clearScript();
    clock.move(320_000);
    expect((await service.finish(key, run.id)).status).toBe('cancelled');
  });
});
