/**
 * The form in which a name is looked for in a text (check K1): NFKC, lower case, Markdown marks and backslashes gone,
 * white space collapsed. Link targets stay, they only ever add text between words.
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

/** Letters and digits only: the same product written with another hyphen, quote or trademark sign is the same name. */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
}
