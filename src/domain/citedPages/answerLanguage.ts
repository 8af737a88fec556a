import { languageOf } from '../answer/textLanguage.ts';
import { detectLanguage } from '../html/language.ts';

/** Language of an answer for comparing it with pages; null: not certain enough, as with a few words. */
export function languageOfAnswer(text: string): string {
  return detectLanguage(text) ?? languageOf(text);
}
