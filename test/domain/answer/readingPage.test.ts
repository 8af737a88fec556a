import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { frozenAnswer } from './frozen.ts';

const page = readFileSync(new URL('../../../docs/reading.md', import.meta.url), 'utf8');

function read(text: string) {
  const { mentions, otherNames, recommendsNobody } = readAnswer(frozenAnswer(text));
  const rejected = otherNames.filter(({ polarity }) => polarity === 'rejected').map(({ name }) => name);
  return { names: mentions.map(({ name }) => name), rejected, nobody: recommendsNobody };
}

it('the example on the page of the reader reads as the page says', () => {
  const [, body = ''] = /^```example reading\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const { given, gives } = JSON.parse(body) as { given: string[]; gives: object[] };
  expect(given.map(read)).toEqual(gives);
});
