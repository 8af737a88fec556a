import { sql } from 'kysely';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

export type SavedTag = { form: string; tag: string };

/** Returns the tags of some questions, ordered by form; a question without tags is left out. */
export async function tagsOfQuestions(
  db: Queryable,
  workspaceId: string,
  questionIds: readonly string[],
): Promise<Map<string, SavedTag[]>> {
  if (questionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('question_tags')
    .select(['question_id', 'form', 'tag'])
    .where('workspace_id', '=', workspaceId)
    .where('question_id', 'in', [...questionIds])
    .orderBy('form')
    .execute();
  const tags = new Map<string, SavedTag[]>();
  for (const { question_id: id, form, tag } of rows) tags.set(id, [...(tags.get(id) ?? []), { form, tag }]);
  return tags;
}

/** Returns the tags of a workspace whose form has this prefix, by question, ordered by form. */
export async function tagsWithPrefix(
  db: Queryable,
  workspaceId: string,
  prefix: string,
): Promise<{ questionId: string; form: string }[]> {
  const rows = await db
    .selectFrom('question_tags')
    .select(['question_id', 'form'])
    .where('workspace_id', '=', workspaceId)
    .where('form', 'like', `${prefix}%`)
    .orderBy('form')
    .orderBy('question_id')
    .execute();
  return rows.map(({ question_id: questionId, form }) => ({ questionId, form }));
}

/** Lists questions with at least one of these tags, given by form. */
export async function questionsWithTags(
  db: Queryable,
  workspaceId: string,
  forms: readonly string[],
): Promise<Set<string>> {
  if (forms.length === 0) return new Set();
  const rows = await db
    .selectFrom('question_tags')
    .select('question_id')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('form', 'in', [...forms])
    .execute();
  return new Set(rows.map(({ question_id: id }) => id));
}

/** Saves the tag, replacing another spelling. */
export async function saveTag(tx: Tx, workspaceId: string, questionId: string, { form, tag }: SavedTag): Promise<void> {
  await tx
    .insertInto('question_tags')
    .values({ workspace_id: workspaceId, question_id: questionId, form, tag })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'question_id', 'form']).doUpdateSet({ tag }))
    .execute();
}

export async function deleteTags(
  tx: Tx,
  workspaceId: string,
  questionIds: readonly string[],
  forms: readonly string[],
): Promise<void> {
  if (forms.length === 0 || questionIds.length === 0) return;
  await tx
    .deleteFrom('question_tags')
    .where('workspace_id', '=', workspaceId)
    .where('question_id', 'in', [...questionIds])
    .where('form', 'in', [...forms])
    .execute();
}

/** Lists tags of active questions with their number, ordered by form. */
export async function listTags(
  db: Queryable,
  filter: { workspaceId: string; websiteId?: string | undefined; after: ListPosition | null },
  count: number,
): Promise<(SavedTag & { questions: number })[]> {
  let query = db
    .selectFrom('question_tags')
    .innerJoin('keyword_cases', (join) =>
      join
        .onRef('keyword_cases.workspace_id', '=', 'question_tags.workspace_id')
        .onRef('keyword_cases.question_id', '=', 'question_tags.question_id'),
    )
    .select((eb) => [
      'question_tags.form',
      eb.fn.min('question_tags.tag').as('tag'),
      sql<number>`count(distinct question_tags.question_id)`.as('questions'),
    ])
    .where('question_tags.workspace_id', '=', filter.workspaceId)
    .where('keyword_cases.archived_at', 'is', null);
  if (filter.websiteId !== undefined) query = query.where('keyword_cases.website_id', '=', filter.websiteId);
  if (filter.after !== null) query = query.where('question_tags.form', '>', filter.after.id);
  const rows = await query.groupBy('question_tags.form').orderBy('question_tags.form').limit(count).execute();
  return rows.map(({ form, tag, questions }) => ({ form, tag, questions: Number(questions) }));
}

/** Maps questions to the owner's statement that they are branded or not, which overrides the rule. */
export async function collectBrandings(db: Queryable, workspaceId: string): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('question_brandings')
    .select(['question_id', 'branded'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Map(rows.map(({ question_id: id, branded }) => [id, branded === 1]));
}

/** Saves the owner's statement. @param branded null: the rule decides again */
export async function saveBranding(
  tx: Tx,
  workspaceId: string,
  questionIds: readonly string[],
  branded: boolean | null,
): Promise<void> {
  if (questionIds.length === 0) return;
  await tx
    .deleteFrom('question_brandings')
    .where('workspace_id', '=', workspaceId)
    .where('question_id', 'in', [...questionIds])
    .execute();
  if (branded === null) return;
  const flag = branded ? 1 : 0;
  const rows = questionIds.map((id) => ({ workspace_id: workspaceId, question_id: id, branded: flag }));
  await tx.insertInto('question_brandings').values(rows).execute();
}
