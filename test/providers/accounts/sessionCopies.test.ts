import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/app/config.ts';
import { endAllSessions } from '../../../src/app/maintenance.ts';
import { readSessionSecret } from '../../../src/app/sessionSecret.ts';
import { openDatabase } from '../../../src/store/database/open.ts';
import { migrateToLatest } from '../../../src/store/migrate.ts';
import { up as endOldSessions } from '../../../src/store/migrations/0021-sessions-end.ts';
import { databaseForTest, onEachDatabase, onPostgres } from '../../support/databases.ts';
import { long } from '../../support/long.ts';
import { cookieOf, owner, startServiceForTest, type TestService } from '../../support/service.ts';

const cookieName = 'sightline_session';
const secretOf = (service: TestService): string =>
  readFileSync(join(service.database.dataDir, 'session-secret'), 'utf8').trim();

/** Builds a session cookie like the account library. */
function cookieFor(token: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `${cookieName}=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Returns every text of every table, as a thief of the database has it. */
async function textsOf(service: TestService): Promise<string[]> {
  const { db, databaseKind: engine } = service.api;
  const listed =
    engine === 'sqlite'
      ? sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`
      : sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  const texts: string[] = [];
  for (const { name } of (await listed.execute(db)).rows) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(db);
    texts.push(...rows.flatMap((row) => Object.values(row).filter((value) => typeof value === 'string')));
  }
  return texts;
}

const statusWith = async (service: TestService, cookie: string): Promise<number> =>
  (await service.reply('authStatus', {}, { cookie })).status;

const signIn = async (service: TestService): Promise<string> =>
  cookieOf(await service.ask('/api/auth/sign-in/email', { body: owner }));

