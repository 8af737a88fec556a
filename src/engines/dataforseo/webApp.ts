import type { FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import { recordsOf, textOf, type WireRecord } from '../../providers/wireRecords.ts';
import { sourcesOf } from './overviewBlocks.ts';

/**
 * Reads the answer of a chat's web page: one Markdown text and the pages it names as sources, without positions.
 * Advertisements are left out and counted; if there are any, the text is assembled from the other parts, because the
 * whole may contain them. Null without text.
 */
export function freezeWebApp(result: WireRecord): FrozenAnswer | null {
  const items = recordsOf(result.items);
  const visibleItems = items.filter((item) => !isAdvertisement(item));
  const advertisements = items.length - visibleItems.length;
  const parts = visibleItems.flatMap((item) => partOf(item) ?? []).join('\n\n');
  const whole = textOf(result.markdown) ?? '';
  const text = advertisements > 0 || whole === '' ? parts : whole;
  if (text.trim() === '') return null;
  const cited = sourcesOf([...recordsOf(result.sources), ...visibleItems.flatMap(({ sources }) => recordsOf(sources))]);
  return {
    text,
    annotations: [],
    sources: sourcesOf(recordsOf(result.search_results)),
    refusal: null,
    incompleteReason: null,
    searchCount: null,
    cited,
    ...(advertisements === 0 ? {} : { advertisements }),
  };
}

function isAdvertisement({ type }: WireRecord): boolean {
  return /_ads?$|_paid$|sponsored/.test(textOf(type) ?? '');
}

/** Returns the text of a part of any kind: its own, or the names it lists. */
function partOf(item: WireRecord): string | null {
  const own = textOf(item.markdown) ?? textOf(item.original_text) ?? textOf(item.text);
  if (own !== null) return own;
  const names = [textOf(item.title), ...recordsOf(item.items).map(({ title }) => textOf(title))];
  const knownItems = names.filter((name) => name !== null);
  return knownItems.length === 0 ? null : knownItems.join('\n');
}
