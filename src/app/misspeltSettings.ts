import { editDistance } from '../domain/text/nearest.ts';
import { engineDefinitions } from '../engines/engineDefinitions.ts';
import { environmentSchema } from './config.ts';

/**
 * Maximum share of a name's characters that may differ: BUDGET_USD_MONTH is similar to BUDGET_USD_PER_MONTH,
 * XAI_API_KEY to nothing.
 */
const maxDifference = 0.25;

/** Names that vendors or other services use for a setting, too different from ours to be found by spelling. */
const foreignNames: Readonly<Record<string, keyof typeof environmentSchema.shape>> = {
  MONTHLY_BUDGET_USD: 'BUDGET_USD_PER_MONTH',
  SMTP_HOST: 'SMTP_URL',
  DATA_DIRECTORY: 'DATA_DIR',
  ...Object.assign({}, ...engineDefinitions.map(({ foreignNames = {} }) => foreignNames)),
};

/** Finds variables that are not settings of the service but are similar to one, or lack words of exactly one. */
export function misspeltSettings(
  environment: Readonly<Record<string, string | undefined>>,
): { name: string; nearest: string }[] {
  const settings = Object.keys(environmentSchema.shape);
  return Object.keys(environment).flatMap((name) => {
    if (settings.includes(name)) return [];
    const spelt = name.toUpperCase().replaceAll('-', '_');
    const foreign = foreignNames[spelt];
    if (foreign !== undefined) return environment[foreign] ? [] : [{ name, nearest: foreign }];
    const [best] = settings
      .map((nearest) => ({
        name,
        nearest,
        difference: editDistance(spelt, nearest) / Math.max(spelt.length, nearest.length),
      }))
      .sort((one, other) => one.difference - other.difference);
    if (best !== undefined && best.difference <= maxDifference) return [{ name, nearest: best.nearest }];
    const [longer, another] = settings.filter((setting) => lacksWords(spelt, setting));
    return longer === undefined || another !== undefined ? [] : [{ name, nearest: longer }];
  });
}

/** Returns true for two or more words that all occur in the setting, in its order: OPENAI_KEY in OPENAI_API_KEY. */
function lacksWords(spelt: string, setting: string): boolean {
  const words = spelt.split('_');
  const rest = [...words];
  for (const word of setting.split('_')) if (word === rest[0]) rest.shift();
  return words.length > 1 && rest.length === 0;
}
