/** Every text is British English, and so are its numbers and dates: a page is read in one language. */
export const pageLanguage = 'en-GB';
