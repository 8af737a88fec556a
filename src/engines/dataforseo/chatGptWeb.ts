import type { EngineSearch, FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import { engineLabel } from '../../domain/runs/engineLabels.ts';
import { textOf, type WireRecord } from '../../providers/wireRecords.ts';
import { ofChatApps, type TaskEngineSpec } from './taskEngineSpec.ts';
import { freezeWebApp } from './webApp.ts';

const lists = '/v3/ai_optimization/chat_gpt/llm_scraper';

/** The page of ChatGPT as shown without signing in. The question is sent unchanged, without instructions. */
export const chatGptWeb: TaskEngineSpec = {
  id: 'chatgpt-web',
  label: engineLabel('chatgpt-web'),
  path: 'ai_optimization/chat_gpt/llm_scraper',
  ...ofChatApps,
  lists: { places: (country) => `${lists}/locations/${country}`, languages: `${lists}/languages` },
  further: () => ({ force_web_search: true }),
  freeze: freezeChatGpt,
};

function freezeChatGpt(result: WireRecord): FrozenAnswer | null {
  const frozen = freezeWebApp(result);
  if (frozen === null) return null;
  const searches = searchesOf(result.fan_out_queries);
  // Sources without a stated query: it searched, but the number of searches is unknown.
  const isSaid = searches !== null && (searches.length > 0 || frozen.cited?.length === 0);
  return { ...frozen, searches, searchCount: isSaid ? searches.length : null };
}

/** Lists the queries. The vendor does not report which pages belong to which. */
function searchesOf(queries: unknown): readonly EngineSearch[] | null {
  if (!Array.isArray(queries)) return null;
  return queries.flatMap((one) => {
    const query = textOf(one);
    return query === null ? [] : [{ query, pages: [] }];
  });
}
