/** Words with a grammatical function only: every page has them. */
const stopWords = new Set(
  (
    'a an the and or but nor so yet if then than that this these those there here it its is are was were be been being am ' +
    'do does did done have has had having will would shall should can could may might must of in on at by for from to into ' +
    'onto with without within about as over under up down out off between among through during before after above below ' +
    'i you he she we they me him her us them my your his our their mine yours hers ours theirs who whom whose which what ' +
    'when where why how all any both each few more most other some such only own same too very just also s t not no'
  ).split(' '),
);

const word = /[\p{L}\p{N}]+(?:['.,][\p{L}\p{N}]+)*/gu;

/** Normalises typographic variants: NFKC, lower case, straight quotes, single spaces. */
export function plainForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u201a\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the words of a text in normalised spelling, including numbers, in order. */
export function wordsOf(text: string): string[] {
  return plainForm(text).match(word) ?? [];
}

/** Returns a light stem of an English word, so that "plans" and "plan", or "hosted" and "hosting", are equal. */
function stemOf(one: string): string {
  let stem = one.replace(/'s$|'$/, '');
  if (stem.length > 5) stem = stem.replace(/(?:ing|ed)$/, '');
  if (stem.length > 4) stem = stem.replace(/ies$/, 'y').replace(/(?<=[sxz]|ch|sh)es$/, '');
  if (stem.length > 3) stem = stem.replace(/(?<!s)s$/, '');
  return stem.length > 4 ? stem.replace(/e$/, '') : stem;
}

/** Returns the stems of content words. */
export function contentOf(words: readonly string[]): string[] {
  return words.filter((one) => !stopWords.has(one)).map(stemOf);
}

/** Returns the numbers among the words in one spelling: "1,200" equals "1200", and "9.0" equals "9". */
export function numbersOf(words: readonly string[]): string[] {
  return words.filter((one) => /^\d/.test(one)).map(numberForm);
}

function numberForm(one: string): string {
  const plain = one.replace(/,(?=\d{3}(?:\D|$))/g, '');
  return /^\d+\.\d+$/.test(plain) ? String(Number(plain)) : plain;
}
