import type { Annotation, EngineSearch, FrozenAnswer, Source } from '../../domain/answer/frozenAnswer.ts';
import {
  countOf,
  fillRecord,
  pickFields,
  recordsOf,
  textOf,
  type WireRecord,
  wordOf,
} from '../../providers/wireRecords.ts';

function stepsOf(interaction: unknown): readonly WireRecord[] {
  return recordsOf(fillRecord(interaction)?.steps);
}

/** Maps each byte at which a character of the text begins, and its end, to the offset in UTF-16 code units. */
function unitsByByte(text: string): ReadonlyMap<number, number> {
  const units = new Map<number, number>();
  let byte = 0;
  let unit = 0;
  for (const character of text) {
    units.set(byte, unit);
    byte += Buffer.byteLength(character);
    unit += character.length;
  }
  return units.set(byte, unit);
}

/** Links of the vendor that redirect to the cited page for some time; their title is the website's bare domain. */
const redirect = /^https:\/\/vertexaisearch\.cloud\.google\.com\/grounding-api-redirect\//;
const bareDomain = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+[\p{L}][\p{L}\d-]+$/u;

/**
 * Returns the page of an annotation. Redirects are never followed, so only the website of a redirected page is known.
 */
function pageOf(annotation: WireRecord): Source | null {
  const url = textOf(annotation.url);
  if (annotation.type !== 'url_citation' || url === null) return null;
  const title = textOf(annotation.title);
  const isHidden = redirect.test(url) && title !== null && bareDomain.test(title);
  return { url: isHidden ? `https://${title.toLowerCase()}/` : url, title };
}

type Citations = { placed: Annotation[]; unplaced: Source[] };

/**
 * Returns the citations of one text part. This wire counts bytes of UTF-8 from the start of the part, end excluded; a
 * range outside the text, or inside a character, becomes a source without a position.
 */
function readCitations(part: WireRecord, text: string, before: number, citations: Citations): void {
  const units = unitsByByte(text);
  for (const annotation of recordsOf(part.annotations)) {
    const page = pageOf(annotation);
    if (page === null) continue;
    const start = units.get(countOf(annotation.start_index) ?? -1);
    const end = units.get(countOf(annotation.end_index) ?? -1);
    if (start === undefined || end === undefined || end < start) citations.unplaced.push(page);
    else citations.placed.push({ ...page, startIndex: before + start, endIndex: before + end });
  }
}

/** Joins the text of all outputs in order; whatever the engine did between two of them separates paragraphs. */
function textAndCitations(steps: readonly WireRecord[]): { text: string } & Citations {
  let text = '';
  const citations: Citations = { placed: [], unplaced: [] };
  for (const step of steps.filter(({ type }) => type === 'model_output')) {
    const parts = recordsOf(step.content).filter((part) => part.type === 'text' && textOf(part.text) !== null);
    if (parts.length > 0 && text !== '') text += text.endsWith('\n') ? '\n' : '\n\n';
    for (const part of parts) {
      const words = String(part.text);
      readCitations(part, words, text.length, citations);
      text += words;
    }
  }
  return { text, ...citations };
}

/** Counts search calls with results. Without any, the model answered from memory. */
export function completedGeminiSearches(interaction: unknown): number {
  const steps = stepsOf(interaction);
  const failed = new Set(
    steps.filter((step) => step.type === 'google_search_result' && step.is_error === true).map((step) => step.call_id),
  );
  return steps.filter((step) => step.type === 'google_search_call' && !failed.has(step.id)).length;
}

/** Lists the searches. The vendor reports only cited pages, not which were returned. */
function searchesOf(steps: readonly WireRecord[]): readonly EngineSearch[] {
  return steps
    .filter(({ type }) => type === 'google_search_call')
    .flatMap((step) => {
      const queries = fillRecord(step.arguments)?.queries;
      return Array.isArray(queries) ? queries.flatMap((query) => textOf(query) ?? []) : [];
    })
    .map((query) => ({ query, pages: [] }));
}

/** Reduces an interaction (or its saved copy) to the frozen answer; null without text. */
export function freezeGemini(interaction: unknown): FrozenAnswer | null {
  const steps = stepsOf(interaction);
  const { text, placed, unplaced } = textAndCitations(steps);
  if (text.trim() === '') return null;
  const sources = new Map([...placed, ...unplaced].map(({ url, title }) => [url, { url, title }]));
  return {
    text,
    annotations: placed,
    sources: [...sources.values()],
    refusal: null,
    incompleteReason: fillRecord(interaction)?.status === 'incomplete' ? 'incomplete' : null,
    searchCount: completedGeminiSearches(interaction),
    ...(unplaced.length === 0 ? {} : { cited: unplaced }),
    searches: searchesOf(steps),
  };
}

const keptFields = ['id', 'status', 'model', 'created', 'updated', 'labels', 'usage'];

/** Returns a step without reasoning, signatures and the vendor's HTML; for unknown steps, only the name. */
function keptStep(step: WireRecord): Record<string, unknown>[] {
  switch (step.type) {
    case 'thought':
    case 'user_input':
      return [];
    case 'google_search_call':
      return [
        { ...pickFields(step, ['type', 'id']), arguments: pickFields(fillRecord(step.arguments) ?? {}, ['queries']) },
      ];
    case 'google_search_result':
      return [pickFields(step, ['type', 'call_id', 'is_error'])];
    case 'model_output': {
      const texts = recordsOf(step.content).filter(({ type }) => type === 'text');
      return [{ type: step.type, content: texts.map((part) => pickFields(part, ['type', 'text', 'annotations'])) }];
    }
    default:
      return [pickFields(step, ['type', 'id', 'name'])];
  }
}

/** Returns the copy of an interaction that is saved for later reading; it gives the same answer as the original. */
export function copyInteraction(interaction: WireRecord, clean: (text: string) => string): Record<string, unknown> {
  const errors = recordsOf(interaction.errors).map(({ code, message }) => ({
    code: code ?? null,
    message: clean(wordOf(message)),
  }));
  return {
    ...pickFields(interaction, keptFields),
    ...(errors.length === 0 ? {} : { errors }),
    steps: stepsOf(interaction).flatMap(keptStep),
  };
}
