import type { Annotation, EngineSearch, FrozenAnswer, Source } from '../../domain/answer/frozenAnswer.ts';
import { fillRecord, pickFields, recordsOf, textOf, type WireRecord } from '../../providers/wireRecords.ts';

/** Stop reasons after which the text is not the whole answer. `pause_turn` is never continued: that is a second purchase. */
const cutOffReasons = new Set(['max_tokens', 'model_context_window_exceeded', 'pause_turn']);

/** Returns the vendor's reason for an incomplete answer; null if it is complete. */
export function incompleteReasonOf(message: WireRecord): string | null {
  const reason = textOf(message.stop_reason);
  return reason !== null && cutOffReasons.has(reason) ? reason : null;
}

/** Returns the message in a batch's result line; null without one. */
export function messageOf(line: unknown): WireRecord | null {
  return fillRecord(fillRecord(fillRecord(line)?.result)?.message);
}

/**
 * Reads the text of the answer with its citations. The vendor ties a source to a whole block of text, so a citation's
 * range is its block. Blocks separated by something else (a search, reasoning) become separate paragraphs; adjacent
 * ones are joined.
 */
function textAndCitations(content: readonly WireRecord[]): { text: string; annotations: readonly Annotation[] } {
  let text = '';
  let isApart = false;
  const annotations: Annotation[] = [];
  for (const block of content) {
    const words = block.type === 'text' ? textOf(block.text) : null;
    if (words === null) {
      isApart = true;
      continue;
    }
    if (isApart && text !== '') text += text.endsWith('\n') ? '\n' : '\n\n';
    isApart = false;
    const startIndex = text.length;
    text += words;
    for (const citation of recordsOf(block.citations)) {
      const url = textOf(citation.url);
      if (url === null) continue;
      annotations.push({ url, title: textOf(citation.title), startIndex, endIndex: text.length, byPassage: true });
    }
  }
  return { text, annotations };
}

function pagesOf(block: WireRecord): readonly Source[] {
  return recordsOf(block.content).flatMap((page) => {
    const url = textOf(page.url);
    return url === null ? [] : [{ url, title: textOf(page.title) }];
  });
}

/** Returns search results; a failed search has an error instead. */
function resultBlocks(content: readonly WireRecord[]): readonly WireRecord[] {
  return content.filter((block) => block.type === 'web_search_tool_result' && Array.isArray(block.content));
}

function searchesOf(content: readonly WireRecord[]): readonly EngineSearch[] {
  const results = resultBlocks(content);
  return content.flatMap((block) => {
    const query = textOf(fillRecord(block.input)?.query);
    if (block.type !== 'server_tool_use' || block.name !== 'web_search' || query === null) return [];
    const returned = results.find((result) => result.tool_use_id === block.id);
    return [{ query, pages: returned === undefined ? [] : pagesOf(returned) }];
  });
}

/** Counts searches that the vendor completed. */
export function completedClaudeSearches(message: WireRecord): number {
  return resultBlocks(recordsOf(message.content)).length;
}

/** Reduces a result line (or its saved copy) to the frozen answer; null without text or refusal. */
export function freezeClaudeResult(line: unknown): FrozenAnswer | null {
  const message = messageOf(line);
  if (message === null) return null;
  const content = recordsOf(message.content);
  const { text, annotations } = textAndCitations(content);
  const refused = message.stop_reason === 'refusal';
  if (text.trim() === '' && !refused) return null;
  return {
    text,
    annotations,
    sources: resultBlocks(content).flatMap(pagesOf),
    refusal: refused ? formatRefusal(message, text) : null,
    incompleteReason: incompleteReasonOf(message),
    searchCount: completedClaudeSearches(message),
    searches: searchesOf(content),
  };
}

function formatRefusal(message: WireRecord, text: string): string {
  const explanation = textOf(fillRecord(message.stop_details)?.explanation);
  return explanation ?? (text.trim() === '' ? 'The provider declined to answer and gave no reason.' : text);
}

const keptOfMessage = ['id', 'model', 'role', 'stop_reason', 'stop_details', 'usage'];

/** Returns a block without reasoning and data that only the vendor can read; for unknown blocks, only the name. */
function keptBlock(block: WireRecord): Record<string, unknown>[] {
  switch (block.type) {
    case 'thinking':
    case 'redacted_thinking':
      return [];
    case 'text': {
      const citations = recordsOf(block.citations).map((one) =>
        pickFields(one, ['type', 'url', 'title', 'cited_text']),
      );
      return [{ ...pickFields(block, ['type', 'text']), ...(citations.length === 0 ? {} : { citations }) }];
    }
    case 'server_tool_use':
      return [
        { ...pickFields(block, ['type', 'id', 'name']), input: pickFields(fillRecord(block.input) ?? {}, ['query']) },
      ];
    case 'web_search_tool_result': {
      const content = Array.isArray(block.content)
        ? recordsOf(block.content).map((page) => pickFields(page, ['type', 'url', 'title', 'page_age']))
        : pickFields(fillRecord(block.content) ?? {}, ['type', 'error_code']);
      return [{ ...pickFields(block, ['type', 'tool_use_id']), content }];
    }
    default:
      return [pickFields(block, ['type', 'id', 'name'])];
  }
}

/** Returns the copy of a result line that is saved for later reading; it gives the same answer as the original. */
export function copyClaudeResult(line: WireRecord, clean: (text: string) => string): Record<string, unknown> {
  const result = fillRecord(line.result) ?? {};
  const message = fillRecord(result.message);
  const error = fillRecord(fillRecord(result.error)?.error);
  return {
    ...pickFields(line, ['custom_id']),
    result: {
      ...pickFields(result, ['type']),
      ...(error === null ? {} : { error: { type: error.type ?? null, message: clean(String(error.message ?? '')) } }),
      ...(message === null
        ? {}
        : {
            message: { ...pickFields(message, keptOfMessage), content: recordsOf(message.content).flatMap(keptBlock) },
          }),
    },
  };
}
