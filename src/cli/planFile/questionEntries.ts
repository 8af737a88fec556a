import { questionIdOf } from '../../domain/questions/questionId.ts';
import type { FileQuestion } from './planFile.ts';
import type { SavedQuestion } from './workspaceState.ts';

type Locale = SavedQuestion['locale'];
type SavedCase = SavedQuestion['engines'][number]['cases'][number];
export type SearchSettings = Omit<SavedCase['search'], 'engine'>;
type Placed = Pick<FileQuestion, 'language' | 'country' | 'region' | 'city' | 'timezone'>;

export function localeOf({ language, country, region, city, timezone }: Placed): Locale {
  return {
    language: language ?? null,
    country: country ?? null,
    region: region ?? null,
    city: city ?? null,
    timezone: timezone ?? null,
  };
}

/** Returns the members of a locale that are set. */
export function placeOf(locale: Locale): Placed {
  return Object.fromEntries(Object.entries(locale).filter(([, value]) => value !== null)) as Placed;
}

export function formatId(query: string, locale: Locale, websiteId: string | null): string {
  return questionIdOf({ query, locale, websiteId });
}

/** Returns the settings of an entry, with defaults: the open web, the default context, the deployment's model. */
export function settingsOf(entry: FileQuestion): SearchSettings {
  return {
    mode: entry.mode ?? 'open-web',
    allowedDomains: (entry.allowedDomains ?? []).map((domain) => domain.toLowerCase()).sort(),
    contextSize: entry.contextSize ?? null,
    model: entry.model ?? null,
    device: entry.device ?? null,
  };
}

/** Default for an engine with a context size. */
const defaultContext = 'medium';

/** Returns a key that is equal for settings that ask the same. */
export function settingsKey({ mode, allowedDomains, contextSize, model, device }: SearchSettings): string {
  return JSON.stringify([mode, [...allowedDomains].sort(), contextSize ?? defaultContext, model, device]);
}

function writtenSettings({ mode, allowedDomains, contextSize, model, device }: SearchSettings): Partial<FileQuestion> {
  return {
    ...(mode === 'open-web' ? {} : { mode }),
    ...(allowedDomains.length === 0 ? {} : { allowedDomains: [...allowedDomains].sort() }),
    ...(contextSize === null || contextSize === defaultContext ? {} : { contextSize }),
    ...(model === null ? {} : { model }),
    ...(device === null ? {} : { device }),
  };
}

/** Converts a saved question to file entries: one for each set of settings, with its engines. */
export function entriesOf({ query, tags, branded, brandedBy, locale, engines }: SavedQuestion): FileQuestion[] {
  const cases = engines.flatMap((column) => column.cases);
  return [...Map.groupBy(cases, ({ search }) => settingsKey(search)).values()].flatMap((same): FileQuestion[] => {
    const [first] = same;
    if (first === undefined) return [];
    return [
      {
        question: query,
        ...(tags.length === 0 ? {} : { tags: tags.toSorted() }),
        ...(brandedBy === 'owner' ? { branded } : {}),
        engines: [...new Set(same.map(({ search }) => search.engine))].sort(),
        ...placeOf(locale),
        ...writtenSettings(first.search),
      },
    ];
  });
}
