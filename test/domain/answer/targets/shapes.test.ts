import { describe, expect, it } from 'vitest';
import { askAll, isWrong } from './decide.ts';
import { englishShapes } from './englishShapes.ts';
import { furtherShapes } from './furtherShapes.ts';
import type { Shape } from './shape.ts';
import { westernShapes } from './westernShapes.ts';

const shapes: readonly Shape[] = [...englishShapes, ...westernShapes, ...furtherShapes];

describe.each(Object.entries(Object.groupBy(shapes, ({ language }) => language)))(
  'a short answer in %s',
  (_, all = []) => {
    it.each(all.map((shape) => [shape.what, shape] as const))('%s', (_what, shape) => {
      const asked = askAll(shape);
      expect(asked.filter(isWrong).map(({ name, said }) => `${name}: ${said}`)).toEqual([]);
      const undecided = asked.filter(({ said, expected }) => said !== expected).map(({ name }) => name);
      expect(undecided).toEqual([...(shape.undecided ?? [])]);
    });
  },
);

describe('the short answers', () => {
  it('hold every name that is asked about, and are told apart by language and shape', () => {
    for (const { text, listed, mentioned = [], rejected = [] } of shapes)
      expect([...listed, ...mentioned, ...rejected].filter((name) => !text.includes(name))).toEqual([]);
    expect(new Set(shapes.map(({ language, what }) => `${language} ${what}`)).size).toBe(shapes.length);
  });
});
