import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { extractFacts } from '../../../src/domain/answer/savedReading.ts';
import {
  claimSecondNames,
  decideTogether,
  type SecondName,
  secondReaderIdentity,
} from '../../../src/domain/answer/secondReading.ts';
import { codesOf, frozenAnswer } from './frozen.ts';

const text = '1. **Acme Pad 3** – light\n2. **Bolt Tab** – cheap\n3. **Cargo Slate Mini** – small';

function take(names: unknown): readonly SecondName[] | null {
  return claimSecondNames(JSON.stringify({ names }), text);
}

function recommend(...names: string[]): SecondName[] {
  return names.map((name) => ({ name, polarity: 'recommended' }));
}

function decide(names: readonly SecondName[], of = text) {
  return decideTogether(readAnswer(frozenAnswer(of)), { reader: secondReaderIdentity('m'), names });
}

describe('a model’s list', () => {
  it('is used in its order, each name once', () => {
    const given = [
      { name: 'Bolt Tab', polarity: 'recommended', order: 2 },
      { name: 'Acme Pad 3', polarity: 'rejected', order: 1 },
      { name: 'Bolt Tab', polarity: 'mentioned', order: 3 },
    ];
    expect(take(given)).toEqual([
      { name: 'Acme Pad 3', polarity: 'rejected' },
      { name: 'Bolt Tab', polarity: 'recommended' },
    ]);
  });

  it.each(['Acme Pad 4', 'acme pad 3', '', '**', 'Bolt Tab – cheap and good'])(
    'loses %j, which the text does not contain',
    (name) => {
      expect(take([{ name, polarity: 'recommended', order: 1 }])).toEqual([]);
    },
  );

  it.each([
    ['no JSON', 'Here you are: {"names":[]}'],
    ['cut JSON', '{"names":[{"name":"Acme'],
    ['another shape', '{"brands":[]}'],
    ['null', 'null'],
    ['an unknown polarity', '{"names":[{"name":"Bolt Tab","polarity":"loved","order":1}]}'],
    ['no order', '{"names":[{"name":"Bolt Tab","polarity":"recommended"}]}'],
    ['values that are not entries', '{"names":["Bolt Tab"]}'],
  ])('is not used at all if it is %s', (_what, given) => {
    expect(claimSecondNames(given, text)).toBeNull();
  });
});

describe('two readers', () => {
  it('that agree return the first reading', () => {
    const { secondReader, disputed, ...decided } = decide(recommend('Acme Pad 3', 'Bolt Tab', 'Cargo Slate Mini'));
    expect(decided).toEqual(readAnswer(frozenAnswer(text)));
    expect({ secondReader, disputed }).toEqual({ secondReader: 'second/1.m', disputed: [] });
  });

  it('agree on a name that one of them writes longer', () => {
    expect(decide(recommend('Acme', 'Bolt Tab', 'Cargo Slate Mini')).disputed).toEqual([]);
  });

  it('that disagree keep common recommendations, and dispute the rest', () => {
    const decided = decide([...recommend('Acme Pad 3', 'light'), { name: 'Bolt Tab', polarity: 'mentioned' }]);
    expect(decided.mentions.map(({ name }) => name)).toEqual(['Acme Pad 3']);
    expect(decided.evidence).toHaveLength(1);
    expect(decided.disputed.map(({ name }) => name)).toEqual(['Bolt Tab', 'Cargo Slate Mini', 'light']);
    expect(codesOf(decided)).toContain('readers_disagree');
    expect(extractFacts(decided, null)).toMatchObject({
      secondReader: 'second/1.m',
      disputed: [{ name: 'Bolt Tab' }, { name: 'Cargo Slate Mini' }, { name: 'light' }],
    });
  });

  it('leave facts of a single reading unchanged', () => {
    expect(Object.keys(extractFacts(readAnswer(frozenAnswer(text)), null))).not.toContain('disputed');
  });

  it('replace the detector of disagreement by their own differences', () => {
    const first = { ...readAnswer(frozenAnswer(text)), limitations: ['extractor_disagreement: Other names.'] };
    expect(
      decideTogether(first, { reader: 'm', names: recommend('Acme Pad 3', 'Bolt Tab', 'Cargo Slate Mini') }),
    ).toMatchObject({
      limitations: [],
    });
  });

  it('can certify together only that nobody is recommended', () => {
    const first = {
      ...readAnswer(frozenAnswer('Ask your doctor about Bolt Tab.')),
      mentions: [],
      evidence: [],
      recommendsNobody: 'declined',
    };
    expect(decideTogether(first, { reader: 'm', names: [] }).recommendsNobody).toBe('declined');
    expect(decideTogether(first, { reader: 'm', names: recommend('Bolt Tab') }).recommendsNobody).toBeNull();
  });
});
