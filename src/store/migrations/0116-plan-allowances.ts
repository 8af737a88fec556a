import { type Kysely, sql } from 'kysely';
import { tagForm } from '../../domain/questions/tags.ts';
import type { DatabaseKind } from '../database/open.ts';

type Choice =
  | { kind: 'tags'; tags: string[]; websiteId: string | null }
  | { kind: 'questions'; questionIds: string[] }
  | { kind: 'website'; websiteId: string };

/** Exact questions that a member allowed a plan to ask. Active plans are allowed what they would ask now. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql
    .raw(
      `CREATE TABLE plan_allowances (plan_id TEXT PRIMARY KEY REFERENCES plans(id), workspace_id TEXT NOT NULL,
       revision INTEGER NOT NULL, case_ids TEXT NOT NULL, allowed_by TEXT NOT NULL, allowed_at TEXT NOT NULL)${strict}`,
    )
    .execute(db);
  const { rows: plans } = await sql<{
    id: string;
    workspace_id: string;
    revision: number;
    questions: string;
    engines: string;
    created_by: string;
    activated_at: string | null;
    created_at: string;
  }>`SELECT plans.id, plans.workspace_id, plans.revision, r.questions, r.engines, plans.created_by, plans.activated_at,
     plans.created_at FROM plans JOIN plan_revisions r ON r.plan_id = plans.id AND r.number = plans.revision
     WHERE plans.kind = 'plan' AND plans.state IN ('active', 'paused')`.execute(db);
  for (const plan of plans) {
    const choice = JSON.parse(plan.questions) as Choice;
    const engines = JSON.parse(plan.engines) as string[];
    const tagged = await taggedQuestions(db, plan.workspace_id);
    const { rows: cases } = await sql<{ id: string; question_id: string; website_id: string | null; search: string }>`
      SELECT c.id, c.question_id, c.website_id, c.search FROM keyword_cases c LEFT JOIN websites w ON w.id = c.website_id
      WHERE c.workspace_id = ${plan.workspace_id} AND c.archived_at IS NULL AND w.archived_at IS NULL
      ORDER BY c.created_at, c.id`.execute(db);
    const ids = cases
      .filter(({ search }) => engines.includes((JSON.parse(search) as { engine: string }).engine))
      .filter(({ question_id: questionId, website_id: websiteId }) => {
        if (choice.kind === 'questions') return choice.questionIds.includes(questionId);
        if (choice.websiteId !== null && websiteId !== choice.websiteId) return false;
        return choice.kind === 'website' || choice.tags.some((tag) => tagged(questionId, tag));
      })
      .map(({ id }) => id);
    await sql`INSERT INTO plan_allowances (plan_id, workspace_id, revision, case_ids, allowed_by, allowed_at)
      VALUES (${plan.id}, ${plan.workspace_id}, ${plan.revision}, ${JSON.stringify(ids)}, ${plan.created_by},
      ${plan.activated_at ?? plan.created_at})`.execute(db);
  }
}

/**
 * Returns the questions with the tags of a choice. Tags are saved in a form for comparison, while a choice has them as
 * typed.
 */
async function taggedQuestions(
  db: Kysely<unknown>,
  workspaceId: string,
): Promise<(questionId: string, tag: string) => boolean> {
  const { rows } = await sql<{ question_id: string; form: string }>`
    SELECT question_id, form FROM question_tags WHERE workspace_id = ${workspaceId}`.execute(db);
  const forms = new Set(rows.map(({ question_id: id, form }) => `${id} ${form}`));
  return (questionId, tag) => forms.has(`${questionId} ${tagForm(tag)}`);
}
