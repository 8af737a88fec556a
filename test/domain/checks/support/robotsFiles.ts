/** Generates the same numbers for each seed (mulberry32), so that a difference can be reproduced. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const agents = [
  'LampBot',
  'OtherBot',
  'lampbot',
  'LampBot/1.0',
  'LampBot2',
  'Lamp',
  '*',
  '* x',
  '*bot',
  '',
  'Third_Bot',
];
const plainKeys = ['Allow', 'Disallow', 'disallow', 'ALLOW', 'Disallow', 'Sitemap', 'Crawl-delay', 'Noindex', 'Host'];
const loose = ['Disalow', 'Dissallow', 'Allowed', 'Useragent', 'User agent', 'Disallow-x', 'Site-map'];
const plainPieces = [
  '/',
  '/a',
  'a',
  'b',
  '*',
  '$',
  '?',
  '=',
  '.html',
  '/index.html',
  '/index.htm',
  'ab',
  '//',
  '&',
  ';',
];
const encodedPieces = ['%2F', '%2f', '%61', '%7E', '~', '%C3%A9', 'é', '%3A', ':', '%2A', '%24', '%', '%4', '@', '%40'];
const ends = ['\n', '\n', '\n', '\r\n', '\r'];

export type FileKind = { encoded: boolean; loose: boolean };

export function makeFile(next: () => number, kind: FileKind): string {
  const pick = (list: readonly string[]): string => list[Math.floor(next() * list.length)] ?? '';
  let text = '';
  const lines = 2 + Math.floor(next() * 12);
  for (let at = 0; at < lines; at += 1) {
    const isAgent = next() < 0.3;
    const key = isAgent ? 'User-agent' : pick(kind.loose ? [...plainKeys, ...loose] : plainKeys);
    const colon = kind.loose && next() < 0.1 ? ' ' : pick([':', ': ', ' : ', ':\t', ':']);
    const value = isAgent ? pick(agents) : next() < 0.05 ? '' : makePath(next, kind, next() < 0.9);
    const tail = next() < 0.1 ? pick([' # note', '#x', ' \t', '  ']) : '';
    text += `${next() < 0.05 ? ' \t' : ''}${key}${colon}${value}${tail}${next() < 0.15 ? pick(ends) : ''}${pick(ends)}`;
  }
  return text;
}

export function makePath(next: () => number, kind: FileKind, rooted = true): string {
  const pieces = kind.encoded ? [...plainPieces, ...encodedPieces] : plainPieces;
  let path = rooted ? '/' : '';
  const count = Math.floor(next() * 5);
  for (let at = 0; at < count; at += 1) path += pieces[Math.floor(next() * pieces.length)] ?? '';
  return path;
}
