import { beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { engineRows } from '../support/engineRows.ts';
import { long } from '../support/long.ts';
import { useService } from '../support/service.ts';
import { firstInQuick } from '../support/suites.ts';
import type { WireRun } from '../support/wire.ts';

const rows = engineRows.filter(({ notice }) => notice !== null);

onEachDatabase('a vendor’s notice', (database) => {
  describe.each(firstInQuick(2, rows))('of $id', (row) => {
    // The clock stands still, so no poll is ever due: only notices advance a run.
    const clock = createClock(new Date().toISOString());
    const { env, replace, simulator } = row.options(() => '');
    const service = useService(database, {
      env: { ENGINES: row.id, ACTIVE_RUNS_PER_OWNER: '100', ...env },
      replace: { runtime: clock.runtime, ...replace },
      simulator: { pace: { by: 'looks', queued: 0, working: 0 }, ...simulator },
    });
    let key: string;

    beforeAll(async () => {
      key = await service.makeKey();
    });

    const requests = (operation: string, taskId = '') =>
      service.simulator.ledger.filter((one) => one.operation === operation && one.path.includes(taskId)).length;
    const send = async (work: Work, genuine = true) => (await row.notice?.(service, work, genuine))?.status;
    const read = async ({ runId }: Work): Promise<WireRun> => await service.readRun(key, runId);

    type Work = { runId: string; taskId: string };

    /** Starts a run whose work exists at the vendor; it is followed here unless its reply was lost. */
    async function start(name: string, status = 'running'): Promise<Work> {
      const { id } = await service.makeCase({ query: `What does ${row.id} say of ${name}?`, ...row.asked });
      const before = requests('create');
      const { body } = await service.ensure(key, id, `notice-${row.id}-${name.replace(/\W+/g, '-')}`);
      const runId = body.run.id;
      await expect.poll(() => requests('create')).toBe(before + 1);
      const created = service.simulator.ledger.findLast(({ operation }) => operation === 'create')?.created;
      const followed = async () =>
        status === 'running' ? await taskIdOf(runId) : (await read({ runId, taskId: '' })).status;
      await expect.poll(followed).toBe(status === 'running' ? created : status);
      return { runId, taskId: String(created) };
    }

    async function taskIdOf(runId: string): Promise<string | null> {
      const saved = await service.db.selectFrom('runs').select('task_id').where('id', '=', runId).executeTakeFirst();
      return saved?.task_id ?? null;
    }

    long('ends the wait for an answer, and two concurrent ones cause one poll', async () => {
      const work = await start('two notices');
      expect(requests('retrieve', work.taskId)).toBe(0);
      expect(await Promise.all([send(work), send(work)])).toEqual([200, 200]);
      expect((await service.follow(key, work.runId)).status).toBe('completed');
      expect(requests('retrieve', work.taskId)).toBe(1);
    });

    it('changes nothing if it is forged: neither the run nor a poll', async () => {
      const work = await start('a forged notice');
      const [before, asked] = [await read(work), service.simulator.ledger.length];
      expect(await send(work, false)).toBe(401);
      expect(await send({ ...work, taskId: 'made-up' }, false)).toBe(401);
      expect([await read(work), service.simulator.ledger.length]).toEqual([before, asked]);
    });

    long('changes nothing if it arrives late, even after a restart', async () => {
      const work = await start('a late notice');
      expect(await send(work)).toBe(200);
      const ended = await service.follow(key, work.runId);
      await service.restart();
      const asked = service.simulator.ledger.length;
      expect([await send(work), await read(work), service.simulator.ledger.length]).toEqual([200, ended, asked]);
    });

    it('that comes before the work is done costs one poll, and the work is polled as before', async () => {
      service.simulator.script({ at: 'create', course: 'slow', when: 'an early notice' });
      const work = await start('an early notice');
      expect([await send(work), await send(work)]).toEqual([200, 200]);
      await expect.poll(() => requests('retrieve', work.taskId)).toBe(1);
      expect(['queued', 'running']).toContain((await read(work)).status);
      clock.move(120_000);
      await expect.poll(() => requests('retrieve', work.taskId)).toBe(2);
    });

    long('finds a create whose reply was lost, and a forged one does not', async () => {
      service.simulator.script({ at: 'create', reply: { kind: 'lost' }, when: 'a lost reply' });
      const work = await start('a lost reply', 'requires_action');
      expect([await send(work, false), (await read(work)).status]).toEqual([401, 'requires_action']);
      expect(await send(work)).toBe(200);
      const run = await service.follow(key, work.runId);
      expect([run.status, run.error, await taskIdOf(work.runId)]).toEqual(['completed', null, work.taskId]);
    });

    long('never bought anything', () => {
      expect(service.sent()).toBe(5);
    });
  });
});
