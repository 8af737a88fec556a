import { expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/startSimulator.ts';
import { startCli, untilPrinted } from '../support/cli.ts';
import { createTestDatabase, onEachDatabase } from '../support/databases.ts';
import { askAt, cookieOf, freePort, owner, providerEnvironment, setupToken } from '../support/service.ts';
import type { WireRun } from '../support/wire.ts';

onEachDatabase('a server that is killed while a second reading is on its way', (engine) => {
  // In the stall the provider has done the work; when the connection was cut, it has not even heard of it.
  it.each(['stalled', 'dropped'] as const)('buys no other: %s', { timeout: 120_000 }, async (kind) => {
    const database = await createTestDatabase(engine);
    const simulator = await startSimulator({ pace: { by: 'looks', queued: 0, working: 0 } });
    simulator.script({
      at: 'second_reading',
      reply: kind === 'stalled' ? { kind, afterMs: 30_000 } : { kind },
    });
    const base = `http://127.0.0.1:${await freePort()}`;
    const env = {
      ...providerEnvironment(simulator),
      ...database.env,
      PORT: new URL(base).port,
      LOG_LEVEL: 'silent',
      SETUP_TOKEN: setupToken,
      POLL_INTERVAL_MS: '50',
      SUBMIT_TIMEOUT_MS: '700',
      REQUESTS_PER_MINUTE: '100000',
      SECOND_READER_MODEL: 'reader-model',
    };
    const start = async () => {
      const started = startCli(['serve'], env);
      await untilPrinted(started, /listening on/);
      return started;
    };
    const readings = () => simulator.ledger.filter(({ operation }) => operation === 'second_reading').length;
    let server = await start();
    try {
      const cookie = cookieOf(await askAt(base, '/api/setup', { body: { token: setupToken, ...owner } }));
      const made = await askAt(base, '/api/v2/keys', { cookie, body: { name: 'k', permissions: ['evaluate'] } });
      const key = made.body.secret;
      const query = 'Which CRM suits a small agency?';
      const { id } = (await askAt(base, '/api/v2/benchmark-cases', { cookie, body: { query } })).body.case;
      const body = { kind: 'keyword', caseId: id };
      const ensured = await askAt(base, '/api/v1/observations/ensure', { key, idempotencyKey: 'kill-0001', body });
      await until(async () => readings() === 1);
      server.child.kill('SIGKILL');
      await server.ended;
      server = await start();
      let run: WireRun | null = null;
      await until(async () => {
        run = (await askAt(base, `/api/v1/runs/keyword/${ensured.body.run.id}`, { key })).body.run;
        return run.status === 'completed';
      });
      expect(readings()).toBe(1);
      expect((run as WireRun | null)?.result.limitations.join()).toMatch(/single_reading: .*unknown\./);
      expect((run as WireRun | null)?.result.mentions.length).toBeGreaterThan(3);
    } finally {
      server.child.kill('SIGKILL');
      await server.ended;
      await simulator.close();
      await database.drop();
    }
  });
});

async function until(reached: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await reached()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it did not come to that');
}
