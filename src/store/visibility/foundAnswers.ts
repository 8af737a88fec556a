import { type RawBuilder, sql } from 'kysely';
import type { RunStatus, Surface } from '../../domain/runs/run.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { olderThan } from '../database/newestFirst.ts';
import type { DatabaseKind } from '../database/open.ts';
import { selectText } from '../database/packedText.ts';
import type { Queryable } from '../database/transaction.ts';
import { sourceHosts } from '../runs/sourceHosts.ts';
import type { Times } from './answerHistory.ts';

export type AnswerFilter = Times & {
  workspaceId: string;
  websiteId: string;
  simulated: boolean;
  /** Id of the engine that answered; null: any. */
  engine: string | null;
  model: string | null;
  /** Only attempts at these cases; null: at any. */
  caseIds: readonly string[] | null;
  /** Outcome of the attempts; null: any. */
  runStatus: RunStatus | null;
  /** Only these runs; null: any. */
  runIds: readonly string[] | null;
  /** Only answers whose reading contains this text; null: any. */
  holds: string | null;
};

export type FoundAttempt = {
  runId: string;
  caseId: string;
  engine: string;
  surface: Surface;
  model: string | null;
  runStatus: RunStatus;
  createdAt: string;
  observedAt: string | null;
  marked: { by: string; readerVersion: string; marks: string } | null;
};

function deriveAttempts(db: Queryable, filter: AnswerFilter) {
  let query = db
    .selectFrom('runs')
    .where('runs.workspace_id', '=', filter.workspaceId)
    .where('runs.website_id', '=', filter.websiteId)
    .where('runs.surface', filter.simulated ? '=' : '<>', 'simulator')
    // Literals rather than parameters, as the partial indexes require.
    .where('runs.kind', '=', sql.lit('keyword'))
    .where('runs.search_mode', '=', sql.lit('open-web'));
  if (filter.engine !== null) query = query.where('runs.engine', '=', filter.engine);
  if (filter.model !== null) query = query.where('runs.model', '=', filter.model);
  if (filter.caseIds !== null) query = query.where('runs.target_id', 'in', [...filter.caseIds]);
  if (filter.runIds !== null) query = query.where('runs.id', 'in', [...filter.runIds]);
  if (filter.runStatus !== null) query = query.where('runs.status', '=', filter.runStatus);
  if (filter.from !== null) query = query.where('runs.created_at', '>=', filter.from);
  if (filter.before !== null) query = query.where('runs.created_at', '<', filter.before);
  if (filter.holds !== null) {
    const { holds } = filter;
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('run_results')
          .select('run_results.run_id')
          .whereRef('run_results.run_id', '=', 'runs.id')
          .where('run_results.current', '=', sql.lit(1))
          .where(mayHold(holds)),
      ),
    );
  }
  return query;
}

/**
 * Selects candidates. The exact filter follows when their answers are read, because packed facts can be queried only by
 * host.
 */
function mayHold(text: string): RawBuilder<boolean> {
  const [host] = sourceHosts(text);
  return sql<boolean>`case when run_results.packed_facts is null
    then run_results.facts like ${patternOf(text)} escape '\\'
    else run_results.source_hosts like ${patternOf(host ?? text)} escape '\\' end`;
}

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Counts matching attempts, at most `limit`, without reading their answers. */
export async function countFoundAttempts(db: Queryable, filter: AnswerFilter, limit: number): Promise<number> {
  if (filter.caseIds?.length === 0 || filter.runIds?.length === 0) return 0;
  const counted = deriveAttempts(db, filter).select(sql.lit(1).as('one')).limit(sql.lit(limit)).as('counted');
  const { count } = await db
    .selectFrom(counted)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists open-web attempts of a website, newest first, with the marks of their answers. */
export async function listFoundAttempts(
  db: Queryable,
  filter: AnswerFilter,
  after: ListPosition | null,
  limit: number,
): Promise<FoundAttempt[]> {
  if (filter.caseIds?.length === 0 || filter.runIds?.length === 0) return [];
  let query = deriveAttempts(db, filter)
    .leftJoin('answer_marks', 'answer_marks.run_id', 'runs.id')
    .select([
      'runs.id',
      'runs.target_id',
      'runs.engine',
      'runs.surface',
      'runs.model',
      'runs.status',
      'runs.created_at',
      'runs.observed_at',
      'answer_marks.marked_by',
      'answer_marks.reader',
      'answer_marks.marks',
    ]);
  if (after !== null) query = query.where(olderThan(after));
  const rows = await query
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(sql.lit(limit))
    .execute();
  return rows.map((row) => ({
    runId: row.id,
    caseId: row.target_id,
    engine: row.engine ?? '',
    surface: row.surface as Surface,
    model: row.model,
    runStatus: row.status as RunStatus,
    createdAt: row.created_at,
    observedAt: row.observed_at,
    marked:
      row.marked_by === null || row.reader === null || row.marks === null
        ? null
        : { by: row.marked_by, readerVersion: row.reader, marks: row.marks },
  }));
}

export type ShownMention = { name: string; reason: string };

/** Returns the recommended names of some answers with their passages, by run id. */
export async function mentionsOfRuns(
  db: Queryable,
  databaseKind: DatabaseKind,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, ShownMention[]>> {
  if (runIds.length === 0) return new Map();
  // SQLite is in this process; PostgreSQL would send the texts of all answers.
  const result =
    databaseKind === 'sqlite'
      ? sql.ref<string>('result')
      : sql<string>`case when packed_result is null
          then json_build_object('mentions', result::json -> 'mentions')::text else result end`;
  const rows = await db
    .selectFrom('run_results')
    .select(['run_id', result.as('result'), 'packed_result'])
    .where('workspace_id', '=', workspaceId)
    .where('current', '=', sql.lit(1))
    .where('run_id', 'in', [...runIds])
    .execute();
  return new Map(
    rows.map(({ run_id: runId, result: plain, packed_result: packed }) => [
      runId,
      ((JSON.parse(selectText(plain, packed)) as { mentions?: ShownMention[] | null }).mentions ?? []).map(
        ({ name, reason }) => ({ name, reason }),
      ),
    ]),
  );
}
