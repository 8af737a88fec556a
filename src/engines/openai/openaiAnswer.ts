import type { Annotation, EngineSearch, FrozenAnswer, Source } from '../../domain/answer/frozenAnswer.ts';
import { fillRecord, numberOf, recordsOf, textOf, type WireRecord } from '../../providers/wireRecords.ts';

/** An impossible offset: the reader reports it as invalid and keeps the citation without a position. */
const nowhere = { startIndex: -1, endIndex: -1 };

type Span = { url: string; title: string | null; start: number; end: number };

/**
 * Converts the `url_citation` annotations of one text part to UTF-16 offsets into the whole text. The provider does not
 * state its unit. The units are equal until the text has a character outside the Basic Multilingual Plane (an emoji,
 * for example). For such a text evidence decides: the provider cites links that it writes into the text, so the adapter
 * uses the unit under which more spans are exactly their link. If no span is one, the unit under which more spans
 * contain their URL; UTF-16 if both units agree.
 * @param before length of the previous parts, in UTF-16 code units
 */
function utf16Annotations(text: string, list: readonly WireRecord[], before: number): readonly Annotation[] {
  const spans = list.filter((entry) => entry.type === 'url_citation').flatMap(spanOf);
  const asUnits = (offset: number): number => offset;
  const unit = /[\u{10000}-\u{10FFFF}]/u.test(text) ? chooseUnit(text, spans, asUnits) : asUnits;
  return spans.map(({ url, title, start, end }) => {
    const startIndex = unit(start);
    const endIndex = unit(end);
    // Checked here, per part: after other parts, an invalid offset could fall inside a valid text.
    const inside = startIndex >= 0 && endIndex >= startIndex && endIndex <= text.length;
    return { url, title, ...(inside ? { startIndex: before + startIndex, endIndex: before + endIndex } : nowhere) };
  });
}

function spanOf(entry: WireRecord): Span[] {
  const url = textOf(entry.url);
  if (url === null) return [];
  const start = numberOf(entry.start_index);
  const end = numberOf(entry.end_index);
  const whole = start !== null && end !== null && Number.isInteger(start) && Number.isInteger(end);
  return [{ url, title: textOf(entry.title), start: whole ? start : -1, end: whole ? end : -1 }];
}

function chooseUnit(text: string, spans: readonly Span[], asUnits: (offset: number) => number) {
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    starts.push(at);
    at += character.length;
  }
  starts.push(at);
  const asPoints = (offset: number): number => (offset < 0 ? offset : (starts[offset] ?? text.length + 1));
  const count = (unit: (offset: number) => number, fits: (slice: string, url: string) => boolean): number =>
    spans.filter(({ url, start, end }) => fits(text.slice(Math.max(0, unit(start)), Math.max(0, unit(end))), url))
      .length;
  for (const fits of [isLink, (slice: string, url: string) => slice.includes(url)]) {
    const [points, units] = [count(asPoints, fits), count(asUnits, fits)];
    if (points !== units) return points > units ? asPoints : asUnits;
  }
  return asUnits;
}

/** Returns true for a slice that is exactly a link to this address: bare or Markdown, with or without parentheses. */
function isLink(slice: string, url: string): boolean {
  const link = slice.startsWith('(') && slice.endsWith(')') ? slice.slice(1, -1) : slice;
  return link === url || (link.startsWith('[') && link.endsWith(`](${url})`));
}

/** Calls that wait for our reply, which we never send: item type -> [type that answers it, its id field]. */
const waiting: Readonly<Record<string, { id: string; answeredBy: string; refersBy: string }>> = {
  function_call: { id: 'call_id', answeredBy: 'function_call_output', refersBy: 'call_id' },
  custom_tool_call: { id: 'call_id', answeredBy: 'custom_tool_call_output', refersBy: 'call_id' },
  mcp_approval_request: { id: 'id', answeredBy: 'mcp_approval_response', refersBy: 'approval_request_id' },
};

export type OpenAction = { kind: string; name: string | null };

/** The output of a response, or the items of a conversation, in order. */
export function outputOf(response: unknown): readonly WireRecord[] {
  return recordsOf(fillRecord(response)?.output);
}

/** Finds calls and approval requests that nothing in the output answers, with their position. */
function openActionsAt(output: readonly WireRecord[]): { at: number; action: OpenAction }[] {
  const open: { at: number; action: OpenAction }[] = [];
  for (const [at, item] of output.entries()) {
    const kind = textOf(item.type) ?? '';
    const rule = waiting[kind];
    if (rule === undefined) continue;
    const id = item[rule.id];
    const isAnswered = output.some(
      (other) =>
        (other.type === rule.answeredBy && other[rule.refersBy] === id) ||
        // An approved remote call names the request it came from.
        (kind === 'mcp_approval_request' && other.type === 'mcp_call' && other.approval_request_id === id),
    );
    if (!isAnswered) open.push({ at, action: { kind, name: textOf(item.name) } });
  }
  return open;
}

