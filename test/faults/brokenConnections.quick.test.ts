import { expect, it } from 'vitest';
import { judgesSeconds, reportFigure } from '../support/campaignFigure.ts';
import { startCli, untilPrinted } from '../support/cli.ts';
import { createTestDatabase, onPostgres } from '../support/databases.ts';
import { asAdmin } from '../support/postgresServer.ts';
import { askAt, cookieOf, freePort, owner, setupToken } from '../support/service.ts';
import { startTcpProxy } from '../support/tcpProxy.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

onPostgres('a server whose database breaks its connections', () => {
  it('lives through administrators that end them and a network that goes silent, answers in time, and goes on', {
    timeout: 120_000,
  }, async () => {
    const database = await createTestDatabase('postgres');
    const direct = new URL(database.env.DATABASE_URL ?? '');
    const proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 5432) });
    const through = new URL(direct);
    through.hostname = '127.0.0.1';
    through.port = String(proxy.port);
    const base = `http://127.0.0.1:${await freePort()}`;
    const server = startCli(['serve'], {
      ...database.env,
      DATABASE_URL: through.href,
      PORT: new URL(base).port,
      LOG_LEVEL: 'silent',
      SETUP_TOKEN: setupToken,
      REQUESTS_PER_MINUTE: '1000000',
      POLL_INTERVAL_MS: '100',
    });
    try {
      await untilPrinted(server, /listening on/);
      const cookie = cookieOf(await askAt(base, '/api/setup', { body: { token: setupToken, ...owner } }));
      const { body } = await askAt(base, '/api/v2/keys', { cookie, body: { name: 'k', permissions: [] } });
      const read = async (): Promise<{ status: number; code: string | null; ms: number }> => {
        const began = performance.now();
        const answered = await askAt(base, '/api/v1/auth/status', { key: body.secret });
        return { status: answered.status, code: answered.body.error?.code ?? null, ms: performance.now() - began };
      };
      const untilWell = (): Promise<void> => expect.poll(async () => (await read()).status, { interval: 50 }).toBe(200);

      // Every connection is ended thirty times, idle or at work, while requests come in.
      const seen = new Map<string, number>();
      let ending = true;
      const load = Array.from({ length: 8 }, async () => {
        while (ending) {
          const { status, code } = await read();
          seen.set(`${status} ${code}`, (seen.get(`${status} ${code}`) ?? 0) + 1);
        }
      });
      await asAdmin(async (admin) => {
        for (let times = 0; times < 30; times += 1) {
          await pause(Math.random() * 60);
          await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
            direct.pathname.slice(1),
          ]);
        }
      });
      ending = false;
      await Promise.all(load);
      expect(server.child.exitCode, server.output()).toBeNull();
      expect([...seen.keys()].filter((kind) => kind !== '200 null' && kind !== '503 temporarily_unavailable')).toEqual(
        [],
      );
      await untilWell();

      proxy.set('silent');
      const unanswered = await Promise.all(Array.from({ length: 20 }, read));
      expect(unanswered.map(({ status, code }) => `${status} ${code}`)).toEqual(
        Array.from({ length: 20 }, () => '503 temporarily_unavailable'),
      );
      const slowest = Math.max(...unanswered.map(({ ms }) => ms));
      const next = await read();
      reportFigure(
        `terminated: ${JSON.stringify([...seen])}; silent: slowest ${Math.round(slowest)} ms, then ${Math.round(next.ms)} ms`,
      );
      expect(next).toMatchObject({ status: 503 });
      if (judgesSeconds) {
        expect(slowest).toBeLessThan(12_500);
        // Once it is known, nobody waits for a connection that was idle meanwhile.
        expect(next.ms).toBeLessThan(5_000);
      }
      expect((await askAt(base, '/healthz')).status).toBe(200);
      proxy.set('open');
      await untilWell();
      expect(server.child.exitCode, server.output()).toBeNull();
    } finally {
      server.child.kill('SIGKILL');
      await server.ended;
      await proxy.close();
      await database.drop();
    }
  });
});
