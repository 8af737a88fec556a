import type { FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import { engineLabel } from '../../domain/runs/engineLabels.ts';
import { recordsOf, textOf, type WireRecord } from '../../providers/wireRecords.ts';
import { freezeBlocks } from './overviewBlocks.ts';
import { deviceOf, ofGooglePages, type TaskEngineSpec } from './taskEngineSpec.ts';

/** A search with one of these costs five times as much. */
const operator =
  /(?<![\p{L}\p{N}])(?:site|inurl|intitle|intext|inanchor|allin\w{1,10}|filetype|ext|define|definition|link|cache|info|related|id):/iu;

/** The overview that Google puts on top of some of its result pages. */
export const googleAiOverview: TaskEngineSpec = {
  id: 'google-ai-overview',
  label: engineLabel('google-ai-overview'),
  path: 'serp/google/organic',
  ...ofGooglePages,
  lists: {
    places: (country) => `/v3/serp/google/locations/${country}`,
    languages: '/v3/serp/google/languages',
  },
  flawOf: (question) => (operator.test(question) ? 'contains a search operator, which costs five times as much' : null),
  // Many overviews load after the page; without this they would be empty.
  further: (request) => ({ ...deviceOf(request), load_async_ai_overview: true }),
  freeze: freezeOverview,
};

/**
 * Reads the overview from blocks at the top level of the page; those inside other boxes are about something else. A
 * page with results but without such a block shows none. An empty block was loaded later and not read: null, and never
 * "none shown". Its own flag for late loading decides nothing, because it is also set on blocks that were read.
 */
function freezeOverview(result: WireRecord): FrozenAnswer | null {
  const { items } = result;
  if (items !== null && !Array.isArray(items)) return null;
  const blocks = recordsOf(items).filter(({ type }) => type === 'ai_overview');
  if (blocks.length === 0) {
    const noAnswer = (items ?? []).length === 0 ? 'no_results' : 'no_answer_shown';
    return { ...withoutText, noAnswer };
  }
  if (blocks.every((block) => textOf(block.markdown) === null && recordsOf(block.items).length === 0)) return null;
  const frozen = freezeBlocks(blocks);
  // A block with only advertisements is not an answer.
  return frozen?.text.trim() === '' ? { ...frozen, text: '', noAnswer: 'no_answer_shown' } : frozen;
}

const withoutText: FrozenAnswer = {
  text: '',
  annotations: [],
  sources: [],
  refusal: null,
  incompleteReason: null,
  searchCount: null,
};
