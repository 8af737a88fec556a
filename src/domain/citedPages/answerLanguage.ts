import { languageOf } from '../answer/textLanguage.ts';
import { detectLanguage } from '../html/language.ts';

/** Detects the language of an answer, to compare it with pages; null if uncertain, for example with few words. */
export function languageOfAnswer(text: string): string {
  return detectLanguage(text) ?? languageOf(text);
}
