import { sql } from 'kysely';
import type { AnswerFacts } from '../../domain/answer/answerFacts.ts';
import { type AnswerNames, namesOfAnswer } from '../../domain/identity/nameCorpus.ts';
import { rememberNewest } from '../../domain/rememberNewest.ts';
import type { Surface } from '../../domain/runs/run.ts';
import { selectText } from '../database/packedText.ts';
import type { Queryable } from '../database/transaction.ts';

/** Maximum number of a workspace's newest answers from which the owners of names are learned. */
const maxTeachingAnswers = 500;

/** Cache: the names of one run by one reader version never change. The facts themselves are not cached here. */
const cache = new WeakMap<Queryable, Map<string, AnswerNames>>();
const maxKnownAnswers = 5_000;

/** Lists the names in the newest completed answers of a workspace on one surface, newest first. */
export async function newestAnswerNames(db: Queryable, workspaceId: string, surface: Surface): Promise<AnswerNames[]> {
  const rows = await db
    .selectFrom('runs')
    .innerJoin('run_results', (join) =>
      join.onRef('run_results.run_id', '=', 'runs.id').on('run_results.current', '=', sql.lit(1)),
    )
    .select(['runs.id', 'run_results.version'])
    .where('runs.workspace_id', '=', workspaceId)
    .where('runs.surface', '=', surface)
    // Literals rather than parameters, as the partial index requires.
    .where('runs.kind', '=', sql.lit('keyword'))
    .where('runs.status', '=', sql.lit('completed'))
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(sql.lit(maxTeachingAnswers))
    .execute();
  const ofDb = cache.get(db) ?? new Map<string, AnswerNames>();
  cache.set(db, ofDb);
  const missing = rows.filter(({ id, version }) => !ofDb.has(`${id} ${version}`)).map(({ id }) => id);
  if (missing.length > 0) await readNames(db, workspaceId, missing, ofDb);
  return rows.flatMap(({ id, version }) => ofDb.get(`${id} ${version}`) ?? []);
}

async function readNames(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
  into: Map<string, AnswerNames>,
): Promise<void> {
  const rows = await db
    .selectFrom('run_results')
    .select(['run_id', 'version', 'facts', 'packed_facts'])
    .where('workspace_id', '=', workspaceId)
    .where('current', '=', sql.lit(1))
    .where('run_id', 'in', [...runIds])
    .execute();
  for (const { run_id: runId, version, facts: plain, packed_facts: packed } of rows) {
    const facts = selectText(plain, packed);
    if (facts === null) continue;
    const names = namesOfAnswer(runId, JSON.parse(facts) as AnswerFacts);
    rememberNewest(into, `${runId} ${version}`, names, maxKnownAnswers);
  }
}
