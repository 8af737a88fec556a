import { sql } from 'kysely';
import type { OwnerDecision } from '../../domain/answer/ownerDecision.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

type Place = { workspaceId: string; websiteId: string };

/** A decision on one answer, with its author and time. */
export type AnswerWord = OwnerDecision & {
  id: string;
  runId: string;
  /** Audit in which it was made, without seeing the reading; null: the reading was shown. */
  auditId: string | null;
  saidBy: string;
  saidAt: string;
};

const columns = ['id', 'run_id', 'audit_id', 'recommended', 'position', 'said_by', 'said_at'] as const;

const wordColumns = mapColumns<AnswerWord>()({ plain: 'id runId auditId position saidBy saidAt', flag: 'recommended' });

/** Returns the decisions made in one audit and not undone, the newest for each answer, by run id. */
export async function wordsOfAudit(db: Queryable, place: Place, auditId: string): Promise<Map<string, AnswerWord>> {
  const rows = await db
    .selectFrom('answer_words')
    .select(columns)
    .where('workspace_id', '=', place.workspaceId)
    .where('website_id', '=', place.websiteId)
    .where('audit_id', '=', auditId)
    .where('undone_at', 'is', null)
    .orderBy('said_at')
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.run_id, wordColumns.read(row)]));
}

export async function insertWords(tx: Tx, place: Place, words: readonly AnswerWord[]): Promise<void> {
  const { workspaceId: workspace_id, websiteId: website_id } = place;
  const further = { workspace_id, website_id, undone_by: null, undone_at: null };
  const values = words.map((word) => ({ ...wordColumns.write(word), ...further }));
  await tx.insertInto('answer_words').values(values).execute();
}

/** Undoes decisions; returns their runs. Those of other websites, or already undone, stay unchanged. */
export async function undoWordRows(
  tx: Tx,
  place: Place,
  ids: readonly string[],
  by: { who: string; at: string },
): Promise<string[]> {
  const rows = await tx
    .updateTable('answer_words')
    .set({ undone_by: by.who, undone_at: by.at })
    .where('workspace_id', '=', place.workspaceId)
    .where('website_id', '=', place.websiteId)
    .where('id', 'in', [...ids])
    .where('undone_at', 'is', null)
    .returning('run_id')
    .execute();
  return rows.map(({ run_id: runId }) => runId);
}

/** Returns which of some runs are completed open-web answers about the website. */
export async function answersAmong(db: Queryable, place: Place, runIds: readonly string[]): Promise<Set<string>> {
  if (runIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where('workspace_id', '=', place.workspaceId)
    .where('website_id', '=', place.websiteId)
    .where('kind', '=', sql.lit('keyword'))
    .where('status', '=', 'completed')
    .where('id', 'in', [...runIds])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
