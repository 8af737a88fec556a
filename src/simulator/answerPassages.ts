import type { ComposedAnswer } from './composeAnswer.ts';

type Passage = { text: string; cites: readonly { url: string; title: string }[] };

/**
 * The answer as passages with the pages that each rests on, for wires that write no link where they cite. Joined without
 * anything between them, the passages are the answer's text.
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
