/**
 * A JSON string, or a character outside strings that can begin or end an object. An unterminated string is scanned only
 * once.
 */
const token = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\],:]/gs;

/**
 * Returns a name that an object in a JSON text contains twice; null without one. Some parsers keep the last value and
 * others the first, so such a text is ambiguous. Names are compared decoded, so `"a"` and `"\u0061"` are equal. `text`
 * must be valid JSON.
 */
export function repeatedName(text: string): string | null {
  // One entry for each open object (its names so far) or array (null).
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (const [match] of text.matchAll(token)) {
    const names = open.at(-1) ?? null;
    if (match === '{') open.push(new Set());
    else if (match === '[') open.push(null);
    else if (match === '}' || match === ']') open.pop();
    else if (match !== ',' && match !== ':' && isName && names !== null) {
      const name = String(JSON.parse(match));
      if (names.has(name)) return name;
      names.add(name);
    }
    // A name follows an opening brace, or a comma inside an object; a value follows its colon.
    isName = match === '{' || (match === ',' && open.at(-1) !== null);
  }
  return null;
}
