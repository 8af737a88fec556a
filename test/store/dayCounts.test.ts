import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerMarks } from '../../src/domain/marks/answerMarks.ts';
import { writeMarks } from '../../src/domain/marks/writtenMarks.ts';
import { type OpenDatabase, openDatabase } from '../../src/store/database/open.ts';
import { type Db, inTransaction } from '../../src/store/database/transaction.ts';
import { migrateToLatest } from '../../src/store/migrate.ts';
import { forgetMarks, saveMarks } from '../../src/store/runs/marks.ts';
import { countByCase, countMarks, daysOfAttempts } from '../../src/store/visibility/dayCounts.ts';
import { createTestDatabase, onEachDatabase, type TestDatabase } from '../support/databases.ts';
import { saveHistory } from '../support/savedHistory.ts';

const filter = {
  ...{ workspaceId: 'ws', websiteId: 'site_a', engine: 'openai', surface: 'openai-responses-web-search' as const },
  ...{ model: null, caseIds: null },
};
const always = { from: null, before: null };
const fromTo = (from: string, before: string) => ({ from: `${from}T00:00:00.000Z`, before: `${before}T00:00:00.000Z` });
const periods = [
  ...[
    always,
    fromTo('2026-05-01', '2026-06-01'),
    fromTo('2026-05-09', '2026-06-20'),
    fromTo('2026-04-20', '2026-05-01'),
  ],
  ...[fromTo('2026-05-01', '2026-05-02'), fromTo('2026-05-05', '2026-05-31'), fromTo('2026-05-31', '2026-06-02')],
  ...[
    { ...always, from: '2026-05-03T00:00:00.000Z' },
    { ...always, before: '2026-05-03T00:00:00.000Z' },
  ],
];
const oneDay = { from: '2026-06-30T00:00:00.000Z', before: '2026-07-01T00:00:00.000Z' };
const marks: AnswerMarks = {
  ...{
    names: [],
    disputed: [],
    usable: true,
    rejects: false,
    trace: null,
    role: null,
    noAnswer: false,
    word: null,
    model: null,
  },
};

