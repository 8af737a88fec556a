import type { FactOnPage } from '../../domain/citedPages/citedPage.ts';
import { notFound } from '../../domain/errors.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { type FactDecision, standingOf, type WrongShare, wrongShare } from '../../domain/facts/factDecision.ts';
import type { FactQuote } from '../../domain/facts/factQuotes.ts';
import { readOwner } from '../../domain/identity/owner.ts';
import type { Listing } from '../../domain/marks/listing.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import {
  decisionKey,
  findFact,
  listDecisions,
  listFacts,
  type SavedDecision,
  saveDecision,
} from '../../store/facts/rows.ts';
import { findRun } from '../../store/runs/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { type CitedAnswers, loadCitedAnswers } from '../citedPages/citedAnswers.ts';
import { listCitedPages } from '../citedPages/citedPages.ts';

export type ShownQuote = FactQuote & {
  runId: string;
  questionId: string;
  question: string;
  engine: string;
  observedAt: string | null;
  decision: SavedDecision | null;
};

export type FactBoard = {
  simulated: boolean;
  answers: number;
  quotes: ShownQuote[];
  wrong: WrongShare;
  /** Cited pages that state a value, by fact. */
  pages: (FactOnPage & { url: string; pageId: string })[];
};

/**
 * Reads statements about the owner's facts in the latest answers and cited pages. Saved state only. @throws not_found
 */
export async function readFactBoard(ctx: Ctx, websiteId: string): Promise<FactBoard> {
  const loaded = await loadCitedAnswers(ctx, websiteId);
  const facts = await listFacts(ctx.db, ctx.principal.workspaceId, websiteId);
  const quotes = await quotesOfFacts(ctx, loaded, facts);
  const wrong = wrongShare(
    quotes.map((quote) => ({ verdict: quote.verdict, decision: quote.decision?.decision ?? null })),
  );
  const { simulated, answers } = loaded;
  return { simulated, answers: answers.length, quotes, wrong, pages: await pagesWithFacts(ctx, websiteId) };
}

/** Finds statements about facts in answers, with the owner's decisions. */
export async function quotesOfFacts(
  ctx: Ctx,
  { website, answers }: CitedAnswers,
  facts: readonly Fact[],
): Promise<ShownQuote[]> {
  const decisions = await listDecisions(
    ctx.db,
    ctx.principal.workspaceId,
    facts.map(({ id }) => id),
  );
  if (facts.length === 0) return [];
  // Loaded on demand: the word lists take memory, and most owners state no facts.
  const { factQuotes } = await import('../../domain/facts/factQuotes.ts');
  const owner = readOwner({ ...website, learned: [], commonWords: [] });
  return answers.flatMap((answer): ShownQuote[] => {
    const { attempt } = answer;
    if (attempt.text === null) return [];
    return factQuotes(attempt.text, owner, facts, namesOfOthers(answer, website.domain)).map((quote) => ({
      ...quote,
      runId: attempt.runId,
      questionId: attempt.caseId,
      question: attempt.question,
      engine: attempt.engine,
      observedAt: attempt.observedAt,
      decision: decisions.get(decisionKey({ ...quote, runId: attempt.runId })) ?? null,
    }));
  });
}

/** Lists quotes that the owner has to decide, or that contradict the facts. */
export function isConflict(quote: ShownQuote): boolean {
  const standing = standingOf({ verdict: quote.verdict, decision: quote.decision?.decision ?? null });
  return standing === 'against' || standing === 'open';
}

function namesOfOthers({ attempt, identities }: Listing, own: string): string[] {
  const mentions = attempt.facts?.mentions ?? [];
  const others = mentions.filter((_mention, at) => identities[at]?.domain !== own).map(({ name }) => name);
  return [...others, ...(attempt.facts?.otherNames ?? []).map(({ name }) => name)];
}

async function pagesWithFacts(ctx: Ctx, websiteId: string): Promise<FactBoard['pages']> {
  return (await listCitedPages(ctx, websiteId)).flatMap(({ page, seen }) =>
    (seen?.facts ?? []).map((fact) => ({ ...fact, url: page.url, pageId: page.id })),
  );
}

type Decided = { factId: string; runId: string; start: number; decision: FactDecision | null };

/** Saves the owner's decision about a quote; null undoes it. @throws not_found */
export async function decideFactQuote(ctx: Ctx, { decision, ...quote }: Decided): Promise<void> {
  const { workspaceId, accountId } = ctx.principal;
  if ((await findFact(ctx.db, workspaceId, quote.factId)) === null) throw notFound('fact');
  if ((await findRun(ctx.db, workspaceId, quote.runId)) === null) throw notFound('answer');
  const saved = decision === null ? null : { decision, decidedAt: nowIso(ctx), decidedBy: accountId };
  await inTransaction(ctx.db, (tx) => saveDecision(tx, workspaceId, quote, saved));
}
