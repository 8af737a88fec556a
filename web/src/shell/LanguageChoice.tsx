import { chooseLanguage, type Language, language, languages } from '../i18n/t.ts';

/** Selects the language of the interface. Each language has its own name, so that those who read only that one find it. */
export function LanguageChoice() {
  return (
    <select
      aria-label="Language"
      value={language}
      onChange={(event) => chooseLanguage(event.target.value as Language)}
      className="field w-auto max-w-full justify-self-start"
    >
      {languages.map(({ id, tag }) => (
        <option key={id} value={id} lang={id}>
          {new Intl.DisplayNames(tag, { type: 'language' }).of(id)}
        </option>
      ))}
    </select>
  );
}
