import type { Fact, FactKind, FactVersion } from '../../domain/facts/fact.ts';
import type { FactDecision } from '../../domain/facts/factDecision.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';

const versionColumns = mapColumns<FactVersion>()({ plain: 'version value sourceUrl madeAt madeBy' });

/** Lists facts of a website with their versions, newest first; facts in order of creation. */
export async function listFacts(db: Queryable, workspaceId: string, websiteId: string): Promise<Fact[]> {
  return factsWhere(db, workspaceId, { websiteId });
}

export async function findFact(db: Queryable, workspaceId: string, id: string): Promise<Fact | null> {
  return (await factsWhere(db, workspaceId, { id }))[0] ?? null;
}

async function factsWhere(
  db: Queryable,
  workspaceId: string,
  of: { websiteId?: string; id?: string },
): Promise<Fact[]> {
  let query = db
    .selectFrom('facts')
    .innerJoin('fact_versions', 'fact_versions.fact_id', 'facts.id')
    .select(['id', 'website_id', 'kind', 'name', 'words', ...versionColumns.names])
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is', null);
  if (of.websiteId !== undefined) query = query.where('website_id', '=', of.websiteId);
  if (of.id !== undefined) query = query.where('id', '=', of.id);
  const rows = await query.orderBy('created_at').orderBy('id').orderBy('version', 'desc').execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofFact) => {
    const [first] = ofFact;
    if (first === undefined) return [];
    const versions = ofFact.map(versionColumns.read);
    const words = JSON.parse(first.words) as string[];
    return {
      ...{ id: first.id, websiteId: first.website_id, kind: first.kind as FactKind, name: first.name },
      ...{ words, versions },
    };
  });
}

export async function insertFact(db: Queryable, workspaceId: string, fact: Fact, now: string): Promise<void> {
  const { id, websiteId, kind, name, words, versions } = fact;
  await db
    .insertInto('facts')
    .values({
      ...{ id, workspace_id: workspaceId, website_id: websiteId, kind, name, words: JSON.stringify(words) },
      ...{ created_at: now, archived_at: null },
    })
    .execute();
  for (const version of versions) await insertVersion(db, id, version);
}

export async function insertVersion(db: Queryable, factId: string, version: FactVersion): Promise<void> {
  await db
    .insertInto('fact_versions')
    .values({ ...versionColumns.write(version), fact_id: factId })
    .execute();
}

export async function renameFact(
  db: Queryable,
  workspaceId: string,
  { id, name, words }: Pick<Fact, 'id' | 'name' | 'words'>,
): Promise<void> {
  await db
    .updateTable('facts')
    .set({ name, words: JSON.stringify(words) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function archiveFact(db: Queryable, workspaceId: string, id: string, now: string): Promise<void> {
  await db
    .updateTable('facts')
    .set({ archived_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export type SavedDecision = { decision: FactDecision; decidedAt: string; decidedBy: string };

export const decisionKey = (quote: { factId: string; runId: string; start: number }): string =>
  `${quote.factId} ${quote.runId} ${quote.start}`;

/** Reads decisions on quotes of these facts, by `decisionKey`. */
export async function listDecisions(
  db: Queryable,
  workspaceId: string,
  factIds: readonly string[],
): Promise<Map<string, SavedDecision>> {
  if (factIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('fact_decisions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('fact_id', 'in', [...factIds])
    .execute();
  return new Map(
    rows.map((row) => [
      decisionKey({ factId: row.fact_id, runId: row.run_id, start: row.start_at }),
      { decision: row.decision as FactDecision, decidedAt: row.decided_at, decidedBy: row.decided_by },
    ]),
  );
}

/** Saves a decision, replacing an earlier one; null withdraws it. */
export async function saveDecision(
  db: Queryable,
  workspaceId: string,
  quote: { factId: string; runId: string; start: number },
  saved: SavedDecision | null,
): Promise<void> {
  await db
    .deleteFrom('fact_decisions')
    .where('workspace_id', '=', workspaceId)
    .where('fact_id', '=', quote.factId)
    .where('run_id', '=', quote.runId)
    .where('start_at', '=', quote.start)
    .execute();
  if (saved === null) return;
  await db
    .insertInto('fact_decisions')
    .values({
      ...{ fact_id: quote.factId, run_id: quote.runId, start_at: quote.start, workspace_id: workspaceId },
      ...{ decision: saved.decision, decided_at: saved.decidedAt, decided_by: saved.decidedBy },
    })
    .execute();
}
