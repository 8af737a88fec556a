import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/engines/startSimulator.ts';
import { callsAs } from '../support/calls.ts';
import { startCli, untilPrinted } from '../support/cli.ts';
import { onPostgres } from '../support/databases.ts';
import { ensureAt, makeCaseAt, setUpAt } from '../support/http.ts';
import { long } from '../support/long.ts';
import { asAdmin } from '../support/postgresServer.ts';
import { askAt, freePort, providerEnvironment, setupToken, startServiceForTest } from '../support/service.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Returns true if this machine can mount a separate file system, which needs its own namespace. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!canMount())('a full disk', () => {
  it('serves reads, and accepts writes again when there is space', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sightline-disk-'));
    const simulator = await startSimulator({ pace: { by: 'looks', queued: 0, working: 1 } });
    const base = `http://127.0.0.1:${await freePort()}`;
    const mount = 'mount -t tmpfs -o size=8m,mode=0700 none "$DATA_DIR" && exec "$NODE" "$MAIN" serve';
    const server = spawn('unshare', ['-rm', 'sh', '-c', mount], {
      env: {
        ...process.env,
        ...providerEnvironment(simulator),
        NODE: process.execPath,
        MAIN: main,
        DATA_DIR: dataDir,
        PORT: new URL(base).port,
        LOG_LEVEL: 'silent',
        SETUP_TOKEN: setupToken,
        POLL_INTERVAL_MS: '100',
      },
      stdio: 'ignore',
    });
    const inside = (command: string): void =>
      void execFileSync(
        'nsenter',
        ['-t', String(server.pid), '-U', '-m', '--preserve-credentials', 'sh', '-c', command],
        {
          stdio: 'ignore',
        },
      );
    try {
      const answers = () =>
        askAt(base, '/readyz').then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(answers).toBe(200);
      const { cookie, key } = await setUpAt(base);
      const cases: string[] = [];
      for (const query of ['First question?', 'Second question?']) cases.push(await makeCaseAt(base, cookie, query));
      const ensure = (index: number) => ensureAt(base, key, cases[index] ?? '', `full-disk-${index}`);
      const { run } = (await ensure(0)).body;
      const { reply } = callsAs(base, cookie);
      const read = () => reply('readRun', { kind: 'keyword', id: run.id }, { key });
      // Polls rarely, so that a slow machine does not exceed the rate limit.
      await expect.poll(async () => (await read()).body.run.status, { interval: 500 }).toBe('completed');

      inside(`cat /dev/zero > '${dataDir}/fill' || true`);
      // Uses up the free space of the database's log first.
      const fillLog = async () => {
        const query = `${randomUUID()} ${'long question '.repeat(60)}?`;
        return (await reply('createBenchmarkCase', { query })).status;
      };
      let accepted = 0;
      let status = await fillLog();
      for (; status === 201 && accepted < 5_000; accepted += 1) status = await fillLog();
      expect(status, `after ${accepted} questions`).toBe(503);
      for (let times = 0; times < 3; times += 1) expect((await read()).status).toBe(200);
      expect((await reply('listBenchmarkCases', {})).status).toBeLessThan(500);
      const refused = await ensure(1);
      expect([refused.status, refused.body.error.code], refused.text).toEqual([503, 'temporarily_unavailable']);
      const told = await askAt(base, '/readyz');
      expect(told.status).toBe(200);
      expect(JSON.parse(told.text)).toMatchObject({
        status: 'degraded',
        parts: { database: 'ok', dataFolder: expect.stringMatching(/ENOSPC/) },
      });
      inside(`rm '${dataDir}/fill'`);
      const started = await ensure(1);
      expect([started.status, started.body.disposition], started.text).toEqual([202, 'started']);
      expect(simulator.ledger.filter(({ operation }) => operation === 'create')).toHaveLength(2);
    } finally {
      server.kill('SIGKILL');
      await simulator.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  long('refuses a start with one clear line while it is read-only', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sightline-disk-'));
    const mount = 'mount -t tmpfs -o ro,mode=0700 none "$DATA_DIR" && exec "$NODE" "$MAIN" serve';
    const server = spawn('unshare', ['-rm', 'sh', '-c', mount], {
      env: { ...process.env, NODE: process.execPath, MAIN: main, DATA_DIR: dataDir, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    server.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    await new Promise((resolve) => server.once('close', resolve));
    expect(said).toBe(`sightline: DATA_DIR: ${dataDir} cannot be written (EROFS)\n`);
    rmSync(dataDir, { recursive: true });
  });
});

onPostgres('a database that accepts no writes', () => {
  long('serves reads, and reports the problem', async () => {
    const service = await startServiceForTest('postgres');
    const key = await service.makeKey();
    const { id } = await service.makeCase();
    const name = new URL(service.database.env.DATABASE_URL ?? '').pathname.slice(1);
    const setReadOnly = (readOnly: boolean) =>
      asAdmin(async (admin) => {
        await admin.query(`alter database ${name} set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      });
    await setReadOnly(true);
    const read = async () => (await service.reply('listBenchmarkCases', {}, { key })).status;
    await expect.poll(read).toBe(200);
    expect(await read()).toBe(200);
    expect((await service.ensure(key, id, 'read-only-1')).status).toBe(503);
    expect((await service.ask('/readyz')).body).toMatchObject({ status: 'degraded', parts: { database: 'ok' } });
    await setReadOnly(false);
    await expect.poll(read).toBe(200);
    await expect.poll(async () => (await service.ensure(key, id, 'read-only-1')).status).toBe(202);
  });
});

it('damaged files are set aside with a message, and the service starts: a request log, a spilled receipt', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-damaged-'));
  mkdirSync(join(dataDir, 'spill'));
  writeFileSync(join(dataDir, 'requests.sqlite'), 'no database at all, but as long as the head of one. '.repeat(50));
  writeFileSync(join(dataDir, 'spill', 'run_a.json'), '{"runId":"run_a","worksp');
  const kept = {
    runId: 'run_b',
    workspaceId: 'ws',
    sessionId: null,
    taskId: 't',
    acceptedAt: '2026-01-01T00:00:00.000Z',
  };
  writeFileSync(join(dataDir, 'spill', 'run_b.json'), JSON.stringify(kept));
  const port = await freePort();
  const server = startCli(['serve'], { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' });
  try {
    await untilPrinted(server, /listening on/);
    await expect.poll(() => server.output()).toMatch(/spilled receipt is damaged/);
    expect(server.output()).toMatch(/request log was damaged/);
    expect(readdirSync(dataDir)).toContain('requests.sqlite.damaged');
    expect(readdirSync(join(dataDir, 'spill'))).toEqual(expect.arrayContaining(['run_a.json.damaged', 'run_b.json']));
    expect(readFileSync(join(dataDir, 'spill', 'run_a.json.damaged'), 'utf8')).toContain('run_a');
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    rmSync(dataDir, { recursive: true });
  }
});
