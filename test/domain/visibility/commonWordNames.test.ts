import { describe, expect, it } from 'vitest';
import { exactProposals } from '../../../src/domain/identity/commonWordNames.ts';

const proposed = (text: string) => exactProposals(['Vorqen'], [], [text]).map(({ reason }) => reason);

describe('a name suggested for exact matching', () => {
  it('is one that answers also use as a plain word', () => {
    expect(proposed('Keep it vorqen and simple.')).toEqual(['in_lower_case']);
  });

  it.each([
    ['an address', 'See https://shop.example/vorqen/x or vorqen.example.'],
    ['a link', '[Vorqen](https://www.vorqen.example/)'],
    ['a mail address', 'Write to help@vorqen.example now.'],
    ['a handle', 'Follow @vorqen and #vorqen.'],
    ['code', 'Run `vorqen` first.'],
  ])('is not one that is in lower case only because of %s', (_where, text) => {
    expect(proposed(text)).toEqual([]);
  });
});
