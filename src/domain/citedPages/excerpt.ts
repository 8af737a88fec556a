import { cutAtWord } from '../answer/plainText.ts';
import { maxExcerpt } from './citedPage.ts';

const email = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/gu;
const phone = /(?<![\p{L}\p{N}.,€$£])(?:\+|00|\(0|0)\d[\d\s()/.-]{6,18}\d/gu;

/** Shortens a page's text to one line with a maximum length, with e-mail addresses and phone numbers masked. */
export function shortText(text: string, most: number): string {
  return cutAtWord(maskContacts(text).replace(/\s+/g, ' ').trim(), most);
}

const maskContacts = (text: string): string => text.replace(email, '[e-mail]').replace(phone, '[phone]');

/** Quotes a page in at most 300 characters. */
export const excerptOf = (passage: string): string => shortText(passage, maxExcerpt);

/** Returns the sentence around a place in a text. */
export function excerptAround(text: string, start: number, end: number): string {
  const before = text.slice(0, start);
  const from = Math.max(before.lastIndexOf('\n') + 1, lastStop(before), start - 200);
  const after = /[.!?。！？](?:\s|$)|\n/u.exec(text.slice(end))?.index ?? text.length;
  return excerptOf(text.slice(from, Math.min(end + after + 1, from + 600)));
}

function lastStop(text: string): number {
  const stops = [...text.slice(-400).matchAll(/[.!?。！？]\s/gu)];
  const last = stops.at(-1);
  return last === undefined ? 0 : Math.max(0, text.length - 400) + last.index + 2;
}
