import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { endsSentence } from '../../../src/domain/answer/endsSentence.ts';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { frozenAnswer, namesIn } from './frozen.ts';

describe('a line ends as a sentence', () => {
  test.each([
    ['It is light.', true],
    ['It is light', false],
    ['**Is it light?**', true],
    ['“It is light!”)', true],
    ['It is light. ([acme.example](https://acme.example/))', false],
    ['It is light.([acme.example](https://acme.example/))', true],
    ['It is light.([one](a))_([two](b))', true],
    ['It is light.([one](a)', true],
    ['It is light.([one](a', false],
    ['It is light.([one\n](a))', false],
    ['It is light.([', false],
    ['It is light.([)', true],
    ['It is light.&#x20;', true],
    ['It is light.&#x2', false],
    ['v2.0 Pro', false],
    ['', false],
  ])('%j: %s', (line, ends) => {
    expect(endsSentence(line)).toBe(ends);
  });

  it('agrees with its grammar, written as an expression', () => {
    const grammar = /[.!?…](?:["'”)\]*_]|\(\[.*\)|&#x20;)*$/;
    const piece = fc.constantFrom('.', '!', '([', ')', '(', ']', 'x', '&#x20;', '&#x2', '\n', '*', ' a', '…');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        const line = parts.join('');
        expect(endsSentence(line)).toBe(grammar.test(line));
      }),
      { numRuns: 2000 },
    );
  });

  it('is decided at once for unclosed brackets, in an answer too', () => {
    const line = `Wow!${'([)'.repeat(40)}x`;
    expect(endsSentence(line)).toBe(false);
    expect(endsSentence(`!${'([)'.repeat(300_000)}x`)).toBe(false);
    expect(
      readAnswer(frozenAnswer(`These stand out:\n\n${line}\n\n1. **Acme Pad 3** – light\n2. **Bolt Tab** – cheap`))
        .text,
    ).toContain(line);
    expect(namesIn(`These stand out:\n\n${line}\n\n1. **Acme Pad 3** – light\n2. **Bolt Tab** – cheap`)).toEqual([
      'Acme Pad 3',
      'Bolt Tab',
    ]);
  });
});
