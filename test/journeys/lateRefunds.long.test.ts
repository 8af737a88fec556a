import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { readLedger } from '../support/ledger.ts';
import { long } from '../support/long.ts';
import { owner, startServiceForTest, type TestService } from '../support/service.ts';

const engines = ['google-ai-mode', 'openai'];

onEachDatabase('a refund after the last check with the vendor', (database) => {
  /** Starts a service in which each engine has answered one question. */
  async function withAnswers(work: (service: TestService, key: string, runs: string[]) => Promise<void>) {
    const service = await startServiceForTest(database, { env: { ENGINES: engines.join(','), ENGINE_HASTE: '1000' } });
    const key = await service.makeKey();
    const runs: string[] = [];
    for (const engine of engines) {
      const asked = { search: { engine }, locale: { country: 'US', language: 'en' } };
      const { id } = await service.makeCase(asked);
      const { body } = await service.ensure(key, id, `late-refund-${engine}`);
      runs.push((await service.follow(key, body.run.id)).id);
    }
    await work(service, key, runs);
  }

  const record = (service: TestService, charges: unknown, caller: object = { cookie: service.cookie }) =>
    service.reply('recordRefunds', { exportDay: '2026-11-21', charges }, caller);

  it('is a separate entry in addition to the price, by a member and never by a key', () =>
    withAnswers(async (service, key, [task = '', openai = '']) => {
      const used = async () => {
        const { budgets } = await service.call('listBudgets', { simulated: false }, { key });
        return budgets.find(({ kind }) => kind === 'workspace')?.usedUsd ?? Number.NaN;
      };
      const before = await used();
      const half = [{ id: task, chargedUsd: 0.0006 }];
      expect((await record(service, half, { key })).status).toBe(403);
      expect(await used()).toBe(before);

      const answered = await record(service, [
        ...half,
        { id: openai, chargedUsd: 0 },
        { id: 'run_unknown', chargedUsd: 0 },
      ]);
      expect([answered.status, answered.body.items]).toEqual([
        200,
        [
          { id: task, outcome: 'recorded', beforeUsd: 0.0012, afterUsd: 0.0006 },
          // The model of the tests has no known price.
          { id: openai, outcome: 'not_settled', beforeUsd: null, afterUsd: null },
          { id: 'run_unknown', outcome: 'not_found', beforeUsd: null, afterUsd: null },
        ],
      ]);
      expect(Math.round((before - (await used())) * 1e6)).toBe(600);
      for (const [chargedUsd, outcome] of [
        [0.0006, 'unchanged'],
        [0.002, 'higher'],
      ] as const) {
        expect((await record(service, [{ id: task, chargedUsd }])).body).toMatchObject({ items: [{ outcome }] });
      }

      const listed = await service.call('listPurchases', { standing: 'refunded', simulated: false }, { key });
      const [purchase] = listed.items[0]?.purchases ?? [];
      expect(purchase).toMatchObject({ id: task, state: 'stated', costUsd: 0.0006 });
      expect(purchase?.entries.slice(-2)).toMatchObject([
        { kind: 'settle', toUsd: 0.0012, basis: 'stated', asOf: null },
        { kind: 'refund', fromUsd: 0.0012, toUsd: 0.0006, basis: 'vendor_export', asOf: '2026-11-21' },
      ]);
      const { standings, saved, replayed } = await readLedger(service.db);
      expect([saved, standings.get(task)]).toEqual([replayed, { state: 'stated', micro: 600 }]);
      // The run records what its vendor stated, so it stays unchanged.
      const { run } = await service.call('readRun', { kind: 'keyword', id: task }, { key });
      expect(run.usage?.costUsd).toBe(0.0012);
      const log = await service.call('readAuditLog', {});
      expect(JSON.stringify(log)).toContain("0.001200 became 0.000600 by the vendor's export of 2026-11-21");
    }));

  long(
    'is refused with its field, and nothing is recorded, if one purchase has two prices or the export covers a future day',
    () =>
      withAnswers(async (service, _key, [task = '']) => {
        const charges = [
          { id: task, chargedUsd: 0.0006 },
          { id: task, chargedUsd: 0.0003 },
        ];
        const twice = await record(service, charges);
        expect([twice.status, twice.body.error.details]).toEqual([400, { field: 'charges.1.id' }]);
        const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
        const input = { exportDay: tomorrow, charges: charges.slice(0, 1) };
        const { details } = await service.refuse('recordRefunds', input, 'invalid_request');
        expect(details).toEqual({ field: 'exportDay' });
        const { standings } = await readLedger(service.db);
        expect(standings.get(task)).toEqual({ state: 'stated', micro: 1_200 });
      }),
  );

  long('is found in the vendor’s export by our tags, offered, and recorded for a signed-in person', () =>
    withAnswers(async (service, key, [task = '']) => {
      const day = (await service.readRun(key, task)).createdAt.slice(0, 10);
      const file = join(service.database.dataDir, 'export.csv');
      const lines = [`${day},serp/google/ai_mode,0.0012,${task}`, `${day},serp/google/ai_mode,-0.0006,${task}`];
      writeFileSync(file, `date,function,cost,tag\n${lines.join('\n')}\n`);
      const home = { HOME: service.database.dataDir, XDG_CONFIG_HOME: service.database.dataDir };
      const check = ['spending', 'check', file];
      const told = await runCli(check, { ...home, SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key });
      expect([told.code, told.stdout]).toEqual([1, expect.stringContaining(`${task}: 0.000600 refunded: `)]);
      expect(told.stdout).toContain('--record-refunds records it');

      const refused = await runCli([...check, '--record-refunds'], {
        ...home,
        SIGHTLINE_URL: service.url,
        SIGHTLINE_API_KEY: key,
      });
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('`sightline sign-in`')]);
      const signedIn = await runCli(['sign-in', service.url, '--email', owner.email], home, `${owner.password}\n`);
      expect([signedIn.code, signedIn.stderr]).toEqual([0, expect.any(String)]);
      const recorded = await runCli([...check, '--record-refunds'], home);
      expect([recorded.code, recorded.stderr, recorded.stdout]).toEqual([
        0,
        '',
        expect.stringMatching(
          /1 refund recorded, from the export of \S+\nno difference on 1 line of day and engine\n$/,
        ),
      ]);
      const { standings } = await readLedger(service.db);
      expect(standings.get(task)).toEqual({ state: 'stated', micro: 600 });
    }),
  );
});
