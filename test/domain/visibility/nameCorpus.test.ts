import { describe, expect, it } from 'vitest';
import { attachKnownNames } from '../../../src/domain/identity/knownNames.ts';
import { learnedName, listCommonWords, namesOfAnswer, tiesOf } from '../../../src/domain/identity/nameCorpus.ts';
import { cited, facts, mention, website } from './savedAttempts.ts';

const linked = (runId: string, domain: string, name = 'Rival') =>
  namesOfAnswer(runId, facts([mention('?', { name, url: `https://${domain}/` })]));

describe('knowledge about a name from other answers', () => {
  it('is learned from two that link it to one domain, the newest named first', () => {
    const ties = tiesOf([linked('run_3', 'rival.example'), linked('run_1', 'rival.example', 'RIVAL, Inc.')]);
    expect(learnedName(ties, 'rival')).toEqual({
      form: 'rival',
      domain: 'rival.example',
      answers: 2,
      runIds: ['run_3', 'run_1'],
    });
  });

  it.each([
    ['one answer', [linked('run_1', 'rival.example')]],
    ['one answer that says it twice', [linked('run_1', 'rival.example'), linked('run_1', 'rival.example')]],
    [
      'answers of which one disagrees',
      ['a', 'b', 'c'].map((id) => linked(id, id === 'c' ? 'rival.test' : 'rival.example')),
    ],
    ['none at all', []],
  ])('is not learned from %s', (_what, answers) => {
    expect(learnedName(tiesOf(answers), 'rival')).toBeNull();
  });

  it('is also learned from the home page among the sources, and never from a review or a shop', () => {
    const given = facts([mention('?Rival'), mention('?Gadget', { url: 'https://shop.example/gadget' })], {
      sources: cited('https://rival.example/a', 'https://review.example/rival'),
    });
    expect(namesOfAnswer('run_1', given).tied).toEqual([{ form: 'rival', domain: 'rival.example' }]);
  });

  it('names at most twenty runs and counts all', () => {
    const ties = tiesOf(Array.from({ length: 25 }, (_, index) => linked(`run_${index}`, 'rival.example')));
    expect(learnedName(ties, 'rival')).toMatchObject({ answers: 25, runIds: { length: 20 } });
  });

  it('is computed only for requested names', () => {
    const corpus = [linked('a', 'rival.example'), linked('b', 'rival.example')];
    expect(attachKnownNames(website, corpus, ['other']).learned).toEqual([]);
    expect(attachKnownNames(website, corpus, ['rival']).learned).toHaveLength(1);
  });
});

describe('a word in the names of many companies', () => {
  const named = (...names: string[]) => [namesOfAnswer('run_1', facts(names.map((name) => mention(`?${name}`))))];

  it('follows three different first words', () => {
    const corpus = named('Victory Orthodontics', 'Summit Orthodontics', 'Big Orthodontics');
    expect(listCommonWords(corpus, new Set(['orthodontics', 'victory']))).toEqual(['orthodontics']);
  });

  it('is not one that always comes first: those names are products of one company', () => {
    expect(listCommonWords(named('Acme One', 'Acme Two', 'Acme Three'), new Set(['acme']))).toEqual([]);
  });
});
