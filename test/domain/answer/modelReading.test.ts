import { describe, expect, it } from 'vitest';
import { claimModelReading, verdictOfModel } from '../../../src/domain/answer/modelReading.ts';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { extractFacts } from '../../../src/domain/answer/savedReading.ts';
import { markAnswer, registeredOwner } from '../../../src/domain/marks/answerMarks.ts';
import { decideMarks } from '../../../src/domain/marks/decideMarks.ts';
import { readMarks, writeMarks } from '../../../src/domain/marks/writtenMarks.ts';
import { frozenAnswer } from './frozen.ts';

const website = {
  ...{ id: 'site', url: 'https://acme.example/', domain: 'acme.example', name: 'Acme' },
  ...{ aliases: [], exactNames: [], others: [], settledDomains: [] },
};
const owner = registeredOwner(website);
const untaught = { learned: new Map<string, string>(), commonWords: new Set<string>() };

const given = (
  names: readonly [text: string, start: number, order: number][],
  target: readonly [string, number, string][],
) =>
  JSON.stringify({
    names: names.map(([text, start, order]) => ({ text, start, order })),
    target: target.map(([text, start, role]) => ({ text, start, role })),
  });

const take = (said: string, text: string) => claimModelReading(said, text, 'model/1.m');

describe('a model’s reading of an answer', () => {
  const text = 'Take Bolt. Acme is the same, and Acme costs less.';

  it('is accepted if it appears verbatim in the text, at the position nearest to its offset', () => {
    const reading = take(given([['Bolt', 0, 1]], [['Acme', 30, 'compared']]), text);
    expect(reading).toEqual({
      reader: 'model/1.m',
      recommended: [{ start: 5, end: 9 }],
      target: [{ start: 33, end: 37, role: 'compared' }],
    });
  });

  it('is dropped otherwise', () => {
    const reading = take(
      given(
        [
          ['bolt', 5, 1],
          ['Nowhere', 0, 2],
        ],
        [['ACME', 11, 'recommended']],
      ),
      text,
    );
    expect(reading).toMatchObject({ recommended: [], target: [] });
  });

  it.each([
    ['no JSON', 'Here you are: {}'],
    ['another shape', '{"names": 1, "target": []}'],
    ['an unknown role', given([], [['Acme', 11, 'praised']])],
    ['an order that is not a number', '{"names": [{"text": "Bolt", "start": 5, "order": "first"}], "target": []}'],
  ])('is unusable as a whole if it is %s', (_what, said) => {
    expect(take(said, text)).toBeNull();
  });

  it('is certain only if it covers every occurrence, or recommends one', () => {
    const places = [
      { start: 11, end: 15 },
      { start: 33, end: 37 },
    ];
    const verdict = (target: readonly [string, number, string][]) => {
      const reading = take(given([['Bolt', 5, 1]], target), text);
      return reading === null ? null : verdictOfModel(reading, places);
    };
    expect(verdict([['Acme', 11, 'compared']])).toBeNull();
    expect(
      verdict([
        ['Acme', 11, 'compared'],
        ['Acme', 33, 'source'],
      ]),
    ).toEqual({ kind: 'mentioned' });
    expect(
      verdict([
        ['Acme', 11, 'compared'],
        ['Acme', 33, 'advised_against'],
      ]),
    ).toEqual({ kind: 'rejected' });
    expect(verdict([['Acme', 11, 'recommended']])).toEqual({ kind: 'listed', position: null });
  });
});

describe('rules and model together', () => {
  const decide = (text: string, said: string | null) => {
    const facts = extractFacts(readAnswer(frozenAnswer(text)), null);
    const model = said === null ? null : take(said, text);
    const marks = markAnswer(model === null ? facts : { ...facts, model }, text, owner);
    expect(readMarks(writeMarks(marks))).toEqual(marks);
    const { status, basis, positions } = decideMarks(marks, owner, untaught);
    return { status, basis, position: positions.get('acme.example') ?? null };
  };
  const undecided =
    'These fit:\n\n1. **Bolt** – light\n2. **Rival** – cheap\n\nPeople who know the trade talk of Acme these days.';
  const at = undecided.indexOf('Acme');
  const names: [string, number, number][] = [
    ['Bolt', undecided.indexOf('Bolt'), 1],
    ['Rival', undecided.indexOf('Rival'), 2],
  ];

  it('leave undecided cases to the model', () => {
    expect(decide(undecided, null)).toMatchObject({ status: 'unknown', basis: 'stands_in_text' });
    expect(decide(undecided, given(names, [['Acme', at, 'compared']]))).toMatchObject({
      ...{ status: 'not_listed', basis: 'mentioned' },
    });
    expect(decide(undecided, given([...names, ['Acme', at, 3]], [['Acme', at, 'recommended']]))).toEqual({
      ...{ status: 'listed', basis: 'owner_name', position: 3 },
    });
  });

  it('stay undecided if the model has not read the occurrence', () => {
    expect(decide(undecided, given(names, []))).toMatchObject({ status: 'unknown' });
  });

  it('report a difference if both are certain', () => {
    const listed = 'These fit:\n\n1. **Acme** – light\n2. **Bolt** – cheap';
    expect(decide(listed, null)).toMatchObject({ status: 'listed' });
    const place = listed.indexOf('Acme');
    expect(decide(listed, given([], [['Acme', place, 'compared']]))).toMatchObject({
      ...{ status: 'unknown', basis: 'readers_differ' },
    });
    expect(decide(listed, given([['Acme', place, 1]], [['Acme', place, 'recommended']]))).toMatchObject({
      ...{ status: 'listed', position: 1 },
    });
  });

  it('never accept a name from the model that the text does not contain', () => {
    const absent = 'These fit:\n\n1. **Rival** – light\n2. **Bolt** – cheap';
    const before = decide(absent, null);
    expect(decide(absent, given([['Acme', 0, 1]], [['Acme', 0, 'recommended']]))).toEqual(before);
  });
});