onEachDatabase('the daily counts', (engine) => {
  let database: TestDatabase;
  let opened: OpenDatabase;
  let db: Db;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const url = database.env.DATABASE_URL;
    opened = await openDatabase(
      url === undefined
        ? { databaseKind: 'sqlite', path: `${database.dataDir}/counts.sqlite` }
        : { databaseKind: 'postgres', url, poolSize: 1 },
    );
    ({ db } = opened);
    await migrateToLatest(db, engine);
    const at = '2026-01-01T00:00:00.000Z';
    const emailVerified = engine === 'sqlite' ? 0 : false;
    const user = {
      id: 'u',
      name: 'u',
      email: 'u@example.com',
      emailVerified,
      image: null,
      createdAt: at,
      updatedAt: at,
    };
    await db.insertInto('user').values(user).execute();
    const workspace = { id: 'ws', name: 'w', slug: 'w', logo: null, metadata: null, createdAt: at, ownerId: 'u' };
    await db.insertInto('organization').values(workspace).execute();
    const site = {
      id: 'site_a',
      workspace_id: 'ws',
      domain: 'acme-crm.example',
      name: 'Acme',
      aliases: '[]',
      url: 'x',
    };
    await db
      .insertInto('websites')
      .values({ ...site, created_at: at, archived_at: null })
      .execute();
    await saveHistory(db, engine, {
      workspaceId: 'ws',
      websiteId: 'site_a',
      caseIds: ['c1', 'c2', 'c3'],
      runs: 900,
      stepSeconds: 7_200,
    });
  });
  afterAll(async () => {
    await opened.close();
    await database.drop();
  });

  async function expectWhatStands(): Promise<void> {
    const rows = await db
      .selectFrom('runs')
      .leftJoin('answer_marks', 'answer_marks.run_id', 'runs.id')
      .select(['status', 'created_at', 'target_id', 'model', 'marked_by'])
      .execute();
    const by = rows.find(({ marked_by: one }) => one !== null)?.marked_by ?? '';
    for (const times of [...periods, oneDay]) {
      const within = rows.filter(({ created_at: at }) => at >= (times.from ?? '') && at < (times.before ?? '9'));
      const days = await daysOfAttempts(db, filter, times);
      const counted = days.map(({ date, status, attempts }) => [date, status, attempts]);
      const groups = Map.groupBy(within, (row) => `${row.created_at.slice(0, 10)} ${row.status}`);
      const real = [...groups].map(([key, of]) => [...key.split(' '), of.length]);
      expect(counted.map(String)).toEqual(real.map(String).sort());
      const byCase = await countByCase(db, { ...filter, surface: { isNot: 'simulator' } }, times);
      expect(byCase.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(within.length);
      for (const { caseId, attempts, completed } of byCase) {
        const own = within.filter(({ target_id: id }) => id === caseId);
        expect([attempts, completed]).toEqual([own.length, own.filter(({ status }) => status === 'completed').length]);
      }
      for (const model of [null, 'model-b']) {
        const isMarked = (row: (typeof rows)[number]) => row.marked_by === by && row.model === (model ?? row.model);
        const marked = await countMarks(db, { ...filter, model }, by, times);
        expect(marked.reduce((sum, { answers }) => sum + answers, 0)).toBe(within.filter(isMarked).length);
      }
      const someCases = await daysOfAttempts(db, { ...filter, caseIds: ['c1', 'c2', 'c3'] }, times);
      expect(someCases).toEqual(days);
    }
  }

  const someRun = (status: string) =>
    db.selectFrom('runs').select('id').where('status', '=', status).limit(1).executeTakeFirstOrThrow();

  it('match the attempts, as they begin, end and end otherwise', async () => {
    await expectWhatStands();
    const { id } = await someRun('failed');
    await db.updateTable('runs').set({ status: 'running', active: 1 }).where('id', '=', id).execute();
    await expectWhatStands();
    await db.updateTable('runs').set({ status: 'completed', active: 0 }).where('id', '=', id).execute();
    await expectWhatStands();
    await db.updateTable('runs').set({ model: 'model-z' }).where('id', '=', id).execute();
    expect(
      await countByCase(db, { ...filter, surface: { is: filter.surface }, model: 'model-z' }, always),
    ).toHaveLength(1);
    await expectWhatStands();
  });

  it('exclude an attempt whose transaction was rolled back', async () => {
    const { id } = await someRun('failed');
    const undone = inTransaction(db, async (tx) => {
      await tx.updateTable('runs').set({ status: 'completed' }).where('id', '=', id).execute();
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await expectWhatStands();
  });

  it('include the marks of answers, also after they were recomputed or deleted', async () => {
    const ids = (await db.selectFrom('runs').select('id').where('status', '=', 'completed').limit(4).execute()).map(
      ({ id }) => id,
    );
    const row = (runId: string, by: string, rejects = false) => {
      const made = { ...marks, rejects };
      return { runId, workspaceId: 'ws', websiteId: 'site_a', by, readerVersion: 'r', marks: made, gist: made };
    };
    const counts = async (by: string) =>
      (await countMarks(db, filter, by, always)).map(({ gist, answers }) => `${answers} ${writeMarks(gist)}`).sort();
    await saveMarks(
      db,
      ids.map((id) => row(id, 'first')),
    );
    const sum = (told: readonly string[]) => told.reduce((all, text) => all + Number(text.split(' ')[0]), 0);
    expect(sum(await counts('first'))).toBe(4);
    await saveMarks(db, [row(ids[0] ?? '', 'second', true), row(ids[1] ?? '', 'first', true)]);
    expect(await counts('second')).toEqual([`1 ${writeMarks({ ...marks, rejects: true })}`]);
    expect(sum(await counts('first'))).toBe(3);
    await inTransaction(db, (tx) => forgetMarks(tx, 'ws', ids[1] ?? ''));
    expect(sum(await counts('first'))).toBe(2);
  });

  it('add up to the ledger', async () => {
    const entry = {
      ...{ workspace_id: 'ws', what: 'answer', simulated: 0, month: '2026-06', day: '2026-06-30', engine: 'openai' },
      ...{ record_id: 'run_a', entered_at: oneDay.from, to_state: 'held', kind: 'hold', from_state: 'none' },
    };
    for (const [at, micro] of [5, null, 7].entries()) {
      await db
        .insertInto('ledger_entries')
        .values({ ...entry, purchase_id: `p${at}`, ordinal: 1, from_micro: null, to_micro: micro })
        .execute();
    }
    const { rows } = await sql<Record<string, unknown>>`
      select entries, from_micro, to_micro, from_priced, to_priced from spending_days`.execute(db);
    const [only, ...others] = rows.map((one) => Object.values(one).map(Number));
    expect(others).toEqual([]);
    expect(only).toEqual([3, 0, 12, 0, 2]);
  });
});
