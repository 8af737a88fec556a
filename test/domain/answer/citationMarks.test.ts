import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeCitationMarks } from '../../../src/domain/answer/citationMarks.ts';

const mark = '\ue200cite\ue202turn0search1\ue201';
const at = (startIndex: number, endIndex: number) => ({
  url: 'https://example.com/',
  title: null,
  startIndex,
  endIndex,
});

describe('private citation marks of a provider', () => {
  it('are removed with the code inside them', () => {
    expect(removeCitationMarks(`Acme Pad${mark} is light.${mark}`, []).text).toBe('Acme Pad is light.');
  });

  it('leave the text unchanged if one has no end', () => {
    expect(removeCitationMarks('Acme \ue200cite Pad', []).text).toBe('Acme cite Pad');
  });

  it('do not shift the words of an annotation', () => {
    const words = fc.stringMatching(/^[a-z😀 ]{0,12}$/u);
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), fc.nat(), (parts, pick) => {
        const index = pick % parts.length;
        const text = parts.join(mark);
        const before = parts.slice(0, index).reduce((length, part) => length + part.length + mark.length, 0);
        const target = parts[index] ?? '';
        const { text: clean, annotations } = removeCitationMarks(text, [at(before, before + target.length)]);
        const placed = annotations[0];
        expect(clean).toBe(parts.join(''));
        expect(clean.slice(placed?.startIndex ?? -1, placed?.endIndex ?? -1)).toBe(target);
      }),
    );
  });

  it('give an annotation over a mark the position of the mark', () => {
    const { annotations } = removeCitationMarks(`Acme${mark} Pad`, [at(4, 4 + mark.length)]);
    expect(annotations[0]).toMatchObject({ startIndex: 4, endIndex: 4 });
  });

  it.each([
    ['beyond the end', 2, 50],
    ['negative', -1, 2],
    ['backwards', 3, 1],
    ['fractional', 0.5, 2],
  ])('report an annotation whose offsets are %s, and keep its link', (_what, start, end) => {
    const { annotations, badOffsets } = removeCitationMarks('Acme Pad', [at(start, end)]);
    expect(badOffsets).toBe(1);
    expect(annotations[0]).toEqual({ url: 'https://example.com/', title: null, startIndex: null, endIndex: null });
  });
});
