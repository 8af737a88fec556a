/** Characters as wide as two Latin ones (approximately East Asian Wide and Fullwidth of UAX 11). */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const none = /[\p{M}\p{Cf}]/u;
const asciiOnly = /^[\0-\x7f]*$/;

/**
 * Measures a text's width in a list of results, in Latin characters: wide characters count two, combining marks none.
 */
export function displayWidth(text: string): number {
  if (asciiOnly.test(text)) return text.length;
  let width = 0;
  for (const character of text.normalize('NFC')) width += none.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}
