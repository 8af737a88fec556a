/** All texts, numbers and dates are in British English, so that a page has one language. */
export const pageLanguage = 'en-GB';
