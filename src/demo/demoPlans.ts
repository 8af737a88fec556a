import type { Ctx } from '../services/appContext.ts';
import { declareRival } from '../services/rivals/declaredRivals.ts';
import { readReport } from '../services/visibility/readReport.ts';

/** One call to the seeded service, as its signed-in owner. */
export type DemoCall = (path: string, body: unknown) => Promise<{ plan: { id: string } } & DemoQuote>;

/** Worst case of a round, if the call was for a quote. */
export type DemoQuote = { quote: { round: { total: { heldUsd: number } } | null } };

const maxRivals = 4;

/** Creates an active daily plan, and a weekly draft. Returns the id of the first, whose rounds are seeded. */
export async function createPlans(
  call: DemoCall,
  { websiteId, engines, password }: { websiteId: string; engines: readonly string[]; password: string },
): Promise<string> {
  const ask = { engines, repeats: 1 };
  const content = { ...ask, questions: { websiteId }, cadence: { kind: 'daily', at: '06:00', timeZone: 'UTC' } };
  const daily = await call('/plans', { ...content, name: 'Every morning, at every engine' });
  const { quote } = await call('/plan-quotes', content);
  const accepted = { revision: 1, worstCaseUsd: quote.round?.total.heldUsd ?? 0 };
  const limits = { budgetUsdPerMonth: 400, maxUsdPerRound: 20 };
  await call(`/plans/${daily.plan.id}/activation`, { password, ...accepted, ...limits });
  await call('/plans', {
    ...ask,
    name: 'Prices, on Mondays',
    questions: { websiteId, tags: ['price'] },
    cadence: { kind: 'weekly', weekday: 'monday', at: '07:00', timeZone: 'UTC' },
  });
  return daily.plan.id;
}

/**
 * Declares the most frequent suggestions as rivals, without an HTTP call: creating the answers kept this process busy
 * for longer than an idle connection stays open.
 */
export async function declareRivals(ctx: Ctx, websiteId: string): Promise<void> {
  const period = { startDate: null, endDate: null };
  const query = {
    websiteId,
    ...period,
    platform: null,
    model: null,
    sourceType: 'all',
    limit: 1,
    scope: 'all',
  } as const;
  const { suggestions } = await readReport(ctx, 'rivals', query);
  for (const { domain } of suggestions.slice(0, maxRivals)) {
    await declareRival(ctx, { websiteId, domain, name: null, names: [] });
  }
}
