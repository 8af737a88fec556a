/** Such as `case_Ab1`, and a lone prefix. */
const idLike = /^[a-z]+_[\w-]*$/;

/** Recognizes one or several ids where the text of a question is expected. */
export function isIds(text: string): boolean {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return words.length > 0 && words.every((word) => idLike.test(word));
}
