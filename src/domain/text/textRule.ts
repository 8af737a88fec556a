/**
 * The one rule for incoming text. Control characters have no meaning in an id or a name and control terminals, and one
 * of them (U+0000) cannot be stored by every database; half a surrogate pair is not a character.
 */

const forbidden = /[\p{Cc}\u2028\u2029]/u;
const forbiddenInLines = /[^\P{Cc}\t\n\r]/u;
/** Printable ASCII, which most texts are, needs no slower checks. */
const plain = /^[ -~]*$/;

/** Explains why a text is refused; null if it is accepted. `multiline` permits line breaks and tabs. */
function textFlaw(text: string, multiline: boolean): string | null {
  if (plain.test(text)) return null;
  if (!text.isWellFormed()) return 'contains half of a surrogate pair, which is not a character';
  const character = (multiline ? forbiddenInLines : forbidden).exec(text)?.[0];
  if (character === undefined) return null;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `contains the control character U+${code}`;
}

/**
 * Finds the first text inside a value that the rule refuses, with its path; null without one.
 * @param multilineFields names whose texts may have several lines
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

/** Maximum nesting of a message: more than any legitimate one, and few enough levels for recursion. */
export const maxLevels = 100;

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
