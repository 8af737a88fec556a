import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonOf, writeOnce } from '../../src/api/jsonOf.ts';

const member = fc.oneof(fc.jsonValue(), fc.constant(undefined));

it('writes an answer as JSON.stringify does, whatever stands around a part that is written once', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), member),
      fc.dictionary(fc.string(), member),
      fc.object(),
      (before, after, part) => {
        const shared = writeOnce({ ...part });
        const body = { ...before, run: shared, ...after };
        const expected = JSON.stringify(body);
        // The second time its bytes are there already.
        expect([String(jsonOf(body)), String(jsonOf(body))]).toEqual([expected, expected]);
      },
    ),
  );
});

it('refuses that a part which is written once is changed afterwards', () => {
  const shared: { text: string } = writeOnce({ text: 'as it was' });
  expect(() => {
    shared.text = 'as it is';
  }).toThrow(TypeError);
});
