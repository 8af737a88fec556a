import { invalidField, notFound } from '../../domain/errors.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import { cleanTags, maxTags, tagForm } from '../../domain/questions/tags.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { inTransaction, type Queryable, type Tx } from '../../store/database/transaction.ts';
import * as store from '../../store/questions/tags.ts';
import { casesOfQuestions } from '../../store/runs/questionCases.ts';
import { lockOwner } from '../../store/runs/reservations.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import type { Ctx } from '../appContext.ts';
import { brandedRule } from '../visibility/chosenQuestions.ts';

/** Settings of a question chosen by the owner, shared by all its cases. */
export type QuestionSettings = {
  tags: string[];
  /** True if it names the website, by the rule or by the owner's statement. */
  branded: boolean;
  brandedBy: 'rule' | 'owner';
};

export type TaggedQuestion = { id: string } & QuestionSettings;

type Asked = Pick<KeywordCase, 'questionId' | 'query' | 'target'>;

/** Reads the settings of these cases' questions, by question id. */
export async function settingsOfQuestions(
  db: Queryable,
  workspaceId: string,
  cases: readonly Asked[],
): Promise<Map<string, QuestionSettings>> {
  const questions = new Map(cases.map((one) => [one.questionId, one]));
  const [tags, statements] = await Promise.all([
    store.tagsOfQuestions(db, workspaceId, [...questions.keys()]),
    store.collectBrandings(db, workspaceId),
  ]);
  const rules = new Map<string, (query: string) => boolean>();
  for (const websiteId of new Set(cases.flatMap(({ target }) => target?.websiteId ?? []))) {
    const website = await findVisibilityWebsite(db, workspaceId, websiteId);
    if (website !== null) rules.set(websiteId, brandedRule(website));
  }
  return new Map(
    [...questions].map(([id, { query, target }]): [string, QuestionSettings] => {
      const ownerSays = statements.get(id);
      const byRule = target === null ? false : (rules.get(target.websiteId)?.(query) ?? false);
      return [
        id,
        {
          tags: (tags.get(id) ?? []).map(({ tag }) => tag),
          branded: ownerSays ?? byRule,
          brandedBy: ownerSays === undefined ? 'rule' : 'owner',
        },
      ];
    }),
  );
}

/**
 * Adds tags to questions, to all of them or none. @param field under which the caller sent the tags
 * @throws invalid_request naming it if a question would have too many
 */
export async function addTags(
  tx: Tx,
  workspaceId: string,
  questions: readonly { id: string; query: string }[],
  tags: readonly string[],
  field: string,
): Promise<void> {
  const targets = cleanTags(tags).map((tag) => ({ form: tagForm(tag), tag }));
  if (targets.length === 0) return;
  const ids = questions.map(({ id }) => id);
  const saved = await store.tagsOfQuestions(tx, workspaceId, ids);
  for (const { id, query } of questions) {
    const forms = new Set([...(saved.get(id) ?? []), ...targets].map(({ form }) => form));
    if (forms.size > maxTags) {
      throw invalidField(
        field,
        `“${query.slice(0, 80)}” would have ${forms.size} tags; a question has at most ${maxTags}`,
      );
    }
    for (const one of targets) await store.saveTag(tx, workspaceId, id, one);
  }
}

/**
 * Changes the tags of many questions at once, and whether they are branded: all or nothing. A tag that is both removed
 * and added stays, in the added spelling. @throws not_found, invalid_request naming `addTags`
 */
export async function changeQuestions(
  ctx: Ctx,
  input: {
    questionIds: readonly string[];
    addTags: readonly string[];
    removeTags: readonly string[];
    /** Null: the rule decides; undefined: unchanged. */
    branded: boolean | null | undefined;
  },
): Promise<TaggedQuestion[]> {
  const { workspaceId, ownerId } = ctx.principal;
  const ids = [...new Set(input.questionIds)];
  await inTransaction(ctx.db, async (tx) => {
    // Serialises callers that add tags, so that neither exceeds the limit.
    await lockOwner(tx, ctx.databaseKind, ownerId);
    const cases = await casesOfQuestions(tx, workspaceId, ids, true);
    const queries = new Map(cases.map(({ questionId, query }) => [questionId, query]));
    if (ids.some((id) => !queries.has(id))) throw notFound('question');
    await store.deleteTags(tx, workspaceId, ids, input.removeTags.map(tagForm));
    const questions = ids.map((id) => ({ id, query: queries.get(id) ?? '' }));
    await addTags(tx, workspaceId, questions, input.addTags, 'addTags');
    if (input.branded !== undefined) await store.saveBranding(tx, workspaceId, ids, input.branded);
  });
  const cases = await casesOfQuestions(ctx.db, workspaceId, ids, true);
  const settings = await settingsOfQuestions(ctx.db, workspaceId, cases);
  return ids.flatMap((id) => {
    const questionSettings = settings.get(id);
    return questionSettings === undefined ? [] : [{ id, ...questionSettings }];
  });
}

/** Lists tags with their number of active questions. */
export function listTags(
  ctx: Ctx,
  query: { websiteId?: string | undefined; after: ListPosition | null; count: number },
): ReturnType<typeof store.listTags> {
  const { websiteId, after, count } = query;
  return store.listTags(ctx.db, { workspaceId: ctx.principal.workspaceId, websiteId, after }, count);
}
