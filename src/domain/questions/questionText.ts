/** Matches `case_Ab1`, and a lone prefix. */
const idLike = /^[a-z]+_[\w-]*$/;

/** Recognises one or several ids entered in place of a question's text. */
export function isIds(text: string): boolean {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return words.length > 0 && words.every((word) => idLike.test(word));
}
