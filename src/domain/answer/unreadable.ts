const sampleLength = 1500;
const minCharacters = 12;
const maxLines = 200;

/**
 * Returns true for a text that is not prose in any language: wire fragments, markup, replacement characters. Addresses
 * and table rules do not count, because real answers have many of them. If the first 1,500 characters look so, the
 * lines decide: one line of signs does not make an answer unreadable.
 */
export function isUnreadable(text: string): boolean {
  if (!isUnreadableSample(text.slice(0, sampleLength))) return false;
  const lines = text.split('\n', maxLines).filter((line) => line.trim().length >= minCharacters);
  const unreadable = lines.filter((line) => isUnreadableSample(line.slice(0, sampleLength)));
  return lines.length === 0 || unreadable.length * 2 > lines.length;
}

function isUnreadableSample(start: string): boolean {
  if (isPlainlyText(start)) return false;
  const sample = (/\|\s*:?-{2,}/.test(start) ? start.replaceAll('|', ' ') : start)
    .replace(/https?:\/\/[^\s)\]]{1,2000}/g, ' ')
    .replace(/[-:|]{3,}/g, ' ')
    .replace(/\s+/g, '');
  if (sample.length < minCharacters) return false;
  const lostCount = sample.match(/\uFFFD/g)?.length ?? 0;
  if (lostCount * 20 > sample.length) return true;
  const letters = sample.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  const signs = sample.match(/[|{}[\]<>\\;=_^~"]/g)?.length ?? 0;
  return letters * 10 < sample.length * 3 || signs * 3 > sample.length;
}

/** Returns true early for text that consists mostly of letters, as nearly all answers do. */
function isPlainlyText(sample: string): boolean {
  let letters = 0;
  let signs = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (code === 0xfffd) return false;
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) letters += 1;
    else if (code > 0x20 && code < 0x80) signs += 1;
  }
  return letters > 3 * signs;
}
