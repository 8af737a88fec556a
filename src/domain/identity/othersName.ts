import guard from './guardWords.json' with { type: 'json' };
import { nameForm, textForm } from './nameForm.ts';
import type { Owner } from './owner.ts';

const trades = new Set(guard.trades.map(nameForm));
const notThe = guard.notThe.map(textForm);
const parts = /[\s\p{P}]+/u;

/**
 * Says whether the text that follows a registered name means another bearer of the name: a word of another trade is
 * part of the name ("Velora Bank"), or "not the …" follows. A trade that a registered name or domain holds is the owner's own,
 * and where a page of the owner is a source a trade decides nothing.
 * @param behind the words that follow the name in the answer
 */
export function isOthersName(behind: string, owner: Owner, ownsSource: boolean): boolean {
  const near = behind.slice(0, 80);
  const next = near.replace(/^[\s*_`"”’']{1,4}/, '').split(parts)[0] ?? '';
  const word = nameForm(next);
  const goesOn = /^[\s*_]{0,3}[\p{Lu}\p{Lo}]/u.test(near) && trades.has(word);
  if (goesOn && !ownsSource && !owner.names.some(({ form }) => form.replaceAll(' ', '').includes(word))) return true;
  const folded = textForm(near);
  const own = folded.split(' ').slice(0, 5).join(' ');
  const opens = /^[^\n.!?]{0,30}?[\s(–—,-]/u.test(near);
  return opens && notThe.some((phrase) => phrase !== '' && ` ${own} `.includes(` ${phrase} `));
}
