import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/domain/answer/readAnswer.ts';
import { freezers } from '../../src/engines/engineDefinitions.ts';

/** Reads the one result of a finished task, by engine. */
const read = (engine: string, result: unknown) => freezers.get(engine)?.({ status_code: 20000, result: [result] });

const reference = (url: string, title = 'A page') => ({ type: 'ai_overview_reference', url, title });
const element = (markdown: string, ...urls: string[]) => ({
  type: 'ai_overview_element',
  markdown,
  text: 'not this',
  references: urls.map((url) => reference(url)),
});
const block = (items: unknown, more: Record<string, unknown> = {}) => ({ type: 'ai_overview', items, ...more });
const page = (...items: unknown[]) => ({ items });

describe('AI Mode', () => {
  test('keeps the title above an element, once', () => {
    const frozen = read(
      'google-ai-mode',
      page(
        block([
          { ...element('- **Ferrywood**: quick to learn.'), title: 'For small teams' },
          { ...element('### For large teams\n\n- **Pinecroft**: many roles.'), title: 'For large teams' },
        ]),
      ),
    );
    expect(frozen?.text).toBe(
      'For small teams\n\n- **Ferrywood**: quick to learn.\n\n### For large teams\n\n- **Pinecroft**: many roles.',
    );
    expect(frozen && readAnswer(frozen).mentions.map(({ name }) => name)).toEqual(['Ferrywood', 'Pinecroft']);
  });

  test('joins its elements, and a page next to an element covers all of it', () => {
    const frozen = read(
      'google-ai-mode',
      page(
        block(
          [
            element('For a small team, two stand out:'),
            element(
              '- **Ferrywood**: quick to learn.',
              'https://reviews.example/a#:~:text=quick',
              'https://reviews.example/a',
            ),
            { type: 'ai_overview_paid', markdown: '**Buyme**', items: [{ title: 'Buyme' }, { title: 'Buyme too' }] },
            {
              type: 'ai_overview_expanded_element',
              title: 'Also considered',
              components: [
                { title: 'Pinecroft', text: 'For larger teams.', references: [reference('https://b.example/p')] },
              ],
            },
            {
              type: 'ai_overview_table_element',
              table: { table_header: ['Name', 'Price'], table_content: [['Ferrywood', '9']] },
            },
            { type: 'ai_overview_video_element', title: 'A film', url: 'https://films.example/1' },
            { type: 'ai_overview_shopping', items: [{ title: 'A box', url: 'https://shop.example/box' }] },
            { type: 'ai_overview_from_next_year', text: 'Something new.' },
          ],
          {
            markdown: 'never read',
            references: [reference('https://reviews.example/a'), reference('https://c.example/z#top')],
          },
        ),
      ),
    );
    expect(frozen?.text.split('\n\n')).toEqual([
      'For a small team, two stand out:',
      '- **Ferrywood**: quick to learn.',
      'Also considered',
      'Pinecroft\nFor larger teams.',
      '| Name | Price |\n| --- | --- |\n| Ferrywood | 9 |',
      'A film',
      'A box',
      'Something new.',
    ]);
    const cited = frozen?.annotations.map(({ url, startIndex, endIndex, byPassage }) => [
      url,
      frozen.text.slice(startIndex, endIndex),
      byPassage,
    ]);
    expect(cited).toEqual([
      ['https://reviews.example/a', '- **Ferrywood**: quick to learn.', true],
      ['https://b.example/p', 'Pinecroft\nFor larger teams.', true],
      ['https://films.example/1', 'A film', true],
      ['https://shop.example/box', 'A box', true],
    ]);
    expect([frozen?.cited, frozen?.advertisements, frozen?.searches]).toEqual([
      [{ url: 'https://c.example/z', title: 'A page' }],
      2,
      undefined,
    ]);
  });

  test('reads the whole block only if it has no elements', () => {
    expect(read('google-ai-mode', page(block(null, { markdown: 'Take **Ferrywood**.' })))?.text).toBe(
      'Take **Ferrywood**.',
    );
  });

  test.each<[name: string, result: unknown, says: string | null]>([
    ['an empty block', page(block(null)), 'no_answer_shown'],
    ['no block', page(), 'no_answer_shown'],
    ['advertisements alone', page(block([{ type: 'ai_overview_paid', markdown: 'Buy' }])), 'no_answer_shown'],
    ['elements without anything readable', page(block([{ type: 'ai_overview_hologram', light: 1 }])), null],
    ['items of another kind', page({ type: 'something_new' }), null],
    ['items that are not a list', { items: 'text' }, null],
  ])('of %s reports %s, and nothing throws', (_name, result, says) => {
    expect(read('google-ai-mode', result)?.noAnswer ?? null).toBe(says);
  });

  test('is read as Markdown: names in order, with their pages', () => {
    const frozen = read(
      'google-ai-mode',
      page(
        block([
          element('Three planners suit a small choir:'),
          element('1. **Larkwell** – rehearsals and rooms in one list.', 'https://choirs.example/larkwell'),
          element('2. **Quaverly** – free for up to twenty singers.', 'https://choirs.example/quaverly'),
          element('3. **Stavemark** – best for touring.', 'https://tours.example/stavemark'),
        ]),
      ),
    );
    if (!frozen) throw new Error('nothing was read');
    const { mentions, citations } = readAnswer(frozen);
    expect(mentions.map(({ name }) => name)).toEqual(['Larkwell', 'Quaverly', 'Stavemark']);
    expect(citations.map(({ url }) => url)).toContain('https://choirs.example/quaverly');
  });
});

