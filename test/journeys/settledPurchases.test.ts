import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { readLedger } from '../support/ledger.ts';
import { long } from '../support/long.ts';
import { joinWorkspace } from '../support/people.ts';
import { owner, startServiceForTest, type TestService } from '../support/service.ts';

type Spent = { total: { unknownUsd: number; statedUsd: number; counts: { unknown: number; stated: number } } };
type Bought = { items: { purchases: { id: string; entries: object[]; costUsd: number | null }[] }[] };
type Budgets = { budgets: { kind: string; usedUsd: number }[] };

onEachDatabase('a purchase whose cost is unknown', (database) => {
  /** Starts a service with runs that were given up: their cost is unknown, and counts as 0.66 US dollars each. */
  async function withUnknown(
    count: number,
    work: (service: TestService, key: string, runs: string[]) => Promise<void>,
  ) {
    const clock = createClock();
    const service = await startServiceForTest(database, {
      env: { OPENAI_MODEL: 'gpt-5.5', ACTIVE_RUNS_PER_OWNER: '10', BUDGET_USD_PER_MONTH: '1.4' },
      replace: { runtime: clock.runtime },
    });
    const key = await service.makeKey();
    const runs: string[] = [];
    for (let at = 0; at < count; at += 1) {
      service.simulator.script({ at: 'create', reply: { kind: 'dropped' } });
      const { run } = (await service.ensure(key, (await service.makeCase()).id, `never-confirmed-${at}`)).body;
      runs.push(run.id);
    }
    clock.move(3_600_000);
    for (const id of runs) expect((await service.finish(key, id)).error).toMatch(/^creation_unconfirmed: /);
    await work(service, key, runs);
  }

  const settle = (service: TestService, body: Record<string, unknown>, caller: object = {}) =>
    service.reply('settlePurchases', body, caller);
  const spent = async (service: TestService) =>
    ((await service.call('readSpending', { month: '2026-03' })) as Spent).total;
  const used = async (service: TestService) => {
    const body = await service.call('listBudgets', {});
    return (body as unknown as Budgets).budgets.find(({ kind }) => kind === 'deployment')?.usedUsd;
  };

  it('is settled with evidence by people who may manage, and never by a key; the rest of its hold is released', () =>
    withUnknown(2, async (service, key, [one = '', two = '']) => {
      const charges = [
        { id: one, chargedUsd: 0.0123 },
        { id: two, chargedUsd: 0 },
      ];
      const evidence = 'usage page of the vendor, 2 March';
      expect((await settle(service, { evidence, charges }, { key })).status).toBe(403);
      const member = { cookie: await joinWorkspace(service, 'member@example.com') };
      expect((await settle(service, { evidence, charges }, member)).status).toBe(403);
      expect((await settle(service, { charges })).body.error.details).toEqual({ field: 'evidence' });
      expect(await used(service)).toBe(1.32);
      const { id: next } = await service.makeCase();
      const refused = await service.ensure(key, next, 'no-room-for-it');
      expect(refused.body.error.details).toMatchObject({ waitsFor: 'next_month', spentUsd: 1.32, heldUsd: 0 });

      const answered = await settle(service, { evidence, charges: [...charges, { id: 'run_x', chargedUsd: 1 }] });
      expect([answered.status, answered.body.items]).toEqual([
        200,
        [
          { id: one, outcome: 'recorded', beforeUsd: 0.66, afterUsd: 0.0123 },
          { id: two, outcome: 'recorded', beforeUsd: 0.66, afterUsd: 0 },
          { id: 'run_x', outcome: 'not_found', beforeUsd: null, afterUsd: null },
        ],
      ]);
      expect([await used(service), await spent(service)]).toEqual([
        0.0123,
        expect.objectContaining({ unknownUsd: 0, statedUsd: 0.0123 }),
      ]);
      const again = await settle(service, { evidence, charges: [{ id: one, chargedUsd: 0.5 }] });
      expect(again.body.items).toMatchObject([{ outcome: 'not_unknown', beforeUsd: 0.0123, afterUsd: 0.0123 }]);

      const listed = (await service.call('listPurchases', { month: '2026-03' }, { key })) as Bought;
      const settled = listed.items.flatMap(({ purchases }) => purchases).find(({ id }) => id === one);
      expect([settled?.costUsd, settled?.entries.at(-1)]).toEqual([
        0.0123,
        expect.objectContaining({ kind: 'settle', from: 'unknown', to: 'stated', basis: 'member', asOf: '2026-03-02' }),
      ]);
      const log = JSON.stringify(await service.call('readAuditLog', {}));
      expect(log).toContain(`unknown, counted as 0.660000, became 0.012300: ${evidence}`);
      const { saved, replayed } = await readLedger(service.db);
      expect(saved).toEqual(replayed);
      // The run records what its vendor stated, so it stays unchanged.
      expect((await service.readRun(key, one)).usage?.costUsd ?? null).toBeNull();
      expect((await service.ensure(key, next, 'room-for-it-now')).status).toBe(202);
    }));

  it('is not settled while its work is in progress, nor by an export of a future day', () =>
    withUnknown(0, async (service, key) => {
      const { run } = (await service.ensure(key, (await service.makeCase()).id, 'under-way')).body;
      const charges = [{ id: run.id, chargedUsd: 0 }];
      const { items } = (await settle(service, { evidence: 'a guess', charges })).body;
      expect(items).toMatchObject([{ outcome: 'not_unknown', beforeUsd: 0.66, afterUsd: 0.66 }]);
      const early = await settle(service, { evidence: 'an export', exportDay: '2026-03-03', charges });
      expect([early.status, early.body.error.details]).toEqual([400, { field: 'exportDay' }]);
    }));

  long('is settled from a vendor’s export by our tags, or one by one, on the command line', () =>
    withUnknown(2, async (service, _key, [one = '', two = '']) => {
      const home = { HOME: service.database.dataDir, XDG_CONFIG_HOME: service.database.dataDir };
      const signedIn = await runCli(['sign-in', service.url, '--email', owner.email], home, `${owner.password}\n`);
      expect([signedIn.code, signedIn.stderr]).toEqual([0, expect.any(String)]);
      const file = join(service.database.dataDir, 'export.csv');
      writeFileSync(file, `date,engine,cost,run_id\n2026-03-02,openai,0.0200,${one}\n`);
      const offered = await runCli(['spending', 'check', file], home);
      expect([offered.code, offered.stdout]).toEqual([1, expect.stringContaining('--settle-unknown records it')]);
      const settled = await runCli(['spending', 'check', file, '--settle-unknown'], home);
      expect([settled.code, settled.stdout]).toEqual([
        0,
        expect.stringContaining('1 purchase settled, from the export'),
      ]);

      const listed = await runCli(['spending', 'settle', '--month', '2026-03'], home);
      expect([listed.code, listed.stdout]).toEqual([
        0,
        expect.stringContaining(`${two}  2026-03-02  openai  counted as 0.660000`),
      ]);
      expect(listed.stdout).not.toContain(one);
      const flags = ['--charged', '0', '--evidence', 'no line on the invoice of March'];
      expect(await runCli(['spending', 'settle', two, ...flags], home)).toMatchObject({ code: 0 });
      expect((await runCli(['spending', 'settle', two, ...flags], home)).code).toBe(1);
      expect((await runCli(['spending', 'settle', two, '--charged', '0'], home)).code).toBe(2);
      expect(await used(service)).toBe(0.02);
    }),
  );
});

onEachDatabase('an OpenAI answer that is found by its conversation', (database) => {
  long('is estimated from its text, because its usage is not stated there, and its status says so', async () => {
    const service = await startServiceForTest(database, { env: { OPENAI_MODEL: 'gpt-5.5' } });
    const key = await service.makeKey();
    service.simulator.script({ at: 'create', reply: { kind: 'lost' } });
    const { run } = (await service.ensure(key, (await service.makeCase()).id, 'found-by-conversation')).body;
    const ended = await service.follow(key, run.id);
    expect([ended.status, ended.usage?.costUsd ?? null]).toEqual(['completed', null]);
    const body = await service.call('listPurchases', {}, { key });
    const [purchase] = (body as unknown as { items: { purchases: object[] }[] }).items.flatMap((one) => one.purchases);
    expect(purchase).toMatchObject({
      ...{ state: 'estimated', costUsd: null },
      costEstimate: { basis: 'answer_text', asOf: '2026-09-23' },
    });
    const { saved, replayed } = await readLedger(service.db);
    expect(saved).toEqual(replayed);
  });
});
