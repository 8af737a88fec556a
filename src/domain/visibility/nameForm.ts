/** Endings that say what kind of company it is, not which one. Dots are removed before the comparison. */
const legalForms = new Set(
  (
    'inc incorporated llc llp lp ltd limited plc corp corporation co company gmbh ag kg kgaa ug ohg se sa sas sarl srl ' +
    'spa sl slu bv nv ab aps oy oyj pty pte kk sro doo zrt kft'
  ).split(' '),
);

/**
 * The form in which two names are compared: NFKC, case folded, spaces collapsed, legal endings removed ("Acme, Inc." =
 * "acme"). Nothing fuzzy: two names are the same when their forms are equal. Empty when nothing is left to compare.
 */
export function nameForm(name: string): string {
  const words = folded(name)
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  while (words.length > 1 && isEnding(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** Letters and digits of the form only, so that "Best Buy" can be compared with the label of bestbuy.com. */
export function compactForm(name: string): string {
  return nameForm(name).replace(/[^\p{L}\p{N}]/gu, '');
}

/** First words that many names and domains share, and that therefore tie none to another. */
const commonStarts = new Set(['the', 'a', 'an', 'my', 'best', 'top', 'new']);

/**
 * Does a domain's label begin as the name does, in whole words of both? "Foo Bar 300" is carried by `foo`, `foobar` and
 * `foo-shop`, not by `food` or `bar`. Too weak to identify a bare name; enough to believe the link given for one.
 */
export function carriesName(label: string, name: string): boolean {
  const starts = (words: readonly string[]) => words.map((_, index) => compactForm(words.slice(0, index + 1).join('')));
  const ofName = new Set(starts(nameForm(name).split(' ')));
  return starts(label.split('-')).some((start) => start !== '' && ofName.has(start) && !commonStarts.has(start));
}

function isEnding(word: string): boolean {
  return word === '&' || legalForms.has(word.replaceAll('.', ''));
}

function folded(name: string): string {
  // The trade marks go first: NFKC would turn them into letters of the name.
  const plain = name
    .replace(/[\u2122\u00ae\u00a9\u2120]/g, '')
    .normalize('NFKC')
    .toLowerCase();
  return plain.replaceAll('ß', 'ss').replaceAll('ς', 'σ').trim();
}
