import { expect, it } from 'vitest';
import { judgesSeconds, reportFigure } from '../support/campaignFigure.ts';
import { onPostgres } from '../support/databases.ts';
import { asAdmin } from '../support/postgresServer.ts';
import { startServerProcess } from '../support/serverProcess.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

onPostgres('a server whose database connections break', () => {
  it('survives terminated connections and a silent network, answers in time, and recovers', async () => {
    let proxy: TcpProxy | undefined;
    const server = await startServerProcess('postgres', {
      env: { POLL_INTERVAL_MS: '100' },
      async envOf({ env: { DATABASE_URL = '' } }) {
        const through = new URL(DATABASE_URL);
        proxy = await startTcpProxy({ host: through.hostname, port: Number(through.port || 5432) });
        through.hostname = '127.0.0.1';
        through.port = String(proxy.port);
        return { DATABASE_URL: through.href };
      },
    });
    const { process, key } = server;
    const name = new URL(server.env.DATABASE_URL ?? '').pathname.slice(1);
    try {
      const read = async (): Promise<{ status: number; code: string | null; ms: number }> => {
        const began = performance.now();
        const answered = await server.reply('authStatus', {}, { key });
        return { status: answered.status, code: answered.body.error?.code ?? null, ms: performance.now() - began };
      };
      const untilWell = (): Promise<void> => expect.poll(async () => (await read()).status, { interval: 50 }).toBe(200);

      // Cuts every connection thirty times, idle or busy, while requests arrive.
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
          await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
        }
      });
      ending = false;
      await Promise.all(load);
      expect(process.child.exitCode, process.output()).toBeNull();
      expect([...seen.keys()].filter((kind) => kind !== '200 null' && kind !== '503 temporarily_unavailable')).toEqual(
        [],
      );
      await untilWell();

      proxy?.set('silent');
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
        // Once the outage is known, no request waits for a connection that was idle meanwhile.
        expect(next.ms).toBeLessThan(5_000);
      }
      expect((await server.ask('/healthz')).status).toBe(200);
      proxy?.set('open');
      await untilWell();
      expect(process.child.exitCode, process.output()).toBeNull();
    } finally {
      await server.kill();
      await proxy?.close();
    }
  });
});
