import { AppError } from '../../domain/errors.ts';
import { numericCountryCode } from '../../domain/runs/countries.ts';
import type { Locale } from '../../domain/runs/run.ts';
import type { UnsupportedSetting } from '../../domain/runs/unsupportedSetting.ts';
import { textOf, type WireRecord } from '../../providers/wireRecords.ts';
import type { TaskAccount } from './account.ts';

/** Place and language of a search, in the vendor's form. */
type Place = ({ location_code: number } | { location_name: string }) & { language_code: string };

/**
 * Returns the vendor's code of a language: the primary subtag; Chinese is listed only by script. Null if the tag is
 * ambiguous.
 */
function languageCodeOf(language: string): string | null {
  const [primary = '', ...rest] = language.split('-');
  if (primary.toLowerCase() !== 'zh') return primary.toLowerCase();
  const further = rest.map((subtag) => subtag.toLowerCase());
  if (further.includes('hant') || further.includes('tw')) return 'zh-TW';
  return further.includes('hans') || further.includes('cn') ? 'zh-CN' : null;
}

/** Returns the place of a question that names only a country, for which no list is needed. */
function countryPlace(locale: Locale): Place | UnsupportedSetting {
  const language_code = locale.language === null ? null : languageCodeOf(locale.language);
  if (language_code === null) {
    return { field: 'locale.language', message: 'must be named; Chinese with its script, zh-Hans or zh-Hant' };
  }
  const code = locale.country === null ? null : numericCountryCode(locale.country);
  if (code === null) return { field: 'locale.country', message: 'is not a country of ISO 3166-1' };
  // The vendor numbers a country as 2000 plus its numeric code.
  return { location_code: 2_000 + code, language_code };
}

/**
 * Returns the name of a city or region exactly as the vendor lists it, or why there is none. It never falls
 * back silently.
 */
function listedPlaceName(rows: readonly WireRecord[], locale: Locale): string | UnsupportedSetting {
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

function isListedCountry(rows: readonly WireRecord[], country: string): boolean {
  const upperCase = country.toUpperCase();
  return rows.some((row) => row.country_iso_code === upperCase && row.location_type === 'Country');
}

function isListedLanguage(rows: readonly WireRecord[], code: string): boolean {
  return rows.some((row) => row.language_code === code);
}

/**
 * Addresses of the vendor's lists of an engine's places and languages. `places` takes a country's two letters, in lower
 * case.
 */
export type ListPaths = { places: (country: string) => string; languages: string };

/** The vendor's list could not be read, so nothing is known about the place. */
type Unknown = { unavailable: string };

/** Validates and names places by the vendor's free lists. */
export function createTaskPlaces({ catalogues, clean }: Pick<TaskAccount, 'catalogues' | 'clean'>, paths: ListPaths) {
  async function rowsOf(path: string): Promise<readonly WireRecord[] | Unknown> {
    const catalogue = await catalogues(path);
    return catalogue.kind === 'rows' ? catalogue.rows : { unavailable: clean(catalogue.cause) };
  }

  /** Returns the place in the form of a task. */
  async function placeOf(locale: Locale): Promise<Place | UnsupportedSetting | Unknown> {
    const country = countryPlace(locale);
    if ('field' in country || (locale.region === null && locale.city === null)) return country;
    const rows = await rowsOf(paths.places(String(locale.country).toLowerCase()));
    if ('unavailable' in rows) return rows;
    const name = listedPlaceName(rows, locale);
    return typeof name === 'string' ? { location_name: name, language_code: country.language_code } : name;
  }

  /**
   * Returns null if the vendor lists place and language. @throws AppError temporarily_unavailable if the list cannot be
   * read
   */
  async function check(locale: Locale): Promise<UnsupportedSetting | null> {
    const isKnown = <T>(reply: T | Unknown): T => {
      if (typeof reply !== 'object' || reply === null || !('unavailable' in reply)) return reply as T;
      throw new AppError(
        'temporarily_unavailable',
        `The list of places of DataForSEO could not be read (${reply.unavailable}). Save the question again later.`,
        { retry: 'after_seconds', retryAfterSeconds: 60 },
      );
    };
    const place = countryPlace(locale);
    if ('field' in place) return place;
    const country = String(locale.country);
    if (!isListedCountry(isKnown(await rowsOf(paths.places(country.toLowerCase()))), country)) {
      return { field: 'locale.country', message: 'is not in the list of places of DataForSEO' };
    }
    if (!isListedLanguage(isKnown(await rowsOf(paths.languages)), place.language_code)) {
      return { field: 'locale.language', message: 'is not in the list of languages of DataForSEO' };
    }
    const exact = isKnown(await placeOf(locale));
    return 'field' in exact ? exact : null;
  }

  return { placeOf, check };
}
