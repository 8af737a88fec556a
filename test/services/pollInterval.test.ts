import { expect, it } from 'vitest';
import type { Runtime } from '../../src/ports/runtime.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { providerKey, startServiceForTest } from '../support/service.ts';

onEachDatabase('the polling interval of a run', (engine) => {
  it('depends on the age of the run, and not on a clock that steps two hours ahead', async () => {
    const clock = createClock();
    let stepped = 0;
    const runtime: Runtime = { ...clock.runtime, now: () => clock.now() + stepped };
    const service = await startServiceForTest(engine, {
      env: { ENGINES: 'perplexity-api', PERPLEXITY_API_KEY: providerKey, ACCEPT_UNRESOLVED: 'perplexity-api' },
      replace: { runtime },
      simulator: { pace: { by: 'looks', queued: 0, working: 1_000 } },
    });
    const key = await service.makeKey();
    const { id } = (await service.ensure(key, (await service.makeCase()).id, 'rhythm-of-checks')).body.run;
    const dueIn = async (): Promise<number> => {
      const row = await service.db.selectFrom('runs').select('due_at').where('id', '=', id).executeTakeFirstOrThrow();
      return Date.parse(row.due_at ?? '') - clock.now();
    };
    const comesDueIn = (ms: number) => expect.poll(dueIn).toBe(ms);
    // The vendor answers within seconds: polls every 3 at first, every 8 from 15, every 15 from a minute.
    await comesDueIn(3_000);
    stepped = 2 * 3_600_000;
    clock.move(3_000);
    await comesDueIn(3_000);
    stepped = 0;
    clock.move(15_000);
    await comesDueIn(8_000);
    clock.move(60_000);
    await comesDueIn(15_000);
  });
});
