import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/domain/text/canonicalJson.ts';
import { property } from '../support/property.ts';

describe('canonical JSON', () => {
  test.each([
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    [[3, 1, 2], '[3,1,2]'],
    [{ a: { d: null, c: [true, 'x'] } }, '{"a":{"c":[true,"x"],"d":null}}'],
    [1e21, '1e+21'],
    [-0, '0'],
    [0.1 + 0.2, '0.30000000000000004'],
    ['é\n"', '"é\\n\\""'],
    // RFC 8785, section 3.2.3: by UTF-16 code units, so a surrogate pair sorts before U+FB33.
    [{ '\uFB33': 1, '😀': 2, '\u20AC': 3, '1': 4 }, '{"1":4,"€":3,"😀":2,"\uFB33":1}'],
  ])('of %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  property(
    'does not depend on the order in which members were added',
    [fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue())],
    (record) => {
      const reversed = Object.fromEntries(Object.entries(record).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(record));
    },
  );

  property('is JSON for the same value', [fc.jsonValue({ stringUnit: 'grapheme' })], (value) => {
    expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });

  test('leaves out members that are undefined', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  test.each([[undefined], [Number.NaN], [Number.POSITIVE_INFINITY], [() => 1]])(
    'refuses values that JSON cannot represent (case %#)',
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    },
  );
});
