import type { Plan } from '../api/planQueries.ts';
import type { Question } from '../api/queries.ts';

export type NextRound = { id: string; name: string; nextDueAt: string };

/**
 * Finds the next round that asks about a website, over all active plans, so that every screen shows the same.
 * @param own the website's questions, needed for plans that name questions or tags but no website
 */
export function findNextRound(plans: readonly Plan[], siteId: string, own: readonly Question[]): NextRound | null {
  return (
    plans
      .filter((plan) => plan.state === 'active' && asksAbout(plan, siteId, own))
      .flatMap(({ id, name, nextDueAt }) => (nextDueAt === null ? [] : [{ id, name, nextDueAt }]))
      .sort((one, other) => (one.nextDueAt < other.nextDueAt ? -1 : 1))[0] ?? null
  );
}

function asksAbout({ questions }: Plan, siteId: string, own: readonly Question[]): boolean {
  const { websiteId, questionIds, tags } = questions;
  if (websiteId !== null) return websiteId === siteId;
  if (tags !== null) {
    const planTags = new Set(tags.map((tag) => tag.toLowerCase()));
    return own.some((question) => question.tags.some((tag) => planTags.has(tag.toLowerCase())));
  }
  return own.some(({ id }) => questionIds?.includes(id) === true);
}
