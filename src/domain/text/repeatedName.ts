/** A text of JSON, or what is outside texts and can begin or end an object. A text without its end is read once, to there. */
const token = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\],:]/gs;

/**
 * A name that an object of a JSON text carries twice, or null. Parsers keep the last, others the first: such a text means
 * two things. Names are compared as they read, so `"a"` and `"\u0061"` are the same. `text` must be valid JSON.
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
    // A name comes where an object opens or continues; after its colon comes a value.
    isName = match === '{' || (match === ',' && open.at(-1) !== null);
  }
  return null;
}
