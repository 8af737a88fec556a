import type { Work } from '../../simulator/answerWork.ts';
import type { ComposedAnswer } from '../../simulator/composeAnswer.ts';
import { type Json, listTime } from '../../simulator/dataForSeoWire.ts';
import { fractionOf } from '../../simulator/seededChoice.ts';

/** Simulated functions, by the path before `task_post`. */
export const taskFunctions = [
  'serp/google/ai_mode',
  'serp/google/organic',
  'ai_optimization/chat_gpt/llm_scraper',
  'ai_optimization/gemini/llm_scraper',
] as const;
export type TaskFunction = (typeof taskFunctions)[number];

type Page = { url: string; title: string };
type Passage = { text: string; pages: readonly Page[] };

/** Some of the vendor's texts contain whole images. */
const inlineImage = '![chart](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA)';

/** Splits the answer into passages, each with the pages next to it and without their marks in the text. */
function passagesOf({ text, annotations }: ComposedAnswer): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const inside = annotations.filter(({ start_index, end_index }) => start_index >= start && end_index <= end);
    let plain = '';
    let at = start;
    for (const { start_index, end_index } of inside) {
      plain += text.slice(at, start_index);
      at = end_index;
    }
    plain = (plain + text.slice(at, end)).trim();
    const pages = inside.map(({ url, title }) => ({ url: url.replace('?utm_source=openai', ''), title }));
    if (plain !== '') passages.push({ text: plain, pages });
    start = end + 1;
  }
  return passages;
}

function referencesOf(pages: readonly Page[]): Json[] {
  return pages.map(({ url, title }, position) => ({
    type: 'ai_overview_reference',
    position: String(position + 1),
    source: new URL(url).hostname,
    domain: new URL(url).hostname,
    url: `${url}#:~:text=${encodeURIComponent(title.toWellFormed())}`,
    title,
    text: `About ${title}`,
  }));
}

function advertisement(question: string): Json[] {
  if (fractionOf(`${question} paid`) < 0.5) return [];
  const item = { type: 'ai_overview_paid_element', title: 'Paidbrook', url: 'https://paidbrook.example/' };
  return [
    { type: 'ai_overview_paid', text: 'Sponsored', markdown: '1. **Paidbrook** – an advertisement.', items: [item] },
  ];
}

function overviewBlock(work: Work): Json {
  const passages = passagesOf(work.answer);
  const elements = passages.map(({ text, pages }) => ({
    type: 'ai_overview_element',
    title: null,
    text,
    markdown: text,
    links: null,
    images: null,
    references: referencesOf(pages),
  }));
  const further = work.answer.searches
    .flatMap(({ urls }) => urls)
    .map((url) => ({ url, title: new URL(url).hostname }));
  return {
    type: 'ai_overview',
    rank_absolute: 1,
    asynchronous_ai_overview: true,
    markdown: `${work.answer.text}\n\n${inlineImage}`,
    items: [...elements, ...advertisement(String(work.request.keyword))],
    references: referencesOf(further.slice(0, 2)),
  };
}

const emptyBlock = {
  type: 'ai_overview',
  asynchronous_ai_overview: true,
  markdown: null,
  items: null,
  references: null,
};

function organicItems(work: Work): Json[] {
  const pages = passagesOf(work.answer).flatMap(({ pages: listed }) => listed);
  // Other boxes contain answers to other questions.
  const also = {
    type: 'people_also_ask_ai_overview_expanded_element',
    items: [{ type: 'ai_overview_element', text: 'No.' }],
  };
  return [
    { type: 'people_also_ask', items: [{ type: 'people_also_ask_element', expanded_element: [also] }] },
    ...pages.map(({ url, title }, index) => ({
      type: 'organic',
      rank_absolute: index + 2,
      domain: new URL(url).hostname,
      url,
      title,
    })),
  ];
}

function itemsOf(path: TaskFunction, work: Work): Json[] | null {
  if (work.course === 'no_results') return null;
  if (path === 'serp/google/ai_mode') return [work.course === 'no_answer' ? emptyBlock : overviewBlock(work)];
  if (path === 'serp/google/organic') {
    const top = work.course === 'no_answer' ? [] : [work.course === 'loaded_later' ? emptyBlock : overviewBlock(work)];
    return [...top, ...organicItems(work)];
  }
  if (work.course === 'no_answer') return [];
  const kind = path.includes('gemini') ? 'gemini_text' : 'chat_gpt_text';
  const ads = path.includes('gemini') ? [] : advertisement(String(work.request.keyword));
  return [
    { type: kind, markdown: plainText(work), sources: chatSources(work) },
    ...ads.map(() => ({
      type: 'chat_gpt_ad',
      is_rendered: true,
      title: 'Paidbrook',
      url: 'https://paidbrook.example/',
    })),
  ];
}

const plainText = (work: Work): string =>
  passagesOf(work.answer)
    .map(({ text }) => text)
    .join('\n\n');

function chatSources(work: Work): Json[] {
  return passagesOf(work.answer)
    .flatMap(({ pages }) => pages)
    .map(({ url, title }) => ({ title, domain: new URL(url).hostname, url: `${url}?utm_source=chatgpt.com` }));
}

function chatMembers(path: TaskFunction, work: Work): Json {
  if (!path.startsWith('ai_optimization/')) return { check_url: 'https://www.google.com/search', type: 'ai_mode' };
  const shown = work.course !== 'no_answer';
  const common = { markdown: shown ? plainText(work) : null, sources: shown ? chatSources(work) : null };
  if (path.includes('gemini')) return { model: 'simulated-gemini', ...common };
  return {
    model: 'simulated-chat',
    ...common,
    fan_out_queries: work.answer.searches.map(({ query }) => query),
    search_results: work.answer.searches.flatMap(({ urls }) =>
      urls.map((url) => ({ url, title: new URL(url).hostname })),
    ),
    brand_entities: [],
  };
}

/** The one result of a finished task. */
export function taskResult(path: TaskFunction, work: Work): Json {
  const items = itemsOf(path, work);
  return {
    keyword: work.request.keyword,
    location_code: work.request.location_code ?? null,
    language_code: work.request.language_code,
    se_domain: 'google.com',
    datetime: listTime(work.ended?.at ?? work.createdAt),
    ...chatMembers(path, work),
    item_types: [...new Set((items ?? []).map(({ type }) => type))],
    items_count: items?.length ?? 0,
    items,
  };
}