onEachDatabase('a copy of the database', (engine) => {
  long('is not a session, whatever part of it is put into a cookie', async () => {
    const service = await startServiceForTest(engine);
    const token = decodeURIComponent(service.cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    expect(await statusWith(service, service.cookie)).toBe(200);
    // A cookie forged from the real token and secret works, so the forgery itself is correct.
    expect(await statusWith(service, cookieFor(token, secretOf(service)))).toBe(200);

    const texts = await textsOf(service);
    const stored = texts.filter((text) => text.startsWith('sha256:'));
    expect(stored).toHaveLength(1);
    expect(texts.filter((text) => text.includes(token) || text.includes(secretOf(service)))).toEqual([]);
    // Signed with every text of the copy, and with the real secret, which the copy does not contain.
    const hash = stored[0] ?? '';
    const forged = [token, hash, hash.slice('sha256:'.length)].flatMap((name) =>
      texts.map((text) => cookieFor(name, text)),
    );
    for (const name of [hash, hash.slice('sha256:'.length)]) forged.push(cookieFor(name, secretOf(service)));
    const answers = new Set(await Promise.all(forged.map((cookie) => statusWith(service, cookie))));
    expect([...answers]).toEqual([401]);
  });

  it('from before tokens were hashed is worthless too: those sessions have ended', async () => {
    const database = await databaseForTest(engine);
    const url = database.env.DATABASE_URL ?? '';
    const opened = await openDatabase(
      engine === 'sqlite'
        ? { databaseKind: 'sqlite', path: `${database.dataDir}/sightline.sqlite` }
        : { databaseKind: 'postgres', url, poolSize: 1 },
    );
    onTestFinished(() => opened.close());
    const { db } = opened;
    await migrateToLatest(db, engine);
    // State left by the previous version.
    await sql`DROP TABLE deployment_marks`.execute(db);
    await sql`CREATE TABLE deployment_secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)`.execute(db);
    await sql`INSERT INTO deployment_secrets VALUES ('session', 'the old secret')`.execute(db);
    const flag = engine === 'sqlite' ? sql`1` : sql`true`;
    const day = '2026-01-01T00:00:00.000Z';
    await sql`INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      VALUES ('acct_1', 'a', 'a@example.com', ${flag}, ${day}, ${day})`.execute(db);
    await sql`INSERT INTO session (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
      VALUES ('s', 'acct_1', 'plain', ${day}, ${day}, ${day})`.execute(db);
    await endOldSessions(db as never, engine);
    expect((await sql`SELECT * FROM session`.execute(db)).rows).toEqual([]);
    await expect(sql`SELECT * FROM deployment_secrets`.execute(db)).rejects.toThrow();
  });
});

onEachDatabase('a session', (engine) => {
  it('survives a restart, is renewed with the same cookie, and ends when it is signed out', async () => {
    const service = await startServiceForTest(engine);
    await service.restart();
    expect(await statusWith(service, service.cookie)).toBe(200);
    // Old enough that the library renews it, and sets the cookie again.
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await sql`UPDATE session SET "expiresAt" = ${soon}`.execute(service.db);
    const renewed = cookieOf(await service.ask('/api/auth/get-session', { cookie: service.cookie }));
    const [session = ''] = service.cookie.split(';');
    expect(renewed.split(';')[0]).toContain(session.split('=')[1]);
    expect(await statusWith(service, renewed)).toBe(200);
    await service.ask('/api/auth/sign-out', { cookie: renewed, body: {} });
    expect(await statusWith(service, service.cookie)).toBe(401);
  });

  it('ends the others of its account with a new password, and stays', async () => {
    const service = await startServiceForTest(engine);
    const [here, there] = [await signIn(service), await signIn(service)];
    const body = { currentPassword: owner.password, newPassword: 'another long passphrase' };
    const changed = await service.ask('/api/auth/change-password', { cookie: here, body });
    expect([changed.status, changed.text]).toEqual([200, '{}']);
    const left = [cookieOf(changed), there, service.cookie, here].map((cookie) => statusWith(service, cookie));
    expect(await Promise.all(left)).toEqual([200, 401, 401, 401]);
  });

  it('ends with all others when the operator requests it', async () => {
    const service = await startServiceForTest(engine);
    expect(await endAllSessions(readConfig(service.database.env))).toBe(1);
    expect(await statusWith(service, service.cookie)).toBe(401);
  });
});

onEachDatabase('SESSION_SECRET', (engine) => {
  long('replaces the file', async () => {
    const given = { SESSION_SECRET: 'a secret of the environment, long enough' };
    const service = await startServiceForTest(engine, { env: given });
    const token = decodeURIComponent(service.cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    expect(await statusWith(service, cookieFor(token, given.SESSION_SECRET))).toBe(200);
    expect(readdirSync(service.database.dataDir)).not.toContain('session-secret');
  });
});

onPostgres('processes with different secrets on one database', () => {
  long('do not start, until the operator has ended the old sessions', async () => {
    const service = await startServiceForTest('postgres');
    const other = { SESSION_SECRET: 'another secret, of thirty-two characters or more' };
    await expect(service.another(other)).rejects.toThrow(
      /^SESSION_SECRET: differs from that of this database.* `sightline server end-sessions`/,
    );
    const same = await service.another({ SESSION_SECRET: secretOf(service) });
    await same.close();
    const worker = await service.another({ ...other, ROLE: 'worker' });
    await worker.close();
    await endAllSessions(readConfig(service.database.env));
    await (await service.another(other)).close();
  });
});

it('the secret in DATA_DIR is created once, read again, and refused if it is damaged', async () => {
  const database = await databaseForTest('sqlite', { schema: 'none' });
  const config = readConfig({ DATA_DIR: database.dataDir });
  const first = readSessionSecret(config);
  expect(first.length).toBeGreaterThanOrEqual(43);
  expect(readSessionSecret(config)).toBe(first);
  expect(readdirSync(database.dataDir)).toEqual(['session-secret']);
  writeFileSync(join(database.dataDir, 'session-secret'), 'short');
  expect(() => readSessionSecret(config)).toThrow(/^DATA_DIR: .*session-secret is damaged/);
});
