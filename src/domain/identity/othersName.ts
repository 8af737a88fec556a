import guard from './guardWords.json' with { type: 'json' };
import { nameForm, textForm } from './nameForm.ts';
import type { Owner } from './owner.ts';

const trades = new Set(guard.trades.map(nameForm));
const notThe = guard.notThe.map(textForm);
const parts = /[\s\p{P}]+/u;

/**
 * Returns true if the text after a registered name shows that it means another company: it continues with a word of
 * another trade ("Velora Bank") or with "not the …". Trades in a registered name or domain belong to the owner. If the
 * answer cites a page of the owner, a trade proves nothing.
 * @param following the words after the name in the answer
 */
export function isOthersName(following: string, owner: Owner, ownsSource: boolean): boolean {
  const near = following.slice(0, 80);
  const next = near.replace(/^[\s*_`"”’']{1,4}/, '').split(parts)[0] ?? '';
  const word = nameForm(next);
  const goesOn = /^[\s*_]{0,3}[\p{Lu}\p{Lo}]/u.test(near) && trades.has(word);
  if (goesOn && !ownsSource && !owner.names.some(({ form }) => form.replaceAll(' ', '').includes(word))) return true;
  const folded = textForm(near);
  const own = folded.split(' ').slice(0, 5).join(' ');
  const opens = /^[^\n.!?]{0,30}?[\s(–—,-]/u.test(near);
  return opens && notThe.some((phrase) => phrase !== '' && ` ${own} `.includes(` ${phrase} `));
}
