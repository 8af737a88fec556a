/** Regular English plural: `answers`, `queries`, `searches`. */
export const pluralOf = (noun: string): string => `${noun.replace(/(?<![aeiou])y$/, 'ie').replace(/ch$/, 'che')}s`;
