import { decodeReferences } from '../html/characterReferences.ts';
import { beginsWith, casedForm, casedTextForm, holdsForm, nameForm, textForm } from './nameForm.ts';

const lineBreak = /<br\s*\/?>|&nbsp;/gi;
const markup = /<\/?(?:b|i|em|strong|u|s|del|ins|mark|span|sup|sub|small|wbr)(?:\s[^<>]*)?>/gi;
// The preceding text is checked last, because a search that begins with a fixed character is fast.
const emphasisInWord = /(?:\*\*|__)(?<=[\p{L}\p{N}]..)(?=[\p{L}\p{N}])/gu;
const hides = /[%&<]|(?:\*\*|__)(?<=[\p{L}\p{N}]..)(?=[\p{L}\p{N}])/u;

/**
 * Returns the text, followed by those of its lines that change once address escapes, character references and emphasis
 * inside words are decoded, so that names in either spelling are found ("Acme%20Tools", "Marks &amp; Spencer",
 * "**A**cme").
 */
function withHiddenSpellings(text: string): string {
  if (!hides.test(text)) return text;
  const more = text.split('\n').flatMap((line) => {
    const plain = plainSpelling(line);
    return plain === line ? [] : [plain];
  });
  return more.length === 0 ? text : `${text}\n${more.join('\n')}`;
}

function plainSpelling(line: string): string {
  if (!hides.test(line)) return line;
  const unmarked = line.replace(lineBreak, ' ').replace(markup, '').replace(emphasisInWord, '');
  return decodeReferences(unmarked).replace(/(?:%[0-9a-f]{2})+/gi, decodeEscapes);
}

function decodeEscapes(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

/** A registered name: the owner's own, or one that the owner assigned to another company. */
export type RegisteredName = {
  /** As written. */
  name: string;
  form: string;
  /** Set for a name that matches only alone and in this case: a common word, or a very short one. */
  cased: string | null;
};

export function registeredName(name: string, exact: boolean): RegisteredName {
  return { name, form: nameForm(name), cased: exact ? casedForm(name) : null };
}

/** Match of a mention that is this name, or begins with it as whole words. `length`: in characters of the form. */
export type NameMatch = { exact: boolean; length: number };

function matchName(mention: MentionForms, { form, cased }: RegisteredName): NameMatch | null {
  if (form === '') return null;
  if (cased !== null) return mention.cased() === cased ? { exact: true, length: form.length } : null;
  if (mention.form === form) return { exact: true, length: form.length };
  return beginsWith(mention.form, form) ? { exact: false, length: form.length } : null;
}

/** Forms of a mention's name; few names need the cased one. */
export type MentionForms = { form: string; cased(): string };

export function formsOf(name: string): MentionForms {
  return { form: nameForm(name), cased: () => casedForm(name) };
}

/** Returns the longest match of all names; null without one. */
export function findLongestMatch<N extends RegisteredName>(
  mention: MentionForms,
  names: readonly N[],
): (NameMatch & { name: N }) | null {
  let best: (NameMatch & { name: N }) | null = null;
  for (const name of names) {
    const match = matchName(mention, name);
    if (match !== null && (best === null || match.length > best.length)) best = { ...match, name };
  }
  return best;
}

/** A text prepared once for searching names. */
export type SearchedText = { form: string; cased(): string };

export function searchedText(answer: string): SearchedText {
  const text = withHiddenSpellings(answer);
  let cased: string | null = null;
  return {
    form: textForm(text),
    cased() {
      cased ??= casedTextForm(text);
      return cased;
    },
  };
}

/** Returns true if the text contains the name as whole words, or in its own case with an added s ("Acmes"). */
export function isNamedIn(text: SearchedText, { name, form, cased }: RegisteredName): boolean {
  if (cased !== null) return holdsForm(text.cased(), cased);
  if (holdsForm(text.form, form)) return true;
  const own = form.length > 3 && holdsForm(text.form, `${form}s`) ? casedForm(name) : form;
  // "canvas" is not "Canva": a plural or genitive counts only if a capital shows that it is a name.
  return own !== form && holdsForm(text.cased(), `${own}s`);
}

/** Removes these names from the text wherever they occur as whole words. */
export function withoutNames(text: SearchedText, names: readonly RegisteredName[]): SearchedText {
  const without = (form: string, ofName: (name: RegisteredName) => string) =>
    names.reduce((rest, name) => ` ${rest} `.replaceAll(` ${ofName(name)} `, ' | ').trim(), form);
  return {
    form: without(text.form, ({ form }) => form),
    cased: () => without(text.cased(), ({ name }) => casedForm(name)),
  };
}
