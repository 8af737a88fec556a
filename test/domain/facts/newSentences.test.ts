import { describe, expect, it } from 'vitest';
import { factQuotes } from '../../../src/domain/facts/factQuotes.ts';
import { readOwner } from '../../../src/domain/identity/owner.ts';
import { factsOfBrinova, trueOfBrinova, wrongOfBrinova } from './brinova.ts';
import { factsOfDovelin, trueOfDovelin, wrongOfDovelin } from './dovelin.ts';
import { trueOfDovelinLater, wrongOfDovelinLater } from './dovelinLater.ts';
import { factsOfKelvora, type OwnFacts, type Sentences, trueOfKelvora } from './kelvora.ts';
import { notAgreeing, wrongOfKelvora } from './kelvoraWrong.ts';

type Company = { name: string; rival: string; facts: OwnFacts };
const kelvora: Company = { name: 'Kelvora', rival: 'Quillby', facts: factsOfKelvora };
const brinova: Company = { name: 'Brinova', rival: 'Tarvio', facts: factsOfBrinova };
const dovelin: Company = { name: 'Dovelin', rival: 'Tarvio', facts: factsOfDovelin };

function judge({ name: company, rival, facts }: Company, sentences: Sentences) {
  const domain = `${company.toLowerCase()}.example`;
  const owner = readOwner({
    ...{ id: 'w1', url: `https://${domain}/`, domain, name: company, aliases: [] },
    ...{ exactNames: [], others: [], settledDomains: [], learned: [], commonWords: [] },
  });
  const verdictOf = (id: string, sentence: string): string | null => {
    const [kind, value, words] = facts[id] ?? ['feature', 'yes', id];
    const version = { version: 1, value, sourceUrl: `https://${domain}/`, madeAt: '2026-01-01', madeBy: 'u1' };
    const fact = { id, websiteId: 'w1', kind, name: id, words: words.split(','), versions: [version] };
    return factQuotes(sentence, owner, [fact], [rival])[0]?.verdict ?? null;
  };
  return Object.entries(sentences).flatMap(([language, byFact]) =>
    Object.entries(byFact).flatMap(([fact, list]) =>
      list.map((sentence) => ({ said: `${language} ${fact}: ${sentence}`, verdict: verdictOf(fact, sentence) })),
    ),
  );
}

describe('a sentence of eight languages, with Japanese and Turkish', () => {
  const allTrue = [
    ...judge(kelvora, trueOfKelvora),
    ...judge(brinova, trueOfBrinova),
    ...judge(dovelin, trueOfDovelin),
    ...judge(dovelin, trueOfDovelinLater),
  ];
  const allWrong = [
    ...judge(kelvora, wrongOfKelvora),
    ...judge(brinova, wrongOfBrinova),
    ...judge(dovelin, wrongOfDovelin),
    ...judge(dovelin, wrongOfDovelinLater),
  ];

  it('that is true contradicts nothing', () => {
    expect(allTrue.length).toBeGreaterThan(400);
    expect(allTrue.filter(({ verdict }) => verdict === 'contradicts').map(({ said }) => said)).toEqual([]);
  });

  it('that is wrong never agrees, and contradicts in at least eight of ten', () => {
    expect(allWrong.length).toBeGreaterThan(280);
    expect(allWrong.filter(({ verdict }) => verdict === 'agrees').map(({ said }) => said)).toEqual([]);
    const missed = allWrong.filter(({ verdict }) => verdict !== 'contradicts');
    expect(missed.length / allWrong.length, missed.map(({ said }) => said).join('\n')).toBeLessThanOrEqual(0.2);
  });

  it.each(judge(kelvora, { any: notAgreeing }))(
    'does not agree through a value that it denies, bounds or attributes to others: $said',
    ({ verdict }) => {
      expect(verdict).not.toBe('agrees');
    },
  );
});
