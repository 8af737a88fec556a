import { numericCountryCode } from '../../domain/runs/countries.ts';
import type { Locale } from '../../domain/runs/run.ts';
import type { UnsupportedSetting } from '../../domain/runs/unsupportedSetting.ts';
import { textOf, type WireRecord } from '../../providers/wireRecords.ts';

/** Place and language of a search, in the vendor's form. */
export type Place = ({ location_code: number } | { location_name: string }) & { language_code: string };

/**
 * The vendor's code of a language: the primary subtag; Chinese is listed by its script alone. Null when the tag says
 * too little.
 */
function languageCodeOf(language: string): string | null {
  const [primary = '', ...rest] = language.split('-');
  if (primary.toLowerCase() !== 'zh') return primary.toLowerCase();
  const further = rest.map((subtag) => subtag.toLowerCase());
  if (further.includes('hant') || further.includes('tw')) return 'zh-TW';
  return further.includes('hans') || further.includes('cn') ? 'zh-CN' : null;
}

/** The place of a question that names a country and nothing within it; no list is needed for that. */
export function countryPlace(locale: Locale): Place | UnsupportedSetting {
  const language_code = locale.language === null ? null : languageCodeOf(locale.language);
  if (language_code === null) {
    return { field: 'locale.language', message: 'must be named; Chinese with its script, zh-Hans or zh-Hant' };
  }
  const code = locale.country === null ? null : numericCountryCode(locale.country);
  if (code === null) return { field: 'locale.country', message: 'is not a country of ISO 3166-1' };
  // The vendor counts a country as 2000 and its numeric code.
  return { location_code: 2_000 + code, language_code };
}

/** The name of a city or region exactly as the vendor lists it, or why there is none. Nothing falls back in silence. */
export function listedPlaceName(rows: readonly WireRecord[], locale: Locale): string | UnsupportedSetting {
  const { city, region } = locale;
  const field = city === null ? 'locale.region' : 'locale.city';
  const same = (one: string | undefined, other: string): boolean =>
    one?.trim().toLowerCase() === other.trim().toLowerCase();
  const names = rows.flatMap((row) => {
    const name = textOf(row.location_name);
    if (name === null || row.location_type === 'Country') return [];
    const parts = name.split(',');
    const fits =
      city === null
        ? region !== null && same(parts[0], region) && row.location_type !== 'City'
        : same(parts[0], city) && row.location_type === 'City' && (region === null || same(parts[1], region));
    return fits ? [name] : [];
  });
  const [only] = names;
  if (only === undefined) return { field, message: 'is not in the list of places of DataForSEO' };
  if (names.length > 1) return { field, message: 'names several places in the list of DataForSEO; add locale.region' };
  return only;
}

export function isListedCountry(rows: readonly WireRecord[], country: string): boolean {
  const upperCase = country.toUpperCase();
  return rows.some((row) => row.country_iso_code === upperCase && row.location_type === 'Country');
}

export function isListedLanguage(rows: readonly WireRecord[], code: string): boolean {
  return rows.some((row) => row.language_code === code);
}
