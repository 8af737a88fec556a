import type { Engine } from '../api/queries.ts';
import { allOf } from '../format/language.ts';
import { decimal, integer } from '../format/numbers.ts';

/** Returns the engine's display name, or its id if this deployment no longer knows it. */
export function formatLabel(engines: readonly Engine[] | undefined, id: string): string {
  return engines?.find((engine) => engine.id === id)?.label ?? id;
}

/** Returns the name without its qualifiers, for a narrow column: `Claude API` of `Claude API with web search`. */
export const shortLabel = (label: string): string => label.split(/,| with | \(/)[0] ?? label;

/**
 * Returns names for narrow places by id: the first word of each label, or more if two begin alike. An engine that is
 * ready yields to others that are ready only.
 */
export function shortNames(
  engines: readonly (Pick<Engine, 'id' | 'label'> & Partial<Pick<Engine, 'state'>>)[],
): ReadonlyMap<string, string> {
  const first = (label: string) => label.split(' ')[0] ?? label;
  return new Map(
    engines.map(({ id, label, state }) => {
      const others = engines.filter((one) => one.id !== id && (state !== 'ready' || one.state === 'ready'));
      const isAlone = others.every((other) => first(other.label) !== first(label));
      return [id, isAlone ? first(label) : shortLabel(label)];
    }),
  );
}

/** Qualifier next to an engine's name wherever it could be mistaken for a measurement, or for its vendor's own API. */
export function kindWord({ kind, simulated }: Pick<Engine, 'kind' | 'simulated'>): string {
  const where = kind === 'api' ? 'own API' : 'public page';
  return simulated ? `${where}, simulated` : where;
}

export const recoveryWords: Record<Engine['recovery'], string> = {
  exact: 'Found again by its own id',
  by_window: 'Found again among tasks sent at the same time',
  by_webhook: 'Found again only if the provider reports it',
  none: 'Cannot be found again',
};

const settingWords: Record<keyof Engine['honours'], string> = {
  domains: 'only named domains',
  country: 'country',
  region: 'region',
  city: 'city',
  language: 'language',
  timezone: 'time zone',
  contextSize: 'search context size',
  model: 'model',
  device: 'device',
};

/** Lists the settings without which the engine cannot be asked. */
export const requiredSettings = ({ requires }: Pick<Engine, 'requires'>): string =>
  allOf(requires.map((setting) => settingWords[setting]));

/** Lists the settings that reach the vendor, or those with which a question cannot be saved. */
export function formatSettings({ honours }: Pick<Engine, 'honours'>, honoured: boolean): string {
  const settings = Object.keys(settingWords) as (keyof Engine['honours'])[];
  return settings.flatMap((setting) => (honours[setting] === honoured ? [settingWords[setting]] : [])).join(', ');
}

/** Formats an approximate duration: `20 s`, `4 minutes`, `1.5 hours`. */
export function aboutSeconds(seconds: number): string {
  if (seconds < 90) return `${seconds < 10 ? decimal(seconds) : integer(Math.round(seconds))}\u202fs`;
  const minutes = seconds / 60;
  return minutes < 90 ? `${integer(Math.round(minutes))} minutes` : `${decimal(Math.round(minutes / 6) / 10)} hours`;
}

export const noAnswerWords = {
  no_answer_shown: 'The page was read and shows no answer.',
  no_results: 'The page was read and has no results.',
} as const;