/**
 * Returns the message that is the answer: the last one marked `final_answer`, otherwise the last one. While a call
 * waits for us, a message before it is commentary, so only a marked one, or one after the call, counts.
 */
function finalMessage(output: readonly WireRecord[]): WireRecord | null {
  const messages = [...output.entries()].filter(
    ([, item]) => item.type === 'message' && (item.role === 'assistant' || item.role === undefined),
  );
  const marked = messages.findLast(([, item]) => item.phase === 'final_answer');
  if (marked !== undefined) return marked[1];
  const lastOpen = openActionsAt(output).at(-1)?.at ?? -1;
  const last = messages.findLast(([at, item]) => at > lastOpen && (lastOpen < 0 || item.phase !== 'commentary'));
  return last?.[1] ?? null;
}

/** Lists calls that only a person may answer; empty if the work needs nothing from us. */
export function openActions(output: readonly WireRecord[]): readonly OpenAction[] {
  return openActionsAt(output).map(({ action }) => action);
}

/** Counts searches that the provider completed. Opened pages are not searches. */
export function completedSearches(output: readonly WireRecord[]): number {
  return output.filter(
    (item) =>
      item.type === 'web_search_call' && item.status === 'completed' && fillRecord(item.action)?.type === 'search',
  ).length;
}

/**
 * Returns pages that the search returned, then pages that were opened, each URL once in order. Sources without a URL
 * are skipped.
 */
function sourcesOf(output: readonly WireRecord[]): readonly Source[] {
  const urls = new Set<string>();
  const calls = output.filter((item) => item.type === 'web_search_call');
  for (const call of calls) {
    for (const source of recordsOf(fillRecord(call.action)?.sources)) {
      const url = textOf(source.url);
      if (url !== null) urls.add(url);
    }
  }
  for (const call of calls) {
    const action = fillRecord(call.action);
    const opened = action?.type === 'open_page' || action?.type === 'find_in_page';
    const url = textOf(action?.url);
    if (opened && call.status === 'completed' && url !== null) urls.add(url);
  }
  return [...urls].map((url) => ({ url, title: null }));
}

/** Lists the searches, with the pages reported for each: one entry for a search with several queries. */
function searchesOf(output: readonly WireRecord[]): readonly EngineSearch[] {
  return output.flatMap((item) => {
    const action = fillRecord(item.action);
    if (item.type !== 'web_search_call' || action?.type !== 'search') return [];
    const listed = Array.isArray(action.queries) ? action.queries.flatMap((query) => textOf(query) ?? []) : [];
    const query = listed.length > 0 ? listed.join(' · ') : textOf(action.query);
    const pages = recordsOf(action.sources).flatMap((source) => {
      const url = textOf(source.url);
      return url === null ? [] : [{ url, title: textOf(source.title) }];
    });
    return query === null ? [] : [{ query, pages }];
  });
}

function contentOf(message: WireRecord): { text: string; annotations: readonly Annotation[]; refusal: string | null } {
  let text = '';
  const annotations: Annotation[] = [];
  const refusals: string[] = [];
  for (const part of recordsOf(message.content)) {
    if (part.type === 'output_text' && typeof part.text === 'string') {
      annotations.push(...utf16Annotations(part.text, recordsOf(part.annotations), text.length));
      text += part.text;
    } else if (part.type === 'refusal' && typeof part.refusal === 'string') {
      refusals.push(part.refusal);
    }
  }
  return { text, annotations, refusal: refusals.length > 0 ? refusals.join('\n') : null };
}

/**
 * Reduces a response (or its saved copy) to the frozen answer. Null without a final message, or with an empty one.
 * Whether the work succeeded is decided elsewhere.
 */
export function freezeResponse(response: unknown): FrozenAnswer | null {
  const output = outputOf(response);
  const message = finalMessage(output);
  if (message === null) return null;
  const { text, annotations, refusal } = contentOf(message);
  if (text.trim() === '' && refusal === null) return null;
  return {
    text,
    annotations,
    sources: sourcesOf(output),
    refusal,
    incompleteReason: incompleteReasonOf(response),
    searchCount: completedSearches(output),
    searches: searchesOf(output),
  };
}

/** Returns the provider's reason for stopping early; `unknown` if it gave none. */
export function incompleteReasonOf(response: unknown): string | null {
  const object = fillRecord(response);
  const reason = textOf(fillRecord(object?.incomplete_details)?.reason);
  return reason ?? (object?.status === 'incomplete' ? 'unknown' : null);
}
