import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportFigure } from '../support/campaignFigure.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { startServiceForTest, type TestService } from '../support/service.ts';

/** MODEL_STEPS=10000 runs the long campaign. */
const given = Number(process.env.MODEL_STEPS ?? 0);
const [minSteps, maxSteps] = [6, 10];

onEachDatabase('any order of requests', (engine) => {
  const minTotal = given > 0 ? given : engine === 'sqlite' ? 80 : 30;
  it('never buys twice for one key, and never contradicts an earlier reply', {
    timeout: 60_000 + minTotal * 300,
  }, async () => {
    const clock = createClock();
    const service = await startServiceForTest(engine, {
      replace: { runtime: clock.runtime },
      simulator: { now: clock.now },
      env: { ACTIVE_RUNS_PER_OWNER: '3', RUNS_PER_DAY_PER_OWNER: '1000' },
    });
    const key = await service.makeKey();
    const cases = await Promise.all(Array.from({ length: 5 }, () => service.makeCase()));
    let round = 0;
    const counts = { steps: 0, bought: 0, replayed: 0, spoilt: 0 };
    const step = fc.record({
      at: fc.nat({ max: 4 }),
      name: fc.nat({ max: 6 }),
      fault: fc.constantFrom('none', 'none', 'lost', 'dropped', 'rate_limited'),
      look: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: minSteps, maxLength: maxSteps }), async (steps) => {
        round += 1;
        const told = new Map<string, string>();
        for (const { at, name, fault, look } of steps) {
          const caseId = cases[at]?.id ?? '';
          const idempotencyKey = `round-${round}-case-${at}-key-${name}`;
          service.simulator.clearScript();
          if (fault === 'rate_limited')
            service.simulator.script({
              at: 'create',
              reply: { kind: 'status', status: 429, code: 'rate_limit_exceeded' },
            });
          else if (fault !== 'none') service.simulator.script({ at: 'create', reply: { kind: fault } });
          const sent = service.sent();
          const { status, body, headers } = await service.ensure(key, caseId, idempotencyKey, { maxAgeSeconds: 60 });
          expect(status).toBeLessThan(500);
          const outcome = body.error === undefined ? `${body.disposition} ${body.run.id}` : body.error.code;
          const before = told.get(idempotencyKey);
          const stored = outcome !== 'creation_unresolved';
          if (before !== undefined) expect(outcome).toBe(before);
          else if (stored) told.set(idempotencyKey, outcome);
          const bought = service.sent() - sent;
          const fresh = body.disposition === 'started' && headers.get('idempotency-replayed') === null;
          expect(bought).toBe(fresh ? 1 : 0);
          counts.steps += 1;
          counts.bought += bought;
          if (headers.get('idempotency-replayed') !== null) counts.replayed += 1;
          if (fault !== 'none') counts.spoilt += 1;
          if (look && body.run !== undefined) {
            await service.call('reconcileRun', { kind: 'keyword', id: body.run.id }, { key });
          }
        }
        // Ends every run, so that the next round starts with all slots free.
        clock.move(901_000);
        await endAll(service, key);
      }),
      // Enough for any drawn length.
      { numRuns: Math.ceil(minTotal / minSteps) },
    );
    reportFigure(
      `${engine}: ${counts.steps} requests in random order, ${counts.spoilt} of them with a fault, ${counts.bought} creates, ` +
        `${counts.replayed} replays; 0 keys bought twice, 0 told otherwise`,
    );
    expect(counts.steps).toBeGreaterThanOrEqual(minTotal);
  });
});

async function endAll(service: TestService, key: string): Promise<void> {
  const active = await service.db.selectFrom('runs').select('id').where('active', '=', 1).execute();
  for (const { id } of active) await service.finish(key, id);
}
