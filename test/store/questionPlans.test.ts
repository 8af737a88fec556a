import { join } from 'node:path';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteFile, sqliteDialect } from '../../src/store/database/sqliteDialect.ts';
import type { Db } from '../../src/store/database/transaction.ts';
import { migrateToLatest } from '../../src/store/migrate.ts';
import { newestAnswers } from '../../src/store/runs/questionCases.ts';
import { activeMatches, latestCompleted } from '../../src/store/runs/rows.ts';
import type { Tables } from '../../src/store/schema.ts';
import { listAttemptedCases } from '../../src/store/visibility/answerHistory.ts';
import { newestOfEachCase } from '../../src/store/visibility/attempts.ts';
import { newFolder } from '../support/newFolder.ts';

/** As in a deployment: SQLite has no statistics of its indexes, so it estimates. */
describe('SQLite’s reads for one question, without statistics', () => {
  const folder = newFolder();
  const file = openSqliteFile(join(folder, 'plans.sqlite'));
  const prepare = file.prepare.bind(file);
  const texts: string[] = [];
  file.prepare = (text) => {
    texts.push(text);
    return prepare(text);
  };
  const db: Db = new Kysely<Tables>({ dialect: sqliteDialect(file) });

  beforeAll(async () => {
    await migrateToLatest(db, 'sqlite');
  });
  afterAll(async () => {
    await db.destroy();
  });

  const match = { workspaceId: 'ws', targetId: 'case', harnessKey: 'harness' };
  const source = {
    ...{ workspaceId: 'ws', websiteId: 'site', engine: 'openai', surface: 'openai-responses-web-search' },
    ...{ model: null, from: null, before: null, caseIds: null },
  } as const;
  const reads = [
    [
      'the newest answer that was measured',
      () => newestAnswers(db, 'ws', ['case'], false),
      ['runs_newest_measured', 'sqlite_autoindex_runs_1'],
    ],
    [
      'the newest answer that was simulated',
      () => newestAnswers(db, 'ws', ['case'], true),
      ['runs_newest_simulated', 'sqlite_autoindex_runs_1'],
    ],
    ['the newest attempts of a report', () => newestOfEachCase(db, source), ['runs_of_case', 'runs_newest_measured']],
    ['whether it was asked', () => listAttemptedCases(db, source, { from: null, before: null }), ['runs_of_case']],
    ['active runs that match', () => activeMatches(db, match), ['runs_active_match']],
    ['the latest completed run that matches', () => latestCompleted(db, match), ['runs_match']],
  ] as const;

  it.each(reads)('%s', async (_what, read, indexes) => {
    texts.length = 0;
    await read();
    const text = texts.findLast((one) => one.includes('"runs"')) ?? '';
    const plan = prepare(`explain query plan ${text}`)
      .all()
      .map((row) => String(row.detail));
    const runs = plan.filter((line) => /(?:runs|newest) (?:EXISTS )?USING/.test(line));
    expect(runs.length).toBeGreaterThan(0);
    for (const line of runs) expect(indexes.some((index) => line.includes(`${index} `))).toBe(true);
    expect(plan.join('\n')).not.toMatch(/SCAN (?:runs|newest)|TEMP B-TREE/);
  });
});
