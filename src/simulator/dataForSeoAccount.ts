import { listReply } from './dataForSeoWire.ts';
import type { RouteResult } from './route.ts';

/** USD for one task of normal priority, as charged to this account. */
export const simulatedPrices = { serp: 0.0006, aiMode: 0.0012, asyncOverview: 0.0006, scraper: 0.0012 };

/** USD of a live call, and of each row of its result: as stated by the account, and as charged. */
export const charges = { labs: { call: 0.01, row: 0.0001 }, links: { call: 0.02, row: 0 } };
const statedPrice = ({ call, row }: { call: number; row: number }) => ({
  live: {
    priority_normal: [
      { cost_type: 'per_request', cost: call },
      { cost_type: 'per_result', cost: row },
    ],
  },
});

const priced = (cost: number) => [{ cost_type: 'per_request', cost }];

/** Returns the account as its owner sees it: its balance and its own prices. */
export function simulatedAccount(): RouteResult {
  const { serp, aiMode, scraper } = simulatedPrices;
  const labs = statedPrice(charges.labs);
  const price = {
    dataforseo_labs: { domain_rank_overview: labs, ranked_keywords: labs },
    backlinks: { summary: statedPrice(charges.links) },
    serp: {
      task_post: { priority_normal: priced(serp), priority_high: priced(2 * serp) },
      google: { ai_mode: { task_post: { priority_normal: priced(aiMode), priority_high: priced(2 * aiMode) } } },
    },
    ai_optimization: {
      llm_scraper: { task_post: { priority_normal: priced(scraper), priority_high: priced(2 * scraper) } },
    },
  };
  const money = { total: 10, balance: 9.5, limits: {} };
  return listReply([{ login: 'simulated', money, price, backlinks_subscription_expiry_date: null }]);
}
