import { textForm } from '../identity/nameForm.ts';
import { postcode, type TypedValue } from './fact.ts';
import { namesPart, numberedStreet, placesIn, withoutStreet } from './namedPlace.ts';
import { sameDate } from './writtenDate.ts';

/** `unclear`: the two cannot be compared as written (another currency or period, an hour without a.m. or p.m.). */
export type Comparison = 'same' | 'other' | 'unclear';

const decide = (isSame: boolean): Comparison => (isSame ? 'same' : 'other');

/** Compares a value of a sentence with the owner's: the only comparison that verdicts on facts use. */
export function compareValues(stated: TypedValue, fact: TypedValue): Comparison {
  switch (stated.type) {
    case 'money': {
      if (fact.type !== 'money' || stated.currency !== fact.currency) return 'unclear';
      const isOfPeriod = stated.per === fact.per;
      if (!isOfPeriod && stated.per !== null && fact.per !== null) return 'unclear';
      if (stated.amount === fact.amount) return 'same';
      return isOfPeriod ? 'other' : 'unclear';
    }
    case 'number':
      return fact.type === 'number' ? decide(stated.amount === fact.amount) : 'unclear';
    case 'date':
      return fact.type === 'date' ? decide(sameDate(stated, fact)) : 'unclear';
    case 'hours': {
      if (fact.type !== 'hours') return 'unclear';
      const shifts = [stated.from - fact.from, stated.to - fact.to];
      if (shifts.every((shift) => shift === 0)) return 'same';
      return shifts.every((shift) => shift % 720 === 0) ? 'unclear' : 'other';
    }
    case 'phone':
      return fact.type === 'phone' ? comparePhones(stated.digits, fact.digits) : 'unclear';
    case 'place':
      return fact.type === 'place' ? comparePlaces(stated, fact) : 'unclear';
    case 'answer':
      return fact.type === 'answer' ? decide(stated.yes === fact.yes) : 'unclear';
  }
}

const subscriberDigits = 7;

/**
 * Compares phone numbers: equal if only a country or area prefix is missing in one of them; an extension makes it
 * unclear.
 */
function comparePhones(one: string, other: string): Comparison {
  const [short = '', long = ''] = [one, other].map((digits) => digits.replace(/^0+/, '')).toSorted(byLength);
  if (long.endsWith(short)) return 'same';
  if (extended(one, other) || extended(other, one)) return 'unclear';
  // Complete numbers of one length differ in an area, not in a missing prefix.
  if (one.length === other.length) return 'other';
  const holds = long.includes(short.slice(-subscriberDigits)) || short.includes(long.slice(-subscriberDigits));
  return holds ? 'unclear' : 'other';
}

/** True if a number is the other one with an extension of up to three digits: "030/1234567-0". */
const extended = (one: string, other: string): boolean =>
  [1, 2, 3].some((digits) => {
    const main = one.replace(/^0+/, '').slice(0, -digits);
    return main.length > subscriberDigits && other.endsWith(main);
  });

const byLength = (a: string, b: string): number => a.length - b.length;

export const withoutPostcode = (part: string): string => part.replace(postcode, '');

type Place = Extract<TypedValue, { type: 'place' }>;

/** Compares by postcode, otherwise by the owner's street, otherwise by city; a country alone is not enough. */
function comparePlaces(stated: Place, fact: Place): Comparison {
  if (stated.postcode !== null && fact.postcode !== null && stated.postcode !== fact.postcode) return 'other';
  const form = ` ${textForm(stated.parts.join(' '))} `;
  const street = textForm(numberedStreet.exec(stated.parts.join(' '))?.[0] ?? '');
  const owners = textForm(fact.parts.join(' '));
  if (street !== '' && /\d/.test(fact.parts[0] ?? '') && !form.includes(` ${textForm(fact.parts[0] ?? '')} `))
    return street.split(' ').some((word) => word.length > 3 && owners.includes(word)) ? 'unclear' : 'other';
  if (stated.postcode !== null && fact.postcode !== null) {
    const [before = ''] = stated.parts.join(' ').split(stated.postcode);
    const hasOwnStreet = !/\d/.test(fact.parts[0] ?? '') || form.includes(` ${textForm(fact.parts[0] ?? '')} `);
    return hasOwnStreet || !/\d\p{L}?,?\s$/u.test(before) ? 'same' : 'unclear';
  }
  if (stated.seat !== null) {
    const own = placesIn(withoutStreet(fact.parts).join(', '));
    const isOwn = own.find(({ key }) => key === stated.seat);
    if (isOwn !== undefined) return isOwn.isCountry ? 'unclear' : 'same';
    const isCountry = placesIn(stated.seat)[0]?.isCountry === true;
    return (isCountry && !own.some((one) => one.isCountry)) || namesPart(stated.parts.join(' '), fact.parts)
      ? 'unclear'
      : 'other';
  }
  const near = fact.parts.length > 1 ? fact.parts.slice(0, -1) : fact.parts;
  const names = near.map((part) => textForm(withoutPostcode(part)));
  return names.some((name) => name !== '' && form.includes(` ${name} `)) ? 'same' : 'unclear';
}
