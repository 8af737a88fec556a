import { describe, expect, it } from 'vitest';
import { askAll, isWrong } from './decide.ts';
import { englishShapes } from './englishShapes.ts';
import { furtherShapes } from './furtherShapes.ts';
import type { Shape } from './shape.ts';
import { westernShapes } from './westernShapes.ts';
import written from './writtenAnswers.json' with { type: 'json' };

const shapes: readonly Shape[] = [...englishShapes, ...westernShapes, ...furtherShapes, ...written];

describe.each(Object.entries(Object.groupBy(shapes, ({ language }) => language)))(
  'a short answer in %s',
  (_, all = []) => {
    it.each(all.map((shape) => [shape.what, shape] as const))('%s', (_what, shape) => {
      const asked = askAll(shape);
      expect(asked.filter(isWrong).map(({ name }) => name)).toEqual([...(shape.wrong ?? [])]);
      const undecided = asked.filter((one) => one.said !== one.expected && !isWrong(one)).map(({ name }) => name);
      expect(undecided).toEqual([...(shape.undecided ?? [])]);
    });
  },
);

it('the short answers contain every tested name, and have unique descriptions by language', () => {
  // Languages with cases inflect names: the text contains only the stem.
  for (const { text, listed, mentioned = [], rejected = [] } of shapes)
    expect([...listed, ...mentioned, ...rejected].filter((name) => !text.includes(name.slice(0, -2)))).toEqual([]);
  expect(new Set(shapes.map(({ language, what }) => `${language} ${what}`)).size).toBe(shapes.length);
});
