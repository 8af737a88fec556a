import type { Annotation, FrozenAnswer, Source } from '../../domain/answer/frozenAnswer.ts';
import { fillRecord, recordsOf, textOf, type WireRecord, wordOf } from '../../providers/wireRecords.ts';

/** A passage of the answer with the pages that the vendor names for all of it. */
type Passage = { text: string; references: readonly WireRecord[] };

const gap = '\n\n';

/**
 * Reads the answer from blocks of the kind `ai_overview`: their elements in order, each with the pages shown next to
 * it. Advertisements are left out and counted. Null if a block has content but none of it can be read.
 */
export function freezeBlocks(blocks: readonly WireRecord[]): FrozenAnswer | null {
  const passages: Passage[] = [];
  const loose: WireRecord[] = [];
  let advertisements = 0;
  let unread = 0;
  for (const block of blocks) {
    const elements = recordsOf(block.items);
    loose.push(...recordsOf(block.references));
    // It may contain advertisements, so it is read only if there is nothing else.
    const whole = elements.length === 0 ? textOf(block.markdown) : null;
    if (whole !== null) passages.push({ text: whole, references: [] });
    for (const element of elements) {
      if (isAdvertisement(element)) advertisements += Math.max(1, recordsOf(element.items).length);
      else {
        const read = passagesOf(element);
        if (read.length === 0) unread += 1;
        passages.push(...read);
      }
    }
  }
  if (passages.length === 0 && unread > 0) return null;
  return { ...joined(passages, loose), ...(advertisements === 0 ? {} : { advertisements }) };
}

function isAdvertisement({ type }: WireRecord): boolean {
  return /_paid$|_ads?$|sponsored/.test(textOf(type) ?? '');
}

/** Returns the passages of an element of any kind: an unknown kind is read by the members that most kinds have. */
function passagesOf(element: WireRecord): Passage[] {
  const components = recordsOf(element.components);
  const own = titledMarkdown(element) ?? tableOf(element) ?? linesOf([textOf(element.title), textOf(element.text)]);
  const references = recordsOf(element.references);
  if (components.length > 0) {
    return [...passage(own, references), ...components.flatMap((component) => passagesOf(component))];
  }
  const items = recordsOf(element.items).map((item) => ({ title: textOf(item.title), item }));
  // Products and films: their names, each with its own link.
  const named = items.flatMap(({ title, item }) => passage(title, linkOf(item)));
  if (named.length > 0)
    return own === null ? named : [{ text: own, references: items.flatMap(({ item }) => linkOf(item)) }];
  return passage(own, [...references, ...(element.url === undefined ? [] : linkOf(element))]);
}

/** Returns an element's Markdown below the title that the page shows, unless the Markdown already contains it. */
function titledMarkdown(element: WireRecord): string | null {
  const [title, markdown] = [textOf(element.title), textOf(element.markdown)];
  if (markdown === null || title === null || markdown.includes(title)) return markdown;
  return `${title}${gap}${markdown}`;
}

function passage(text: string | null, references: readonly WireRecord[]): Passage[] {
  return text === null ? [] : [{ text, references }];
}

function linkOf(item: WireRecord): WireRecord[] {
  return textOf(item.url) === null ? [] : [item];
}

function linesOf(parts: readonly (string | null)[]): string | null {
  const lines = parts.filter((part) => part !== null);
  return lines.length === 0 ? null : lines.join('\n');
}

/** Writes a table that has no Markdown. */
function tableOf(element: WireRecord): string | null {
  const table = fillRecord(element.table);
  const rows = [table?.table_header, ...(Array.isArray(table?.table_content) ? table.table_content : [])].flatMap(
    (row) => (Array.isArray(row) && row.length > 0 ? [row.map((cell) => wordOf(cell).replaceAll('|', '\\|'))] : []),
  );
  const [head, ...body] = rows;
  if (head === undefined) return null;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

/** Joins passages to one text; a passage's sources cover all of it. */
function joined(passages: readonly Passage[], loose: readonly WireRecord[]): FrozenAnswer {
  let text = '';
  const annotations: Annotation[] = [];
  for (const { text: own, references } of passages) {
    if (text !== '') text += gap;
    const startIndex = text.length;
    text += own;
    for (const { url, title } of sourcesOf(references)) {
      annotations.push({ url, title, startIndex, endIndex: text.length, byPassage: true });
    }
  }
  const placed = new Set(annotations.map(({ url }) => url));
  const cited = sourcesOf(loose).filter(({ url }) => !placed.has(url));
  return {
    text,
    annotations,
    sources: [],
    refusal: null,
    incompleteReason: null,
    searchCount: null,
    ...(cited.length === 0 ? {} : { cited }),
  };
}

/** Returns the pages in a list of references, each once, without the fragment that marks a sentence. */
export function sourcesOf(references: readonly WireRecord[]): Source[] {
  const titles = new Map<string, string | null>();
  for (const reference of references) {
    const url = pageOf(reference.url);
    if (url !== null && (titles.get(url) ?? null) === null) titles.set(url, textOf(reference.title));
  }
  return [...titles].map(([url, title]) => ({ url, title }));
}

/** Returns an address without its fragment, and without the parameter that a chat adds to links. */
function pageOf(value: unknown): string | null {
  const url = textOf(value);
  if (url === null) return null;
  return url
    .replace(/#.*$/s, '')
    .replace(/([?&])utm_source=chatgpt\.com(&|$)/, (_all, before: string, after: string) =>
      after === '&' ? before : '',
    );
}
