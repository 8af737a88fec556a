/** RFC 3492, section 5: the parameters that domain names use. */
const base = 36;
const [tMin, tMax, skew, damp] = [1, 26, 38, 700];
const [initialBias, initialN] = [72, 128];

/**
 * Decodes the part of a label after `xn--`, lower case, to Unicode. Null when it is no Punycode: a digit that is none, an
 * end in the middle of a number, or a code point that does not exist.
 */
export function decodePunycode(text: string): string | null {
  const mark = text.lastIndexOf('-');
  const points = [...text.slice(0, Math.max(0, mark))].map((letter) => letter.codePointAt(0) ?? 0);
  let [n, i, bias] = [initialN, 0, initialBias];
  for (let at = mark < 0 ? 0 : mark + 1; at < text.length; ) {
    const before = i;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(text[at++]);
      if (digit === null) return null;
      i += digit * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
      if (i > 0x10ffff * base) return null;
    }
    const length = points.length + 1;
    bias = adapt(i - before, length, before === 0);
    n += Math.floor(i / length);
    if (n > 0x10ffff || (n >= 0xd800 && n <= 0xdfff)) return null;
    i %= length;
    points.splice(i++, 0, n);
  }
  return String.fromCodePoint(...points);
}

function digitOf(letter: string | undefined): number | null {
  if (letter === undefined) return null;
  if (letter >= 'a' && letter <= 'z') return letter.charCodeAt(0) - 97;
  return letter >= '0' && letter <= '9' ? letter.charCodeAt(0) - 22 : null;
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = first ? Math.floor(delta / damp) : Math.floor(delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > Math.floor(((base - tMin) * tMax) / 2); k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
