import { languageTag } from '../i18n/t.ts';

/** Texts, numbers and dates are in the same language, so that a page has one. */
export const pageLanguage = languageTag;
