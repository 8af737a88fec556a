/**
 * Changes whenever a reading of the same frozen answer could come out differently. It stands by itself, so that who only
 * names the version need not load the reader.
 */
export const readerVersion = 'reader/6';
