import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSimulator } from '../../src/engines/startSimulator.ts';
import { callsAs } from '../support/calls.ts';
import { type CliProcess, startCli, untilPrinted } from '../support/cli.ts';
import { createTestDatabase, onEachDatabase } from '../support/databases.ts';
import { ensureAt, makeCaseAt, setUpAt } from '../support/http.ts';
import { freePort, providerEnvironment, setupToken } from '../support/service.ts';

const hour = 3_600_000;
const lookups = 2;

onEachDatabase('a stepping clock', (engine) => {
  it('loses no runs and answers, and neither refills nor blocks the hourly limit, also across a restart', async () => {
    const database = await createTestDatabase(engine);
    const simulator = await startSimulator({ pace: { by: 'looks', queued: 4, working: 6 } });
    const base = `http://127.0.0.1:${await freePort()}`;
    const env = {
      ...providerEnvironment(simulator),
      ...database.env,
      NODE_OPTIONS: `--import ${new URL('../support/movedDate.ts', import.meta.url).href}`,
      LOG_LEVEL: 'silent',
      SETUP_TOKEN: setupToken,
      SESSION_SECRET: 'one secret for all processes of this test',
      POLL_INTERVAL_MS: '150',
      REQUESTS_PER_MINUTE: '100000',
      ACTIVE_RUNS_PER_OWNER: '100',
      SEO_LOOKUPS_PER_HOUR: String(lookups),
    };
    /** Starts a process with its own date. */
    const start = async (name: string, more: Record<string, string>) => {
      const file = join(database.dataDir, `${name}.offset`);
      const setDate = (offset: number): void => writeFileSync(file, String(offset));
      setDate(0);
      const run = async (): Promise<CliProcess> => {
        const started = startCli(['serve'], { ...env, MOVED_DATE: file, ...more });
        await untilPrinted(started, /listening on|is running/);
        return started;
      };
      return { setDate, run, process: await run() };
    };
    const api = await start('api', { PORT: new URL(base).port, ...(engine === 'postgres' ? { ROLE: 'api' } : {}) });
    // On PostgreSQL another process follows the runs, with its date ten minutes behind.
    const worker = engine === 'postgres' ? await start('worker', { ROLE: 'worker' }) : null;
    worker?.setDate(-600_000);
    try {
      const { cookie, key } = await setUpAt(base, ['evaluate', 'seo']);
      const { reply } = callsAs(base, cookie);
      let asked = 0;
      const startRun = async (): Promise<string> => {
        asked += 1;
        const caseId = await makeCaseAt(base, cookie, `Question ${asked}?`);
        const ensured = await ensureAt(base, key, caseId, `clock-steps-${asked}`);
        expect(ensured.status, ensured.text).toBe(202);
        return ensured.body.run.id;
      };
      const statusOf = async (id: string): Promise<string> => {
        const { status, body, text } = await reply('readRun', { kind: 'keyword', id }, { key });
        return status === 200 ? body.run.status : text;
      };
      const completes = (id: string): Promise<void> =>
        expect.poll(() => statusOf(id), { interval: 100 }).toBe('completed');
      const look = (name: string) => {
        const input = { domain: `${name}.com`, confirmSpend: true };
        return reply('requestSeoOverview', input, { key, idempotencyKey: `clock-steps-${name}` });
      };
      const refusesLookups = async (name: string): Promise<void> => {
        const refused = await look(name);
        expect([refused.status, refused.body.error?.code], refused.text).toEqual([429, 'seo_limit']);
        const seconds = Number(refused.headers.get('retry-after'));
        expect(seconds).toBeLessThanOrEqual(3_600);
        expect(seconds).toBeGreaterThan(3_400);
      };

      for (let index = 0; index < lookups; index += 1) expect((await look(`first-${index}`)).status).toBe(200);
      for (const [name, offset] of [
        ['an hour ahead', hour],
        ['an hour back', -hour],
      ] as const) {
        const underWay = await startRun();
        for (const { setDate } of worker === null ? [api] : [api, worker]) setDate(offset);
        await completes(underWay);
        await completes(await startRun());
        await refusesLookups(name.replaceAll(' ', '-'));
        if (offset < 0) continue;
        // Moves two hours back while no process is running.
        const left = await startRun();
        api.process.child.kill('SIGKILL');
        await api.process.ended;
        api.setDate(-offset);
        api.process = await api.run();
        await completes(left);
        await refusesLookups(`${name.replaceAll(' ', '-')}-restarted`);
      }
      expect(simulator.ledger.filter(({ operation }) => operation === 'cancel')).toEqual([]);
    } finally {
      for (const started of [api.process, worker?.process]) {
        started?.child.kill('SIGKILL');
        await started?.ended;
      }
      await simulator.close();
      await database.drop();
    }
  });
});
