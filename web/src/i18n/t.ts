const tags = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', pt: 'pt-BR', ja: 'ja-JP' } as const;
export type Language = keyof typeof tags;

const files = import.meta.glob<Record<string, string>>('./catalogues/*.json', { import: 'default' });
const fileOf = (id: string): string => `./catalogues/${id}.json`;

/** Languages that have a catalogue, and English, each with the tag that numbers and dates are formatted with. */
export const languages = Object.entries(tags)
  .filter(([id]) => id === 'en' || fileOf(id) in files)
  .map(([id, tag]) => ({ id: id as Language, tag }));

const storageKey = 'sightline.language';

const isLanguage = (tag: string | null | undefined): tag is Language => languages.some(({ id }) => id === tag);

/** The person's choice, otherwise the first language of the browser that there is, otherwise English. */
function chosenLanguage(): Language {
  let saved: string | null = null;
  try {
    saved = localStorage.getItem(storageKey);
  } catch {
    // Storage may be refused; the browser's languages decide.
  }
  return [saved, ...navigator.languages.map((tag) => tag.slice(0, 2))].find(isLanguage) ?? 'en';
}

/** Texts by their English text; empty for English, and until they have loaded. */
let catalogue: Readonly<Record<string, string>> = {};

export const language: Language = typeof navigator === 'undefined' ? 'en' : chosenLanguage();
export const languageTag = tags[language];

/** Loads the texts of the page's language. A page without them is in English. */
export async function loadCatalogue(): Promise<void> {
  if (language === 'en') return;
  document.documentElement.lang = language;
  catalogue = (await files[fileOf(language)]?.().catch(() => ({}))) ?? {};
}

/** Saves the person's choice and loads the page again in that language. */
export function chooseLanguage(next: Language): void {
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // Storage may be refused; the page then stays in the browser's language.
  }
  location.reload();
}

/** Text in the page's language, with its places not filled. */
export const lookup = (message: string): string => catalogue[message] || message;

/** Translates a text; `{0}` is the place of the first value. The build writes the calls. */
export function t(message: string, ...values: readonly unknown[]): string {
  const text = lookup(message);
  return values.length === 0 ? text : text.replace(/\{(\d+)\}/g, (_place, at) => String(values[Number(at)]));
}

const rules = new Intl.PluralRules(language);

/** Text for a count: `# answer|# answers`, where a language without plurals has one form. */
export function countText(forms: string, count: number, digits: string): string {
  const [one = '', other = one] = lookup(forms).split('|');
  return (rules.select(count) === 'one' ? one : other).replace('#', digits);
}
