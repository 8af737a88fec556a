/** Starts that bring a reader into one of its states, pieces that repeat there, and ends that make it give up. */
const starts = [
  '', '1. ', '- ', '# ', 'Wow!', '**', '| ', '[', '> ', '<a href="', '<script type="application/ld+json">{"a":"', '<!--',
  '{"a": "', '["', 'User-agent: *\nDisallow: /', '<urlset><url><loc>', '<p>', 'Consider ',
]; // biome-ignore format: a table
const pieces = [
  '[', '(', '([)', '](', '![', '[[', '[a](b)', '[a]: b\n', '**', '*a', '_a_', '__', '`', '~~', '"', '\\"', '“', '’', '|', '|a', '|-|',
  ' ', '\t', '\n', '\r\n\r\n', '\u00a0', '.', '!', '?', ',', ':', ';', '-', '– ', '&amp;', '&#', '&#x20;', '<', '<a ', '<b>', '</', '<!',
  '>', '{', '[{', '[1,', '\\', '\\u', 'é', '😀', '🥇', '\u200d', '\u0000', '\ue200', '\ud800', 'a', 'a ', 'A.', 'Acme Pad 3, ',
  '1. A\n', '1', '1.', '$', 'https://a.com/', '- a\n', '%', '%41', '*', '$*', 'top best ', 's-', 'and ', '#', ' #', '\n\n# A', '//',
]; // biome-ignore format: a table
const ends = ['x', '!\n'];

export type Shape = { start: string; piece: string; end: string };

/** Combines every start with every piece and every end. */
export const shapes: readonly Shape[] = starts.flatMap((start) =>
  pieces.flatMap((piece) => ends.map((end) => ({ start, piece, end }))),
);

/** Builds a text of the shape with at least this length. */
export function textOf({ start, piece, end }: Shape, length: number): string {
  return start + piece.repeat(Math.ceil(length / piece.length)) + end;
}
