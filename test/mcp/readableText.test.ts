import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableText } from '../../src/mcp/readableText.ts';

describe('a result as text', () => {
  it.each([
    ['members are lines', { a: 1, b: null, c: 'x' }, 'a: 1\nb: null\nc: x'],
    [
      'flat rows are numbered from one, each on a line',
      { rows: [{ n: 1 }, { n: 2 }] },
      'rows (2):\n  1. n: 1\n  2. n: 2',
    ],
    ['short lists stay on their line', { tags: ['a', 'b'], none: [] }, 'tags: a, b\nnone: none'],
    ['texts of several lines are set off', { text: 'one\ntwo' }, 'text:\n  | one\n  | two'],
    ['what is nested is indented', { a: { b: { c: [1] } } }, 'a:\n  b: c: 1'],
  ])('%s', (_what, value, text) => {
    expect(readableText(value)).toBe(text);
  });

  it('contains every name and every value, whatever the shape', () => {
    const leaf = fc.oneof(fc.integer(), fc.stringMatching(/^[a-z]{3,12}$/), fc.boolean(), fc.constant(null));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{2,8}$/), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    const leaves = (value: unknown): string[] => {
      if (Array.isArray(value)) return value.flatMap(leaves);
      if (typeof value === 'object' && value !== null)
        return Object.entries(value).flatMap(([name, member]) => [name, ...leaves(member)]);
      return [String(value)];
    };
    fc.assert(
      fc.property(tree, (value) => {
        const text = readableText(value);
        return leaves(value).every((part) => text.includes(part));
      }),
    );
  });
});
