import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonOf, writeOnce } from '../../src/api/jsonOf.ts';
import { SavedJson } from '../../src/domain/text/savedJson.ts';
import { property } from '../support/property.ts';

const member = fc.oneof(fc.jsonValue(), fc.constant(undefined));

property(
  'writes a response like JSON.stringify, whatever surrounds a cached part',
  [fc.dictionary(fc.string(), member), fc.dictionary(fc.string(), member), fc.object()],
  (before, after, part) => {
    const shared = writeOnce({ ...part });
    const body = { ...before, run: shared, ...after };
    const expected = JSON.stringify(body);
    // The second call reuses the saved bytes.
    expect([String(jsonOf(body)), String(jsonOf(body))]).toEqual([expected, expected]);
  },
);

it.each([
  ['text', (json: string) => json],
  ['bytes', (json: string) => Buffer.from(json)],
])(
  'copies a member saved as %s to the position that JSON.stringify would use, without reading it early',
  (_name, sourceOf) => {
    fc.assert(
      fc.property(fc.object(), fc.object(), fc.jsonValue(), (before, after, saved) => {
        const json = new SavedJson(sourceOf(JSON.stringify(saved)));
        let reads = 0;
        const part = {
          ...before,
          get result() {
            reads += 1;
            return json.value;
          },
          ...after,
          id: 'run',
        };
        fc.pre(Object.getOwnPropertyDescriptor(part, 'result')?.get !== undefined);
        const sent = String(jsonOf({ run: writeOnce(part, { member: 'result', json }), ok: true }));
        expect(reads).toBe(0);
        expect(sent).toBe(JSON.stringify({ run: part, ok: true }));
      }),
    );
  },
);

it('throws if a cached part is changed afterwards', () => {
  const shared: { text: string } = writeOnce({ text: 'as it was' });
  expect(() => {
    shared.text = 'as it is';
  }).toThrow(TypeError);
});
