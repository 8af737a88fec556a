import { beginsInPrefix, endsInParticle } from './affixes.ts';

/** Endings that name a legal form. Dots and accents are removed before the comparison. */
const legalForms = new Set(
  (
    'inc incorporated llc llp lp ltd limited plc corp corporation co company gmbh ag kg kgaa ug ohg se sa sas sarl srl ' +
    'spa sl slu bv nv ab as aps oy oyj pty pte pvt kk sro doo zrt kft ltda sti'
  ).split(' '),
);

/** Written at either end of a name, without a space. */
const joinedLegalForms =
  /^(?:株式会社|有限会社|㈱|\(株\)|주식회사|\(주\))|(?:株式会社|有限会社|㈱|\(株\)|股份有限公司|有限责任公司|有限公司|주식회사|\(주\))$/gu;

const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const beforeUnspaced = new RegExp(`(?<=[\\p{L}\\p{N}])(?<![${unspaced}])(?=[${unspaced}])`, 'gu');
const afterUnspaced = new RegExp(`(?<=[${unspaced}])(?=[\\p{L}\\p{N}])(?![${unspaced}])`, 'gu');
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u');
const endsUnspaced = new RegExp(`[${unspaced}]$`, 'u');

/**
 * Returns the form in which two names are compared: NFKC, case folded, accents, punctuation and legal endings removed
 * ("Acme, Inc." = "acme"), words separated by one space. Nothing is fuzzy: two names are the same if their forms are
 * equal. Empty if nothing is left to compare.
 */
export function nameForm(name: string): string {
  const knownText = formsByName.get(name);
  if (knownText !== undefined) return knownText;
  const form = textForm(withoutLegalForms(name));
  if (formsByName.size >= maxForms) formsByName.clear();
  formsByName.set(name, form);
  return form;
}

/** Cache: the same names recur in every answer, and computing forms is half the cost of identifying them. */
const formsByName = new Map<string, string>();
const maxForms = 10_000;

/** Does the same but keeps case, for a name that is a common word: "Target", not "target". */
export function casedForm(name: string): string {
  return casedTextForm(withoutLegalForms(name));
}

/** Folds a whole text like a name, so that it can be searched for names; see holdsForm. */
export function textForm(text: string): string {
  // Lower-casing is repeated at the end, because some characters, such as mathematical letters, become capitals only
  // when folded.
  return casedTextForm(text.toLowerCase()).toLowerCase();
}

const lettersApart: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  ς: 'σ',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
};

export function casedTextForm(text: string): string {
  // Texts and names are almost entirely ASCII. Only other runs are folded, each with the letter before it, because an
  // accent may be a separate character.
  const folded = partScripts(text.replace(beyondAscii, fold));
  return spaced(hasUnspaced.test(folded) ? folded.replace(beforeUnspaced, ' ').replace(afterUnspaced, ' ') : folded);
}

/** Vowel points and stretching that Arabic and Hebrew may write or omit. */
const vowelPoints = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670]/g;

