/**
 * Folds a name to the form in which a text is searched for it (check K1): NFKC, lower case, Markdown marks and
 * backslashes removed, white space collapsed. Link targets stay: they only add text between words.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/&#x20;|&nbsp;/g, ' ')
    .replace(/[\\*_`#[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Folds a name to letters and digits: the same product with another hyphen, quote or trademark sign is the same name.
 */
export function foldName(name: string): string {
  const knownText = folded.get(name);
  if (knownText !== undefined) return knownText;
  if (folded.size > maxKeptNames) folded.clear();
  const fresh = fold(name);
  folded.set(name, fresh);
  return fresh;
}

/** A reading folds the same names many times. */
const folded = new Map<string, string>();
const maxKeptNames = 2000;

function fold(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name))
    return name
      .toLowerCase()
      .replace(/[^a-z\d+]+/g, ' ')
      .trim();
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
}
