import { describe, expect, it } from 'vitest';
import { activatePlan } from '../support/activatePlan.ts';
import { createRunningClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { engineRows } from '../support/engineRows.ts';
import { readLedger } from '../support/ledger.ts';
import { startServiceForTest } from '../support/service.ts';
import { firstInQuick } from '../support/suites.ts';
import { createWatcher } from '../support/watcher.ts';

const minute = 60_000;

// Leaves out vendors with one refusal for everything, which does not show that there were too many requests.
const rows = engineRows.filter(({ refusals }) => refusals.tooMany.code !== refusals.flaw.code);

onEachDatabase('a round at an engine that limits requests', (database) => {
  describe.each(firstInQuick(2, rows))('$id', (row) => {
    it('is completed a little later, each answer bought once', async () => {
      const clock = createRunningClock();
      let url = '';
      const { env, replace, simulator } = row.options(() => url);
      const service = await startServiceForTest(database, {
        env: { ENGINES: row.id, ACTIVE_RUNS_PER_OWNER: '9', MAX_USD_PER_ANSWER: '0.5', ...env },
        replace: { runtime: clock.runtime, ...replace },
        simulator: { now: clock.now, ...simulator },
      });
      url = service.simulator.url;
      const watcher = createWatcher(service);
      const caseIds: string[] = [];
      for (let made = 0; made < 3; made += 1) caseIds.push((await service.makeCase(row.asked)).id);
      const { items } = await service.call('listQuestions', {});
      const content = {
        questions: { questionIds: items.map(({ id }) => id) },
        ...{ engines: [row.id], repeats: 1, cadence: { kind: 'manual' as const } },
      };
      const { plan } = await service.call('createPlan', { name: 'By hand', ...content });
      await activatePlan(service, plan.id);
      service.simulator.script({ at: 'create', ...row.refusals.tooMany.spoilt, times: 2 });
      await service.call('startRound', { id: plan.id }, { idempotencyKey: 'the-first-round' });
      const read = async () => (await service.call('readRound', { id: plan.id, round: '1' })).round;
      for (let passes = 0; passes < 2_400; passes += 1) {
        watcher.move(minute);
        await watcher.pass();
        const { state, counts } = await read();
        if (state !== 'open') break;
        if (counts.waiting > 0 && counts.running === 0) clock.move(minute);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(await read()).toMatchObject({
        state: 'ended',
        reason: null,
        counts: { answered: 3, failed: 0, not_asked: 0 },
      });
      expect([service.sent(), service.creates()]).toEqual([5, 3]);
      const ledger = await readLedger(service.db);
      expect(ledger.saved).toEqual(ledger.replayed);
    });
  });
});
