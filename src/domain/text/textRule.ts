/**
 * The one rule for text that comes in. Control characters have no meaning in an id or a name, steer terminals, and one
 * of them (U+0000) cannot be stored by every database; half a surrogate pair does not form a character.
 */

const forbidden = /[\p{Cc}\u2028\u2029]/u;
const forbiddenInLines = /[^\P{Cc}\t\n\r]/u;
/** Printable ASCII, as most texts are: nothing in it needs the slower looks. */
const plain = /^[ -~]*$/;

/** Explains why a text is refused; null if it is accepted. `multiline`: line breaks and tabs are allowed in it. */
function textFlaw(text: string, multiline: boolean): string | null {
  if (plain.test(text)) return null;
  if (!text.isWellFormed()) return 'holds half a surrogate pair, which is not a character';
  const character = (multiline ? forbiddenInLines : forbidden).exec(text)?.[0];
  if (character === undefined) return null;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `holds the control character U+${code}`;
}

/**
 * Finds the first text inside a value that the rule refuses, with its path; null without one.
 * @param multilineFields names below which texts may have several lines
 */
export function findTextFlaw(
  value: unknown,
  multilineFields: readonly string[],
  multiline = false,
): { path: readonly string[]; flaw: string } | null {
  if (typeof value === 'string') {
    const flaw = textFlaw(value, multiline);
    return flaw === null ? null : { path: [], flaw };
  }
  if (typeof value !== 'object' || value === null) return null;
  const record = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(record)) {
    const inside = findTextFlaw(record[name], multilineFields, multiline || multilineFields.includes(name));
    if (inside !== null) return { path: [name, ...inside.path], flaw: inside.flaw };
  }
  return null;
}

/** Maximum levels of objects and lists in a message: more than any has, and few enough to walk by recursion. */
export const maxLevels = 100;

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
