import { findTextFlaw } from '../text/textRule.ts';

/**
 * Maximum length, in characters, of the name of a program that signs in: a longer one would push the buttons off the
 * consent page.
 */
const maxClientNameLength = 100;

/** Characters that reverse or hide other characters, except those that join letters and emoji. */
const hidden = /(?![\u200c\u200d])\p{Cf}/u;

/** Returns why the name that a program gives itself is refused; null if it is accepted. */
export function clientNameFlaw(name: string): string | null {
  if (name.trim() === '') return 'must not be empty';
  if ([...name].length > maxClientNameLength) return `must have at most ${maxClientNameLength} characters`;
  if (hidden.test(name)) return 'contains an invisible character';
  return findTextFlaw(name, [])?.flaw ?? null;
}
