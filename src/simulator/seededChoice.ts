/**
 * Returns a number in [0, 1) that depends on the text alone, so that the same question gets the same answer everywhere.
 * FNV-1a over UTF-16 code units, then the murmur3 finalizer; good enough to vary a demo, not a source of secrets.
 */
export function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** Chooses a whole number in [low, high] by the text. */
export function wholeOf(text: string, low: number, high: number): number {
  return low + Math.floor(fractionOf(text) * (high - low + 1));
}

/** Chooses one entry of a non-empty list by the text. */
export function choiceOf<T>(text: string, list: readonly [T, ...T[]]): T {
  return list[Math.floor(fractionOf(text) * list.length)] ?? list[0];
}
