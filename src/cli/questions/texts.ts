import { isIds } from '../../domain/questions/questionText.ts';
import { UsageError } from '../failures.ts';

/** Scripts written without spaces. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Refuses ids and mistyped words, which would be saved and bought as questions. @throws UsageError naming the first */
export function assertQuestionTexts(texts: readonly string[]): void {
  for (const text of texts) {
    if (text.trim() === '') throw new UsageError('a question must not be empty');
    if (isIds(text)) {
      throw new UsageError(`${text}: not the id of a question; \`sightline questions\` lists them (question_…)`);
    }
    if (!/\s/.test(text.trim()) && !unspaced.test(text)) {
      throw new UsageError(`${text}: one word is not a question; write the whole question in quotes`);
    }
  }
}
