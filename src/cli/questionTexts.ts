import { UsageError } from './failures.ts';

/** Such as `case_Ab1`, and a lone prefix. */
const idLike = /^[a-z]+_[\w-]*$/;
/** Scripts that write whole sentences without a space. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Recognizes one or several ids where the text of a question is expected. */
export function isIds(text: string): boolean {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return words.length > 0 && words.every((word) => idLike.test(word));
}

/** Refuses ids and mistyped words, which would be saved and bought as questions. @throws UsageError naming the first */
export function assertQuestionTexts(texts: readonly string[]): void {
  for (const text of texts) {
    if (isIds(text)) {
      throw new UsageError(`${text}: not the id of a question; \`sightline questions\` lists them (question_…)`);
    }
    if (!/\s/.test(text.trim()) && !unspaced.test(text)) {
      throw new UsageError(`${text}: one word is not a question; write the whole question in quotes`);
    }
  }
}
