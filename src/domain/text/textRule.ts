/**
 * The one rule for text that comes in. Control characters have no meaning in an id or a name, steer terminals, and one
 * of them (U+0000) cannot be stored by every database; half a surrogate pair is no character at all.
 */

const forbidden = /[\p{Cc}\u2028\u2029]/u;
const forbiddenInLines = /[^\P{Cc}\t\n\r]/u;
/** Printable ASCII, as most texts are: nothing in it needs the slower looks. */
const plain = /^[ -~]*$/;

/** Why a text is not taken; null when it is. `multiline`: line breaks and tabs may stand in it. */
function textFlaw(text: string, multiline: boolean): string | null {
  if (plain.test(text)) return null;
  if (!text.isWellFormed()) return 'holds half a surrogate pair, which is no character';
  const character = (multiline ? forbiddenInLines : forbidden).exec(text)?.[0];
  if (character === undefined) return null;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `holds the control character U+${code}`;
}

/**
 * The first text inside a value that the rule refuses, with where it stands; null when there is none.
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

/** How many levels of objects and lists a message may have: more than any has, and few enough to walk by recursion. */
export const maxLevels = 100;

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
