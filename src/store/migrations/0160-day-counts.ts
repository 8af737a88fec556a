import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';
import { lockAnswers } from './lockAnswers.ts';
import { type CountSpecs, createCounts, ofRun } from './rowCounts.ts';

export const dayCounts = {
  attempt_days: {
    of: 'runs',
    keys: {
      ...{ workspace_id: '@.workspace_id', website_id: '@.website_id', surface: '@.surface', engine: '@.engine' },
      ...{ day: 'substr(@.created_at, 1, 10)', target_id: '@.target_id', model: "coalesce(@.model, '')" },
      status: '@.status',
    },
    when: `@.kind = 'keyword' AND @.search_mode = 'open-web' AND @.website_id IS NOT NULL AND @.engine IS NOT NULL
      AND @.status IN ('completed', 'failed', 'cancelled')`,
    mayCount: "@.status IN ('completed', 'failed', 'cancelled')",
    sums: { attempts: '1' },
    latest: { changed_at: '@.updated_at' },
  },
  mark_days: {
    of: 'answer_marks',
    keys: {
      ...{ workspace_id: '@.workspace_id', website_id: '@.website_id' },
      ...{ surface: ofRun('surface'), engine: ofRun('engine') },
      ...{ day: `substr(${ofRun('created_at')}, 1, 10)`, target_id: ofRun('target_id') },
      ...{ marked_by: '@.marked_by', gist: '@.gist' },
    },
    when: `@.gist <> '' AND EXISTS (SELECT 1 FROM runs WHERE runs.id = @.run_id AND runs.kind = 'keyword'
      AND runs.search_mode = 'open-web' AND runs.engine IS NOT NULL)`,
    mayCount: "@.gist <> ''",
    sums: { answers: '1' },
    latest: {},
  },
  spending_days: {
    of: 'ledger_entries',
    keys: {
      ...{ workspace_id: '@.workspace_id', month: '@.month', simulated: '@.simulated', day: '@.day' },
      ...{ engine: '@.engine', plan_id: "coalesce(@.plan_id, '')", key_id: "coalesce(@.key_id, '')" },
      ...{ case_id: "coalesce(@.case_id, '')", kind: '@.kind' },
      ...{ from_state: '@.from_state', to_state: '@.to_state' },
    },
    when: '1 = 1',
    mayCount: '1 = 1',
    sums: {
      ...{ entries: '1', from_micro: 'coalesce(@.from_micro, 0)', to_micro: 'coalesce(@.to_micro, 0)' },
      from_priced: 'CASE WHEN @.from_micro IS NULL THEN 0 ELSE 1 END',
      to_priced: 'CASE WHEN @.to_micro IS NULL THEN 0 ELSE 1 END',
    },
    latest: {},
    appendOnly: true,
  },
} as const satisfies CountSpecs;

/** Attempts, marks and spending, counted for each UTC day. A report over years adds up these rows. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  await lockAnswers(db, engine);
  // Part of the marks that decides the website's status, without other names: it takes few distinct values.
  await sql.raw("ALTER TABLE answer_marks ADD COLUMN gist TEXT NOT NULL DEFAULT ''").execute(db);
  await createCounts(db, engine, dayCounts);
}
