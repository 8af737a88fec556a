import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { judgesSeconds, reportFigure } from '../support/campaignFigure.ts';
import { onEachDatabase } from '../support/databases.ts';
import { ensureAt, makeCaseAt } from '../support/http.ts';
import { startServerProcess } from '../support/serverProcess.ts';
import { askAt, owner } from '../support/service.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const npm = fileURLToPath(new URL('../../scripts/passSignals.mjs', import.meta.url));
const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
/** Starts the server as `npm start` does, with the same output. */
const starter = `
  import { spawn } from 'node:child_process';
  import { passSignals } from ${JSON.stringify(npm)};
  const server = spawn(process.execPath, [${JSON.stringify(main)}, 'serve'], { stdio: 'inherit' });
  passSignals(server);
  server.on('exit', (code) => process.exit(code ?? 128));
`;

onEachDatabase('a stop', (engine) => {
  it('drains paid work, cuts slow connections, and exits in time with 0', async () => {
    const server = await startServerProcess(engine, { env: { POLL_INTERVAL_MS: '100', ACTIVE_RUNS_PER_OWNER: '100' } });
    const { base, cookie, env, process: first, simulator } = server;
    let second: ReturnType<typeof spawn> | null = null;
    try {
      const body = { name: 'both', permissions: ['evaluate' as const, 'seo' as const], password: owner.password };
      const key = (await server.call('createKey', body, { cookie })).secret;
      const ensure = async (query: string) => {
        const caseId = await makeCaseAt(base, cookie, query);
        return ensureAt(base, key, caseId, `stop-${query.replace(/\W+/g, '-')}`);
      };
      const statusOf = (id: string | undefined) => server.readRun(key, String(id));
      const lookUp = (domain: string, signal?: AbortSignal) =>
        server.reply(
          'requestSeoOverview',
          { domain, confirmSpend: true },
          { key, idempotencyKey: `stop-${domain}`, ...(signal === undefined ? {} : { signal }) },
        );

      // A reply that arrives in time, one that never arrives, a paid lookup whose caller has disconnected, and half a
      // request.
      simulator.script({ at: 'create', when: 'slow', reply: { kind: 'stalled', afterMs: 1_500 } });
      simulator.script({ at: 'create', when: 'silent', reply: { kind: 'stalled', afterMs: 120_000 } });
      simulator.script({ at: 'seo_call', when: 'left.com', reply: { kind: 'stalled', afterMs: 1_500 } });
      const half = connect(Number(new URL(base).port), '127.0.0.1');
      half.on('error', () => {});
      half.write(`POST /api/v1/seo HTTP/1.1\r\nHost: ${new URL(base).host}\r\nContent-Length: 100\r\n\r\n{`);
      const slow = ensure('Is the provider slow?');
      const silent = ensure('Is the provider silent?');
      const leaving = new AbortController();
      const left = lookUp('left.com', leaving.signal).catch(() => null);
      await expect
        .poll(() => simulator.ledger.filter(({ operation }) => /^(create|seo_call)$/.test(operation)).length)
        .toBe(3);
      leaving.abort();
      await left;
      const began = performance.now();
      first.child.kill('SIGTERM');
      // A process group sends the same signal more than once.
      await pause(300);
      first.child.kill('SIGTERM');
      expect((await slow).status).toBe(202);
      const unknown = await silent;
      const { code } = await first.ended;
      const seconds = (performance.now() - began) / 1_000;
      reportFigure(`${engine}: ended after ${seconds.toFixed(1)} s with ${code}`);
      expect([code, seconds < 15 || !judgesSeconds], first.output()).toEqual([0, true]);
      // Its last limit ends a stop that waits too long, also with 0: nothing here may need it.
      expect(first.output()).not.toContain('has not ended by now');
      expect(unknown.body.run.status, unknown.text).toBe('requires_action');
      half.destroy();

      // Started through another program, which alone receives the signal.
      second = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$STARTER"; true'], {
        env: { ...process.env, ...env, NODE: process.execPath, STARTER: starter },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await expect
        .poll(() =>
          askAt(base, '/healthz').then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
      const runs = await Promise.all([slow, silent].map(async (answered) => statusOf((await answered).body.run.id)));
      expect(runs.map(({ status }) => status)).not.toContain('queued');
      await expect.poll(async () => (await statusOf(runs[1]?.id)).status).toBe('completed');
      expect((await lookUp('left.com')).status).toBe(200);
      const sent = simulator.ledger.map(({ operation }) => operation);
      expect([sent.filter((at) => at === 'create').length, sent.filter((at) => at === 'seo_call').length]).toEqual([
        2, 2,
      ]);
      // Its output is no longer read: a broken pipe is not a reason to exit.
      second.stdout?.destroy();
      second.kill('SIGTERM');
      await expect
        .poll(() =>
          askAt(base, '/healthz').then(
            () => true,
            () => false,
          ),
        )
        .toBe(false);
    } finally {
      second?.kill('SIGKILL');
    }
  });
});
