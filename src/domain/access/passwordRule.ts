import data from './commonPasswords.json' with { type: 'json' };

/**
 * In characters. Length makes a password hard to guess, except for common ones, which are guessed first at any length.
 */
export const minPasswordLength = 10;
export const maxPasswordLength = 128;

const commonWords: ReadonlySet<string> = new Set(data.words);
const maxWordLength = Math.max(...data.words.map((word) => word.length));

/** Rows of keyboards and alphabets. Four neighbours of a row, in either direction, count as a common word. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '12345678901234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
].flatMap((row) => [row, [...row].reverse().join('')]);
const minSequenceLength = 4;

/** Letters that digits and symbols replace. */
const standsFor: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

/** Maximum number of digits and symbols around common words for a password to still count as common. */
const maxNeighbouringKeys = 6;
/** Minimum number of characters that are not part of the account's own address. */
const minOwnCharacters = 6;

/**
 * Explains why a password is refused, as the end of a sentence that begins with the field's name; null if it is
 * accepted. Refuses passwords that are too short, common (words of the list with typical digits, symbols and spellings;
 * keyboard walks; repetitions) or made from the account's email address.
 */
export function passwordFlaw(password: string, email: string): string | null {
  if (password.length < minPasswordLength) return `must have at least ${minPasswordLength} characters`;
  if (password.length > maxPasswordLength) return `must have at most ${maxPasswordLength} characters`;
  const plain = squeezed(password);
  if (isMadeOfEmail(plain, email)) return 'is derived from your email address; choose another';
  if (isCommon(password)) return 'is a commonly used password; choose another';
  return null;
}

function squeezed(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function isMadeOfEmail(plain: string, email: string): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const parts = [email, local, domain, ...local.split(/[._+-]/), ...domain.split('.').slice(0, -1)]
    .map(squeezed)
    .filter((part) => part.length >= 4)
    .sort((a, b) => b.length - a.length);
  let rest = plain;
  for (const part of parts) rest = rest.replaceAll(part, '');
  return rest.length < plain.length && (rest.length < minOwnCharacters || isCommon(rest));
}

function isCommon(password: string): boolean {
  const plain = squeezed(password);
  if (plain === '' || isRepeated(plain) || /^\p{N}+$/u.test(plain) || isMadeOfUnits(plain)) return true;
  const { length } = password.normalize('NFKC');
  return formsOf(password).some((form) => {
    const letters = form.replace(/[^\p{L}]/gu, '');
    return length - letters.length <= maxNeighbouringKeys && letters.length > 0 && isMadeOfUnits(letters);
  });
}

/**
 * Returns the text as written, and with digits and symbols replaced by the letters they resemble; 1 and ! may be an i
 * or an l.
 */
function formsOf(password: string): string[] {
  const lower = password.normalize('NFKC').toLowerCase();
  const read = (one: string): string =>
    [...lower].map((sign) => (sign === '1' || sign === '!' ? one : (standsFor[sign] ?? sign))).join('');
  // Digits at the end are a year or a number, whichever letters the others replace.
  const spelt = (text: string): string => text.replace(/(?<![^\p{L}])[^\p{L}]+$/u, '');
  const withoutEnd = [...spelt(lower)].map((sign) => (sign === '1' || sign === '!' ? 'i' : (standsFor[sign] ?? sign)));
  return [lower, read('i'), read('l'), withoutEnd.join('')];
}

/**
 * Returns true if a unit of at most five characters fills the text, repeated at least once and possibly cut at the end.
 * Chance rarely produces this.
 */
function isRepeated(text: string): boolean {
  for (let unit = 1; unit <= 5; unit += 1) {
    let same = text.length >= 2 * unit;
    for (let index = unit; same && index < text.length; index += 1) same = text[index] === text[index - unit];
    if (same) return true;
  }
  return false;
}

/** Returns true if a text consists only of one or two common units: words of the list, walks or repetitions. */
function isMadeOfUnits(text: string): boolean {
  if (isUnit(text)) return true;
  for (let cut = 2; cut < text.length - 1; cut += 1) {
    if (isUnit(text.slice(0, cut)) && isUnit(text.slice(cut))) return true;
  }
  return false;
}

function isUnit(text: string): boolean {
  if (text.length <= maxWordLength && commonWords.has(text)) return true;
  return text.length >= minSequenceLength && (isRepeated(text) || rows.some((row) => row.includes(text)));
}
