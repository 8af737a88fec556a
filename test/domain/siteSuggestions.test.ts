import { describe, expect, it } from 'vitest';
import { readPageText } from '../../src/domain/html/pageFacts.ts';
import { siteSuggestions } from '../../src/domain/websites/siteSuggestions.ts';

const suggest = (head: string, body: string) =>
  siteSuggestions(
    readPageText(`<html><head>${head}</head><body>${body}</body></html>`, 'utf-8', 'https://harborleaf.example/'),
    'harborleaf.example',
  );

describe('suggestions from a home page', () => {
  it('use the page’s own name, and its other names as aliases', () => {
    const made = suggest(
      '<title>Harbor Leaf | Tea by post</title><meta property="og:site_name" content="Harborleaf"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Harborleaf GmbH"}</script>',
      '',
    );
    expect(made.name).toBe('Harborleaf');
    expect(made.aliases).toEqual(['Harborleaf GmbH', 'Harbor Leaf']);
  });

  it('use a part of the title as a name only if it matches the domain, never a slogan', () => {
    expect(suggest('<title>Harborleaf | The best tea there is</title>', '')).toMatchObject({
      name: 'Harborleaf',
      aliases: [],
    });
    expect(suggest('<title>The best tea there is</title>', '').name).toBeNull();
  });

  it('keep headings that are questions, and form plain questions from short subjects', () => {
    const { questions } = suggest(
      '',
      '<h1>Tea subscriptions</h1><h2>How fresh is the tea?</h2><h2>We ship every Monday and you will like it very much.</h2>',
    );
    expect(questions).toEqual(['How fresh is the tea?', 'What is the best choice for tea subscriptions?']);
  });

  it('exclude text that names the site, because such a question contains its own answer', () => {
    const { questions } = suggest(
      '<meta property="og:site_name" content="Harborleaf">',
      '<h2>Why Harborleaf tea?</h2><h2>Loose green tea</h2>',
    );
    expect(questions).toEqual(['What is the best choice for loose green tea?']);
  });

  it('name the kinds of offer on the page, the most frequent first, without praise', () => {
    const { categories } = suggest(
      '<title>Harborleaf | The simple invoicing app</title><meta name="description" content="An invoicing app and expense tracker for freelancers.">',
      '<h1>The best CRM</h1><p>Our software.</p>',
    );
    expect(categories).toEqual(['invoicing app', 'expense tracker', 'CRM']);
  });

  it('are empty for an empty page', () => {
    expect(suggest('', '')).toEqual({ name: null, aliases: [], categories: [], questions: [] });
  });
});
