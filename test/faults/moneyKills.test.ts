import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import { countedMicro } from '../../src/domain/money/purchase.ts';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import { openDatabase } from '../../src/store/database/open.ts';
import { saveBudget } from '../../src/store/money/budgets.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { startProgram } from '../support/cli.ts';
import { locationOf, onEachDatabase } from '../support/databases.ts';
import { readLedger } from '../support/ledger.ts';
import type { WalkerInput } from '../support/moneyWalker.ts';
import { homeOf } from '../support/records.ts';
import { startTestService } from '../support/service.ts';

/** MONEY_STEPS=20000 runs the long campaign. */
const steps = Number(process.env.MONEY_STEPS ?? 400);
const program = fileURLToPath(new URL('../support/moneyWalker.ts', import.meta.url));
const begunAt = '2026-03-02T08:00:00.000Z';
/** In micro-dollars: low enough that most holds reach one of them. */
const budgets = { deployment: 9_000, workspace: 8_000, key: 3_000 };

onEachDatabase('processes killed while they move money', (engine) => {
  // The embedded database serves one process at a time, so its walkers run one after the other.
  const lanes = engine === 'sqlite' ? 1 : 4;

  it(`never exceed a budget, and lose nothing they committed, in ${steps} steps`, {
    timeout: 120_000 + steps * 30,
  }, async () => {
    const service = await startTestService(engine);
    const { workspaceId, accountId } = await homeOf(service);
    const keys = ['key_1', 'key_2'];
    const limits = new Map([
      ['deployment', budgets.deployment],
      [`workspace:${workspaceId}`, budgets.workspace],
      ...keys.map((id) => [`key:${id}`, budgets.key] as const),
    ]);
    for (const [scope, limit] of [...limits].slice(1))
      await saveBudget(service.db, {
        scope,
        workspaceId,
        limit,
        setBy: accountId,
        setAt: begunAt,
      });
    await service.stop();
    const location: WalkerInput['location'] = locationOf(service.database);
    const { db, close } = await openDatabase(location);
    try {
      const figures = { steps: 0, kills: 0, held: new Set<string>(), most: 0 };

      /** Runs processes one after the other, each killed, until the steps are done. */
      async function walk(lane: number): Promise<void> {
        for (let turn = 0; figures.steps < steps; turn += 1) {
          const seed = `${inject('seed')}-${turn}`;
          const input: WalkerInput = {
            location,
            workspaceId,
            lane: `lane${lane}`,
            seed,
            budget: budgets.deployment,
            begunAt,
          };
          const walker = startProgram(program, [], { WALKER: JSON.stringify(input) });
          // None ends without being killed.
          const until = Math.min(300, steps / lanes / 3) * (0.5 + fractionOf(`${seed} ${lane} kill`));
          while (walker.child.exitCode === null && walker.child.signalCode === null) {
            if (countOf(walker.output(), 'stepped') >= until) walker.child.kill('SIGKILL');
            await watch();
          }
          const { stdout, stderr, signal } = await walker.ended;
          expect(stderr).toBe('');
          expect(signal).toBe('SIGKILL');
          figures.kills += 1;
          figures.steps += countOf(stdout, 'stepped');
          for (const [, id = ''] of stdout.matchAll(/^held (\S+)\n/gm)) figures.held.add(id);
        }
      }

      /** Checks that no budget is exceeded at any visible moment. */
      async function watch(): Promise<void> {
        for (const { scope, used_micro } of await db.selectFrom('budget_balances').selectAll().execute()) {
          const used = Number(used_micro);
          if (scope === 'deployment') figures.most = Math.max(figures.most, used);
          expect([scope, used <= (limits.get(scope) ?? 0)]).toEqual([scope, true]);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }

      await Promise.all(Array.from({ length: lanes }, (_none, lane) => walk(lane)));
      const { standings, saved, replayed } = await readLedger(db);
      expect(saved).toEqual(replayed);
      expect([...figures.held].filter((id) => !standings.has(id))).toEqual([]);
      const used = [...standings.values()].reduce((sum, standing) => sum + countedMicro(standing), 0);
      expect(saved['deployment 2026-03']).toBe(used);
      expect(figures.kills).toBeGreaterThanOrEqual(lanes);
      reportFigure(
        `${engine}: ${figures.steps} steps, ${lanes} processes at once, ${figures.kills} kills, ${standings.size} purchases, ` +
          `at most ${figures.most} of ${budgets.deployment} micro-dollars used, 0 differences`,
      );
    } finally {
      await close();
      await service.close();
    }
  });
});

function countOf(text: string, word: string): number {
  return text.split(word).length - 1;
}
