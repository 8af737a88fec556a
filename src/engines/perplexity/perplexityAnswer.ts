import type { EngineSearch, FrozenAnswer, Source } from '../../domain/answer/frozenAnswer.ts';
import { fillRecord, pickFields, recordsOf, textOf, type WireRecord } from '../../providers/wireRecords.ts';

function perplexityOutput(response: unknown): readonly WireRecord[] {
  return recordsOf(fillRecord(response)?.output);
}

function searchItems(response: unknown): readonly WireRecord[] {
  return perplexityOutput(response).filter(({ type }) => type === 'search_results');
}

function pagesOf(list: unknown): Source[] {
  return recordsOf(list).flatMap((page) => {
    const url = textOf(page.url);
    return url === null ? [] : [{ url, title: textOf(page.title) }];
  });
}

function queriesOf(item: WireRecord): readonly string[] {
  return Array.isArray(item.queries) ? item.queries.flatMap((query) => textOf(query) ?? []) : [];
}

/** Lists the searches, with the pages returned: one entry for a search with several queries. */
function searchesOf(response: unknown): readonly EngineSearch[] {
  return searchItems(response).flatMap((item) => {
    const query = queriesOf(item).join(' · ');
    return query === '' ? [] : [{ query, pages: pagesOf(item.results) }];
  });
}

export function completedPerplexitySearches(response: unknown): number {
  return searchItems(response).length;
}

/**
 * Reduces a response (or its saved copy) to the frozen answer; null without text. The unit of its offsets is not
 * documented, so its citations are sources of the answer without a position.
 */
export function freezePerplexity(response: unknown): FrozenAnswer | null {
  const output = perplexityOutput(response);
  const message = output.findLast(({ type }) => type === 'message');
  const parts = recordsOf(message?.content).filter(({ type }) => type === 'output_text');
  const text = parts.map((part) => textOf(part.text) ?? '').join('');
  if (text.trim() === '') return null;
  const cited = new Map(parts.flatMap((part) => pagesOf(part.annotations)).map((page) => [page.url, page]));
  const opened = output.filter(({ type }) => type === 'fetch_url_results').flatMap((item) => pagesOf(item.contents));
  return {
    text,
    annotations: [],
    sources: [...searchItems(response).flatMap((item) => pagesOf(item.results)), ...opened],
    refusal: null,
    incompleteReason: null,
    searchCount: completedPerplexitySearches(response),
    cited: [...cited.values()],
    searches: searchesOf(response),
  };
}

const keptFields = ['id', 'object', 'status', 'model', 'background', 'created_at', 'usage'];
const keptOfPage = ['id', 'url', 'title', 'date', 'last_updated', 'source'];

function keptItem(item: WireRecord): Record<string, unknown> {
  switch (item.type) {
    case 'message':
      return {
        ...pickFields(item, ['type', 'id', 'role', 'status']),
        content: recordsOf(item.content).map((part) => pickFields(part, ['type', 'text', 'annotations'])),
      };
    case 'search_results':
      return {
        ...pickFields(item, ['type', 'queries']),
        results: recordsOf(item.results).map((page) => pickFields(page, [...keptOfPage, 'snippet'])),
      };
    case 'fetch_url_results':
      return { type: item.type, contents: recordsOf(item.contents).map((page) => pickFields(page, keptOfPage)) };
    default:
      return pickFields(item, ['type', 'id', 'name', 'status', 'item_name']);
  }
}

/** Returns the copy of a response that is saved for later reading; it gives the same answer as the original. */
export function copyPerplexityResponse(response: WireRecord, clean: (text: string) => string): Record<string, unknown> {
  const error = fillRecord(response.error);
  return {
    ...pickFields(response, keptFields),
    ...(error === null ? {} : { error: { code: error.code ?? null, message: clean(String(error.message ?? '')) } }),
    output: perplexityOutput(response).map(keptItem),
  };
}
