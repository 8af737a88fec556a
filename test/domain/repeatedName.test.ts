import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repeatedName } from '../../src/domain/text/repeatedName.ts';
import { property } from '../support/property.ts';

describe('a repeated name in an object', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":{"b":1,"c":[],"b":2}}', 'b'],
    ['[{"a":1},{"a":1,"x":{},"a":1}]', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"say \\"a\\"":1,"say \\"a\\"":2}', 'say "a"'],
    ['{"":1, "" :2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":[{"a":1}],"b":{"a":1},"a":0}', 'a'],
  ])('%s: %s', (text, name) => {
    expect(repeatedName(text)).toBe(name);
  });

  it.each([
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":1}}}',
    '["a","a",{"a":"b"},"a"]',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '"a"',
  ])('%s has none', (text) => expect(repeatedName(text)).toBeNull());

  property('is never found in generated JSON', [fc.json()], (text) => {
    expect(repeatedName(text)).toBeNull();
  });
});
