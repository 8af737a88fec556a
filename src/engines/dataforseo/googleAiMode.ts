import type { FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import { engineLabel } from '../../domain/runs/engineLabels.ts';
import { recordsOf, type WireRecord } from '../../providers/wireRecords.ts';
import { freezeBlocks } from './overviewBlocks.ts';
import { deviceOf, ofGooglePages, type TaskEngineSpec } from './taskEngineSpec.ts';

/** Google's AI Mode: a separate page, whose one block is the answer. */
export const googleAiMode: TaskEngineSpec = {
  id: 'google-ai-mode',
  label: engineLabel('google-ai-mode'),
  inTrial: true,
  path: 'serp/google/ai_mode',
  ...ofGooglePages,
  lists: {
    places: (country) => `/v3/serp/google/locations/${country}`,
    languages: '/v3/serp/google/ai_mode/languages',
  },
  flawOf: () => null,
  further: deviceOf,
  freeze: freezeAiMode,
};

/** Freezes the page. Without text it shows no answer; a block with unreadable content was not obtained: null. */
function freezeAiMode(result: WireRecord): FrozenAnswer | null {
  if (result.items !== null && !Array.isArray(result.items)) return null;
  const items = recordsOf(result.items);
  const blocks = items.filter(({ type }) => type === 'ai_overview');
  if (blocks.length === 0 && items.length > 0) return null;
  const frozen = freezeBlocks(blocks);
  if (frozen === null || frozen.text.trim() !== '') return frozen;
  return { ...frozen, text: '', noAnswer: 'no_answer_shown' };
}
