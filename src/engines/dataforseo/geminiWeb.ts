import { engineLabel } from '../../domain/runs/engineLabels.ts';
import type { TaskEngineSpec } from './taskEngineSpec.ts';
import { freezeWebApp } from './webApp.ts';

const lists = '/v3/ai_optimization/gemini/llm_scraper';

/** The page of Gemini as a person sees it who has not signed in. */
export const geminiWeb: TaskEngineSpec = {
  id: 'gemini-web',
  label: engineLabel('gemini-web'),
  path: 'ai_optimization/gemini/llm_scraper',
  family: 'ai_optimization',
  maxQuestionLength: 2_000,
  honoursDevice: false,
  honoursCity: false,
  recoveryNote:
    "By the run's own mark in the account's list of tasks, from a minute after it was sent; not yet confirmed with a real account.",
  // One list of all countries: this function is not known to have one a country.
  lists: { places: () => `${lists}/locations`, languages: `${lists}/languages` },
  flawOf: () => null,
  further: () => ({}),
  freeze: freezeWebApp,
};
