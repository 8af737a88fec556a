import { findTextFlaw } from '../text/textRule.ts';

/** Longest name of a program that signs in, in characters: more would push the buttons off the page of consent. */
const maxClientNameLength = 100;

/** Signs that turn or hide others; those that join letters and emoji may stay. */
const hidden = /(?![\u200c\u200d])\p{Cf}/u;

/** Finds why the name that a program gives itself is refused; null if it is accepted. */
export function clientNameFlaw(name: string): string | null {
  if (name.trim() === '') return 'must not be empty';
  if ([...name].length > maxClientNameLength) return `must have at most ${maxClientNameLength} characters`;
  if (hidden.test(name)) return 'contains an invisible character';
  return findTextFlaw(name, [])?.flaw ?? null;
}
