import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Engine, enginesQuery } from '../../api/queries.ts';
import type { QuestionSettings } from './saveQuestions.ts';

/** Returns the browser's location and language, for engines that need them. */
function readersPlace(): { language: string; country: string } {
  const { language, region } = new Intl.Locale(navigator.language).maximize();
  return { language, country: region ?? '' };
}

export type SettingsChoice = {
  /** Engines that can be asked, the declared one first. */
  ready: readonly Engine[];
  settings: QuestionSettings;
  /** True if a selected engine needs a location and a language. */
  needsPlace: boolean;
  change(next: Partial<QuestionSettings>): void;
};

/**
 * Manages the settings of new questions. Initially only the default engine, since each further one is a further
 * purchase; if all are simulated, every ready one, so that a first report compares them. If a selected engine needs a
 * location and a language, the reader's own are suggested.
 */
export function useQuestionSettings(): SettingsChoice {
  const engines = useQuery(enginesQuery).data ?? [];
  const [changed, setChanged] = useState<Partial<QuestionSettings>>({});
  const ready = engines.filter(({ state }) => state === 'ready');
  const isFree = ready.every(({ simulated }) => simulated);
  const usual = ready.filter(({ declared }) => isFree || declared).map(({ id }) => id);
  const selection = changed.engines ?? usual;
  const needsPlace = ready.some(({ id, requires }) => selection.includes(id) && requires.length > 0);
  const place = needsPlace ? readersPlace() : { language: '', country: '' };
  return {
    ready,
    settings: { ...place, ...changed, engines: selection },
    needsPlace,
    change: (next) => setChanged((before) => ({ ...before, ...next })),
  };
}
