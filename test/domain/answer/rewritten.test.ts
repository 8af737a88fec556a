import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { allCases } from './cases/allCases.ts';
import { frozenAnswer } from './frozen.ts';

/** Rewritings of an answer that must not change who is recommended. */
const rewritings: Record<string, (text: string) => string> = {
  'headings a level deeper': (text) => text.replace(/^(#{1,5}) /gm, '$1# '),
  'headings a level higher': (text) => (/^# /m.test(text) ? text : text.replace(/^#(#{1,5}) /gm, '$1 ')),
  'headings in bold': (text) => text.replace(/^(#{1,6}) ((?:(?!\*\*).)+?)[ \t]*$/gm, '$1 **$2**'),
  'headings with a picture': (text) => text.replace(/^(#{1,6} )(?=\p{L})/gmu, '$1✨ '),
  'items with a tick': (text) => text.replace(/^([ \t]*[-*] )(?=\*\*)/gm, '$1✅ '),
  'stars for dashes before items': (text) => text.replace(/^([ \t]*)- (?=\S)/gm, '$1* '),
  'dots for marks before items': (text) => text.replace(/^([ \t]*)[-*] (?=\S)/gm, '$1• '),
  'brackets behind numbers': (text) => text.replace(/^([ \t]*\d{1,2})\. /gm, '$1) '),
  'long dashes': (text) => text.replaceAll(' – ', ' — '),
  'short dashes': (text) => text.replaceAll(' — ', ' – '),
  'more blank lines': (text) => text.replaceAll('\n\n', '\n\n\n\n'),
  'spaces at line ends': (text) => text.replace(/(?<=\S)\n/g, '  \n'),
  'line ends of Windows': (text) => text.replaceAll('\n', '\r\n'),
  'spaces that do not break': (text) => text.replace(/(?<=\p{L}) (?=\p{L})/gu, '\u00a0'),
  'underscores for bold': (text) => text.replace(/(?<![\p{L}\p{N}])\*\*([^*\n]+)\*\*(?![\p{L}\p{N}])/gu, '__$1__'),
  'numbered citations': (text) => text.replace(/(?<=\p{L}[.!?])$/gmu, '[1]'),
  'lenticular citations': (text) => text.replace(/(?<=\p{L}[.!?])$/gmu, '【1†source】'),
  'linked citations': (text) => text.replace(/(?<=\p{L}[.!?])$/gmu, ' ([pages.test](https://pages.test/x))'),
};

/** Returns the words of names; a non-breaking space counts as a space. */
const namesIn = (text: string): string[] =>
  readAnswer(frozenAnswer(text)).mentions.map(({ name }) => name.replaceAll('\u00a0', ' '));

const readable = allCases
  .filter((one) => one.unusable !== true && one.names !== undefined)
  .map(({ what, text }) => ({ what, text, names: namesIn(text) }));

describe.each(Object.entries(rewritings))('an answer with %s', (_how, rewrite) => {
  it('recommends the same names', () => {
    const changed = readable.filter(({ text }) => rewrite(text) !== text);
    expect(changed.length).toBeGreaterThan(5);
    const read = changed.map(({ what, text }) => ({ what, names: namesIn(rewrite(text)) }));
    expect(read).toEqual(changed.map(({ what, names }) => ({ what, names })));
  });
});