/** These scripts attach particles to a Latin name without a space: "Acme은", "בAcme". */
const joining = '\\p{Script=Hangul}\\p{Script=Arabic}\\p{Script=Hebrew}';
/** The ranges of these scripts: every text is searched, and ranges are fast. */
const hasJoining = /[\u0590-\u08ff\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const scriptChange = new RegExp(
  `(?<=[\\p{Script=Latin}\\p{Nd}])(?=[${joining}])|(?<=[${joining}])(?=\\p{Script=Latin})`,
  'gu',
);

function partScripts(text: string): string {
  return hasJoining.test(text) ? text.replace(scriptChange, ' ') : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII itself
const beyondAscii = /[\x00-\x7f]?[^\x00-\x7f]+/g;

function fold(run: string): string {
  // Trade marks are removed first, because NFKC would turn them into letters of the name; then invisible characters.
  const seenText = run.replace(/[\u2122\u00ae\u00a9\u2120\p{Default_Ignorable_Code_Point}]/gu, '');
  return seenText
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, '')
    .replace(vowelPoints, '')
    .normalize('NFC')
    .replace(/[ßẞςøØłŁđĐıæÆœŒ]/g, (letter) => lettersApart[letter] ?? letter)
    .replace(noLetterBeyondAscii, ' ');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII itself
const noLetterBeyondAscii = /[^\p{L}\p{N}\p{M}\x00-\x7f]+/gu;

/**
 * Replaces other characters by spaces. A plus at the end of a word belongs to it: "Acme+" is not "Acme". Beyond ASCII
 * only letters are left.
 */
function spaced(text: string): string {
  const words = text.replace(/[^a-zA-Z0-9+\u0080-\uffff]+/g, ' ').trim();
  if (!words.includes('+')) return words;
  return words
    .replace(/\+(?=[\p{L}\p{N}])|(?<![\p{L}\p{N}\p{M}+])\++/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function withoutLegalForms(name: string): string {
  const words = (name.trim().replace(joinedLegalForms, '') || name).split(/[\s,]+/).filter((word) => word !== '');
  while (words.length > 1 && isEnding(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

function isEnding(word: string): boolean {
  return word === '&' || legalForms.has(textForm(word).replaceAll(' ', ''));
}

/** Returns true if the form ends in a script without spaces, so that a name may end inside a run of letters. */
export function isUnspaced(form: string): boolean {
  return endsUnspaced.test(form);
}

/** Returns true if a folded text contains this form of a name as whole words, by the rules of its script. */
export function holdsForm(text: string, form: string): boolean {
  if (form === '') return false;
  const [free, opens] = [isUnspaced(form), hasUnspaced.test(form.slice(0, 2))];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const end = at + form.length;
    const [before, after] = [text[at - 1], text[end]];
    const starts = opens || before === undefined || before === ' ' || beginsInPrefix(text, form, at);
    if (starts && (free || after === undefined || after === ' ' || after === '+' || endsInParticle(text, form, end)))
      return true;
  }
  return false;
}

/** Returns true if a folded name begins with this form as whole words, by the rules of its script. */
export function beginsWith(name: string, form: string): boolean {
  if (form === '' || !name.startsWith(form)) return false;
  const next = name[form.length];
  // A single character of a script without spaces begins too many words to identify a name.
  return next === undefined || next === ' ' || (isUnspaced(form) && form.length > 1);
}

/** Keeps only letters and digits of the form, so that "Best Buy" can be compared with the label of bestbuy.com. */
export function compactForm(name: string): string {
  return nameForm(name).replace(/[ +]/g, '');
}

/** Returns the compact forms of the first word, the first two words, and so on. */
export function startsOf(name: string): string[] {
  return startsOfForm(nameForm(name));
}

export function startsOfForm(form: string): string[] {
  let start = '';
  return form.split(' ').map((word) => {
    start += word.replaceAll('+', '');
    return start;
  });
}

/** First words that many names and domains share, and that therefore prove nothing. */
const commonStarts = new Set(['the', 'a', 'an', 'my', 'best', 'top', 'new']);

/**
 * Returns true if a domain's label begins like the name, in whole words of both: `foo`, `foobar` and `foo-shop` match
 * "Foo Bar 300", `food` and `bar` do not. Too weak to identify a bare name, but enough to accept a link given for it.
 */
export function carriesName(label: string, name: string): boolean {
  const ofName = new Set(startsOf(name));
  return startsOf(label.replaceAll('-', ' ')).some(
    (start) => start.length > 1 && ofName.has(start) && !commonStarts.has(start),
  );
}

/** Does the same for a link that is merely near the name: one of the two must contain the other completely. */
export function carriesWholly(label: string, name: string): boolean {
  const [starts, whole] = [startsOf(name), compactForm(label)];
  if (whole === '' || commonStarts.has(whole)) return false;
  return starts.includes(whole) || startsOf(label.replaceAll('-', ' ')).includes(starts.at(-1) ?? '');
}
