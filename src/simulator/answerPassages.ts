import type { ComposedAnswer } from './composeAnswer.ts';

type Passage = { text: string; cites: readonly { url: string; title: string }[] };

/**
 * Splits the answer into passages with the pages that support each, for wires that write no link where they cite.
 * Joined without separators, the passages are the answer's text.
 */
export function passagesOf({ text, annotations }: ComposedAnswer): readonly Passage[] {
  const passages: { text: string; cites: { url: string; title: string }[] }[] = [];
  let from = 0;
  for (const { start_index, end_index, url, title } of annotations) {
    const before = text.slice(from, start_index).trimEnd();
    const last = passages.at(-1);
    if (before === '' && last !== undefined) last.cites.push({ url, title });
    else passages.push({ text: before, cites: [{ url, title }] });
    from = end_index;
  }
  return [...passages, { text: text.slice(from), cites: [] }];
}
