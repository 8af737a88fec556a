import { describe, expect, it } from 'vitest';
import { goldFigures, goldRow, isGold, scoreGold } from '../../bench/goldReading.ts';

const text = '1. **Acme Pad** – light and bright.\n2. **Bolt Tab** – cheap.\n3. **Cargo Slate** – small.';
const same = (given: string): string => given;
const row = (gold: object[], changes: object = {}) =>
  goldRow({ id: 'one', question: 'Which tablet?', text, gold: gold as { name: string }[], ...changes });
const countsOf = (...args: Parameters<typeof row>) => scoreGold([row(...args)], same)[0]?.counts;

describe('a gold row', () => {
  it('is distinguished from an answer with labels, in either spelling', () => {
    expect([{ gold: [] }, { recommended: [] }, { labels: [] }].map(isGold)).toEqual([true, true, false]);
  });

  it('counts an unread required name only against recall', () => {
    const counts = countsOf([{ name: 'Acme Pad' }, { name: 'Bolt Tab' }, { name: 'Cargo Slate' }, { name: 'Delta' }]);
    expect(counts).toMatchObject({ recall: [3, 4], precision: [3, 3], first: [1, 1], order: [3, 3] });
  });

  it('accepts either reading of a name on which two readers may differ', () => {
    const counts = countsOf([{ name: 'Acme Pad' }, { name: 'Bolt Tab' }, { name: 'Cargo Slate', required: false }]);
    expect(counts).toMatchObject({ recall: [2, 2], precision: [3, 3] });
  });

  it('counts an unlabelled reading against precision', () => {
    expect(countsOf([{ name: 'Bolt Tab' }])).toMatchObject({ recall: [1, 1], precision: [1, 3], first: [0, 1] });
  });

  it('matches a longer spelling of a name, marked as inexact', () => {
    expect(countsOf([{ name: 'Acme Pad 3' }])).toMatchObject({ recall: [1, 1], exact: [0, 1] });
  });

  it('requires the reason to be about the name itself', () => {
    const gold = [
      { name: 'Acme Pad', reasonStart: 'light and bright' },
      { name: 'Bolt Tab', reasonStart: 'dear' },
    ];
    expect(countsOf(gold)).toMatchObject({ reason: [1, 2] });
  });

  it('without a recommendation requires an empty reading', () => {
    expect(countsOf([])).toMatchObject({ nobody: [0, 1] });
  });
});

it('gives the same intervals for the same file', () => {
  const scored = scoreGold([row([{ name: 'Acme Pad' }]), row([{ name: 'Nobody Else' }])], same);
  expect(goldFigures('as given', scored)).toEqual(goldFigures('as given', scored));
  expect(goldFigures('as given', scored)[0]).toMatchObject({
    what: 'as given: recall [0.000, 1.000] of 2 answers',
    value: 0.5,
  });
});
