import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/database/open.ts';
import { up } from '../../src/store/migrations/0005-site-verification.ts';
import { databaseForTest, onEachDatabase } from '../support/databases.ts';

onEachDatabase('the migration that adds verification', (engine) => {
  it('gives each existing website an unguessable token', async () => {
    const database = await databaseForTest(engine, { schema: 'none' });
    const url = database.env.DATABASE_URL ?? '';
    const opened = await openDatabase(
      engine === 'sqlite'
        ? { databaseKind: 'sqlite', path: `${database.dataDir}/before.sqlite` }
        : { databaseKind: 'postgres', url, poolSize: 1 },
    );
    onTestFinished(() => opened.close());
    await sql.raw('CREATE TABLE websites (id TEXT PRIMARY KEY)').execute(opened.db);
    await sql.raw(`INSERT INTO websites (id) VALUES ('a'), ('b')`).execute(opened.db);
    await up(opened.db as never, engine);
    const { rows } = await sql<{ token: string; on: number }>`
      SELECT verification_token AS token, compare_bot_agents AS "on" FROM websites ORDER BY id`.execute(opened.db);
    expect(rows.map(({ on }) => on)).toEqual([0, 0]);
    for (const { token } of rows) expect(token).toMatch(/^sv_[0-9a-f]{32}$/);
    expect(rows[0]?.token).not.toBe(rows[1]?.token);
  });
});
