import { expect, test } from 'vitest';
import { isMarkedUnreadable, unreadableAnswer } from '../../../src/domain/answer/cutOff.ts';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { extractFacts, publicResult } from '../../../src/domain/answer/savedReading.ts';
import { codesOf, frozenAnswer } from './frozen.ts';

test('an answer whose reading timed out keeps its text, names nobody and counts as unusable', () => {
  const answer = frozenAnswer('1. **Acme Pad 3** – light');
  const reading = unreadableAnswer(answer);
  expect(reading).toMatchObject({ text: answer.text, mentions: [], citations: [], usable: false });
  expect(codesOf(reading)).toEqual(['unreadable']);
  expect(extractFacts(reading, null).usable).toBe(false);
  expect(isMarkedUnreadable(publicResult(reading, ['simulated: Made here.']))).toBe(true);
  expect(isMarkedUnreadable(readAnswer(answer))).toBe(false);
});
