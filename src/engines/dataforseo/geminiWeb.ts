import { engineLabel } from '../../domain/runs/engineLabels.ts';
import { ofChatApps, type TaskEngineSpec } from './taskEngineSpec.ts';
import { freezeWebApp } from './webApp.ts';

const lists = '/v3/ai_optimization/gemini/llm_scraper';

/** The page of Gemini as shown without signing in. */
export const geminiWeb: TaskEngineSpec = {
  id: 'gemini-web',
  label: engineLabel('gemini-web'),
  path: 'ai_optimization/gemini/llm_scraper',
  ...ofChatApps,
  // One list of all countries: this function is not known to have one per country.
  lists: { places: () => `${lists}/locations`, languages: `${lists}/languages` },
  further: () => ({}),
  freeze: freezeWebApp,
};
