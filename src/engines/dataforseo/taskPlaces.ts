import { AppError } from '../../domain/errors.ts';
import type { Locale } from '../../domain/runs/run.ts';
import type { UnsupportedSetting } from '../../domain/runs/unsupportedSetting.ts';
import type { WireRecord } from '../../providers/wireRecords.ts';
import type { TaskAccount } from './account.ts';
import { countryPlace, isListedCountry, isListedLanguage, listedPlaceName, type Place } from './place.ts';

/**
 * Addresses of the vendor's lists of an engine's places and languages. `places` of a country by its two letters, in
 * lower case.
 */
export type ListPaths = { places: (country: string) => string; languages: string };

/** The vendor's list could not be read: nothing is known about the place. */
type Unknown = { unavailable: string };

/** Judges and names places by the vendor's free lists. */
export function createTaskPlaces({ catalogues, clean }: Pick<TaskAccount, 'catalogues' | 'clean'>, paths: ListPaths) {
  async function rowsOf(path: string): Promise<readonly WireRecord[] | Unknown> {
    const catalogue = await catalogues(path);
    return catalogue.kind === 'rows' ? catalogue.rows : { unavailable: clean(catalogue.cause) };
  }

  /** The place as a task names it. */
  async function placeOf(locale: Locale): Promise<Place | UnsupportedSetting | Unknown> {
    const country = countryPlace(locale);
    if ('field' in country || (locale.region === null && locale.city === null)) return country;
    const rows = await rowsOf(paths.places(String(locale.country).toLowerCase()));
    if ('unavailable' in rows) return rows;
    const name = listedPlaceName(rows, locale);
    return typeof name === 'string' ? { location_name: name, language_code: country.language_code } : name;
  }

  /** Null when the vendor lists place and language. @throws AppError temporarily_unavailable when it cannot be asked */
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
