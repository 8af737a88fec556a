import { charactersIn } from '../text/characters.ts';
import { numericCountryCode } from './countries.ts';
import type { Engine, EngineSetting } from './engine.ts';
import type { Locale, SearchSettings } from './run.ts';

/** A question about to be saved. */
export type QuestionDraft = { query: string; locale: Locale; search: SearchSettings };

/** Field as the caller named it, and the reason why the engine cannot use it. */
export type UnsupportedSetting = { field: string; message: string };

const places = ['country', 'region', 'city', 'language', 'timezone'] as const;

/**
 * Finds the first setting of a question that its engine does not support, or requires and lacks; null if it can be
 * asked unchanged. Checked when a question is saved, so that nothing is dropped silently or refused at the purchase.
 */
export function findUnsupportedSetting(
  engine: Engine,
  { query, locale, search }: QuestionDraft,
): UnsupportedSetting | null {
  const refuse = (setting: EngineSetting, field: string): UnsupportedSetting | null =>
    engine.honours[setting] ? null : { field, message: `${engine.label} does not support it; leave it out` };
  if (charactersIn(query) > engine.maxQuestionLength) {
    return { field: 'query', message: `${engine.label} takes at most ${engine.maxQuestionLength} characters` };
  }
  for (const place of places) {
    if (locale[place] !== null) {
      const refused = refuse(place, `locale.${place}`);
      if (refused !== null) return refused;
    }
  }
  const nameless = findUnknownName(locale);
  if (nameless !== null) return nameless;
  for (const place of engine.requires) {
    if (locale[place] === null) return { field: `locale.${place}`, message: `${engine.label} needs it` };
  }
  const requests: [boolean, EngineSetting, string][] = [
    [search.mode === 'reviewed-domains', 'domains', 'search.mode'],
    [search.contextSize !== null, 'contextSize', 'search.contextSize'],
    [search.model !== null, 'model', 'search.model'],
    [search.device !== null, 'device', 'search.device'],
  ];
  for (const [isSet, setting, field] of requests) {
    const refused = isSet ? refuse(setting, field) : null;
    if (refused !== null) return refused;
  }
  return null;
}

/** Finds an unknown code in the locale. No vendor supports it, and most report it only at the purchase. */
function findUnknownName({ country, language, timezone }: Locale): UnsupportedSetting | null {
  // Kosovo has no standard code, and uses this one.
  if (country !== null && country.toUpperCase() !== 'XK' && numericCountryCode(country) === null) {
    return { field: 'locale.country', message: 'is not a two-letter code of a country' };
  }
  if (language !== null && !isLanguage(language)) {
    return { field: 'locale.language', message: 'is not a language tag such as en or de-AT' };
  }
  if (timezone !== null && !isTimeZone(timezone)) {
    return { field: 'locale.timezone', message: 'is not a time zone such as Europe/Berlin' };
  }
  return null;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

function isLanguage(tag: string): boolean {
  try {
    return languageNames.of(tag.split('-')[0] ?? '') !== undefined && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Returns true for a zone of the tz database: an offset does not name a place. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}
