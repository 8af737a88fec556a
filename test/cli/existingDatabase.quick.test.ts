import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { examine } from '../../src/app/doctor.ts';
import { migrateDatabase } from '../../src/app/maintenance.ts';
import { locationOf } from '../../src/app/openStores.ts';
import { openDatabase } from '../../src/store/database/open.ts';
import { main, runCli } from '../support/cli.ts';
import { databaseForTest, onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { newFolder } from '../support/newFolder.ts';
import { firstInQuick } from '../support/suites.ts';

describe('a command for a server’s database, in a folder without one', () => {
  const commands = [
    'server end-sessions --yes',
    'names site_1',
    'verification site_1',
    'replay run_1',
    'reread',
    'bundle --website site_1 --out FOLDER/bundle',
    'retention --before 2026-01',
    'account reset-password mara@example.com',
    'account remove-second-factor mara@example.com',
    'reconcile-restore',
    'backup FOLDER/copy.sqlite',
  ];
  it.each(firstInQuick(3, commands))('`%s` says so and creates nothing', async (line) => {
    const folder = newFolder();
    const data = join(folder, 'data');
    const ended = await runCli(line.replace('FOLDER', folder).split(' '), { DATA_DIR: data });
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toContain(`DATA_DIR: found no database at ${join(data, 'sightline.sqlite')}`);
    expect(existsSync(data)).toBe(false);
  });
});

long(
  'a `.env` file in the working directory is read by commands of a server, without overriding the environment',
  async () => {
    const folder = newFolder();
    const run = (command: string, env: Record<string, string>) =>
      spawnSync(process.execPath, [main, command], { cwd: folder, env: { PATH: '', ...env }, encoding: 'utf8' });
    writeFileSync(join(folder, '.env'), `DATA_DIR=${join(folder, 'kept')}\nPORT=many\n`);
    const bad = run('doctor', {});
    expect([bad.status, bad.stdout]).toEqual([1, expect.stringContaining('PORT: must be a whole number')]);
    const won = run('migrate', { PORT: '0' });
    expect([won.status, existsSync(join(folder, 'kept', 'sightline.sqlite'))]).toEqual([0, true]);
  },
);

onEachDatabase('a database', (engine) => {
  const inDatabase = async (work: (env: Record<string, string>) => Promise<void>) => {
    const database = await databaseForTest(engine);
    await migrateDatabase(readConfig(database.env));
    await work(database.env);
  };

  it('written by a later version is reported as newer, not corrupt, by the start, by commands and by doctor', () =>
    inDatabase(async (env) => {
      const { db, close } = await openDatabase(locationOf(readConfig(env)));
      await db
        .insertInto('kysely_migration' as never)
        .values({ name: '9999-later', timestamp: new Date().toISOString() } as never)
        .execute();
      await close();
      for (const args of [['serve'], ['migrate'], ['reread', '--dry-run'], ['server', 'end-sessions', '--yes']]) {
        const ended = await runCli(args, { ...env, PORT: '0', LOG_LEVEL: 'silent' });
        expect([args, ended.code, ended.stderr]).toEqual([
          args,
          1,
          expect.stringContaining('the data are newer than this program, which does not know 9999-later'),
        ]);
        expect(ended.stderr).not.toMatch(/corrupt|missing/);
      }
      const findings = await examine(env);
      expect(findings.find(({ check }) => check === 'migrations')).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('newer than this program'),
      });
    }));

  it('keeps its sessions until someone confirms that all of them end', () =>
    inDatabase(async (env) => {
      const unconfirmed = await runCli(['server', 'end-sessions'], env);
      expect([unconfirmed.code, unconfirmed.stdout]).toEqual([2, '']);
      expect(unconfirmed.stderr).toContain('--yes');
      const confirmed = await runCli(['server', 'end-sessions', '--yes'], env);
      expect([confirmed.code, confirmed.stdout]).toEqual([0, '0 sessions ended. API keys are unchanged.\n']);
    }));
});