describe('AI Overview', () => {
  const organic = { type: 'organic', url: 'https://a.example/', title: 'A' };
  const inside = {
    type: 'people_also_ask',
    items: [{ type: 'people_also_ask_ai_overview_expanded_element', items: [element('No.')] }],
  };
  test.each<[name: string, result: unknown, text: string | null, noAnswer: string | null]>([
    [
      'a block with elements',
      page(block([element('Yes.')], { asynchronous_ai_overview: true }), organic),
      'Yes.',
      null,
    ],
    [
      'a block that came later',
      page(block(null, { asynchronous_ai_overview: true, markdown: null }), organic),
      null,
      null,
    ],
    ['an empty list of elements', page(block([]), organic), null, null],
    ['no block among the results', page(inside, organic), '', 'no_answer_shown'],
    [
      'a block inside another box',
      page({ type: 'knowledge_graph_ai_overview_item', items: [element('No.')] }),
      '',
      'no_answer_shown',
    ],
    ['a page without items', page(), '', 'no_results'],
    ['items null', { items: null }, '', 'no_results'],
  ])('with %s', (_name, result, text, noAnswer) => {
    const frozen = read('google-ai-overview', result);
    expect([frozen?.text ?? null, frozen?.noAnswer ?? null]).toEqual([text, noAnswer]);
  });

  test('of a page without results reports it', () => {
    expect(freezers.get('google-ai-overview')?.({ status_code: 40102, result: null })?.noAnswer).toBe('no_results');
  });
});

describe('the chats', () => {
  const chat = {
    model: 'a-product',
    markdown: 'Take **Ferrywood**.',
    sources: [{ url: 'https://a.example/p?utm_source=chatgpt.com#part', title: 'P' }],
    search_results: [{ url: 'https://b.example/?x=1&utm_source=chatgpt.com', title: 'B' }],
    fan_out_queries: ['crm small team'],
    items: [
      { type: 'chat_gpt_text', markdown: 'Take **Ferrywood**.', sources: [{ url: 'https://c.example/', title: 'C' }] },
    ],
  };
  test('name their sources without a position, and searched pages separately from cited ones', () => {
    const frozen = read('chatgpt-web', chat);
    expect([frozen?.cited?.map(({ url }) => url), frozen?.sources, frozen?.annotations]).toEqual([
      ['https://a.example/p', 'https://c.example/'],
      [{ url: 'https://b.example/?x=1', title: 'B' }],
      [],
    ]);
    expect([frozen?.searches, frozen?.searchCount]).toEqual([[{ query: 'crm small team', pages: [] }], 1]);
  });

  test.each<[queries: unknown, searches: unknown, count: number | null]>([
    [null, null, null],
    [undefined, null, null],
    [[], [], null],
  ])('with the queries %j', (queries, searches, count) => {
    const frozen = read('chatgpt-web', { ...chat, fan_out_queries: queries });
    expect([frozen?.searches, frozen?.searchCount]).toEqual([searches, count]);
  });

  test('exclude an advertisement from the text and count it', () => {
    const ad = { type: 'chat_gpt_ad', title: 'Buyme', url: 'https://buy.example/' };
    const frozen = read('chatgpt-web', { ...chat, markdown: 'Take **Ferrywood**. Buyme!', items: [...chat.items, ad] });
    expect([frozen?.text, frozen?.advertisements]).toEqual(['Take **Ferrywood**.', 1]);
  });

  test('of Gemini do not report searches', () => {
    const frozen = read('gemini-web', {
      markdown: null,
      items: [{ type: 'gemini_text', original_text: 'Take it.', sources: [] }],
    });
    expect([frozen?.text, frozen?.searches ?? null]).toEqual(['Take it.', null]);
  });

  test('without text and items were not obtained', () => {
    for (const engine of ['chatgpt-web', 'gemini-web']) {
      for (const result of [{ markdown: null, items: null }, { markdown: '', items: [] }, {}]) {
        expect(read(engine, result)).toBeNull();
      }
    }
  });
});
