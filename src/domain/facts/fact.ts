import { invalidField } from '../errors.ts';
import { type Hours, readHours } from './hours.ts';
import { type Money, readMoney } from './money.ts';
import { type NumberWithUnit, readNumbers, unitOf } from './numberWithUnit.ts';
import { readDates, type WrittenDate } from './writtenDate.ts';

export const factKinds = ['price', 'number', 'date', 'place', 'phone', 'hours', 'feature', 'certificate'] as const;
export type FactKind = (typeof factKinds)[number];

/** An owner's statement about the website, in versions: the newest has no end. */
export type FactVersion = {
  version: number;
  /** As the owner writes it: "€49 per month", "25 users", "2019-03-01", "yes". */
  value: string;
  /** Page of the owner that states it. */
  sourceUrl: string;
  madeAt: string;
  madeBy: string;
};

export type Fact = {
  id: string;
  websiteId: string;
  kind: FactKind;
  name: string;
  /** Keywords that identify sentences about it, in any language. Default: its name. */
  words: readonly string[];
  /** Newest first. */
  versions: readonly FactVersion[];
};

export const maxFacts = 100;

/** A value in comparable form. */
export type TypedValue =
  | ({ type: 'money' } & Money)
  | ({ type: 'number' } & NumberWithUnit)
  | ({ type: 'date' } & WrittenDate)
  | ({ type: 'hours' } & Hours)
  | { type: 'phone'; digits: string }
  | { type: 'place'; parts: readonly string[]; postcode: string | null; seat: string | null }
  | { type: 'answer'; yes: boolean };

/** @throws invalid_request naming `value` if it is not a value of its kind */
export function typedValue(kind: FactKind, value: string): TypedValue {
  const typed = readValue(kind, value.trim());
  if (typed === null) throw invalidField('value', `cannot be read: write it as ${examples[kind]}`);
  return typed;
}

const examples: Readonly<Record<FactKind, string>> = {
  price: '`€49 per month`',
  number: '`25 users`',
  date: '`2019-03-01` or `2019`',
  place: '`Hauptstraße 1, 10115 Berlin, Germany`',
  phone: '`+49 30 1234567`',
  hours: '`09:00-18:00`',
  feature: '`yes` or `no`',
  certificate: '`yes` or `no`',
};

/** "10115", and "4050-032" as in Portugal. */
export const postcode = /(?<![\d+-])(?:\d{4}-\d{3}|\d{4,6})(?![\d-])/;

type Written = { start: number; end: number };
const isWhole = (value: string, { start, end }: Written): boolean => start === 0 && end === value.length;

/** "per user per month", "/user/month", "pro Nutzer und Monat". */
const perUnits =
  /^(?:(?:\/\s?|(?:per|pro|par|por|je|od|za)\s)[\p{L}'’]{1,30}(?:\s(?:and|und|et|y|e)\s(?:par\s)?[\p{L}'’]{1,30})?\s?){1,2}$/u;

/** One amount with at most its units: "€49 per month", "monatlich 49 €", "€9 per user per month". Conditions are refused. */
function isPriceOnly(value: string, { start, end, per }: Written & Money): boolean {
  const around = [value.slice(0, start).trim(), value.slice(end).trim()].filter(Boolean);
  if (around.length === 0) return true;
  const [units = '', more] = around;
  if (more !== undefined) return false;
  return perUnits.test(units) || (per !== null && /^(?:\/\s?)?[\p{L}'’]+(?:\s[\p{L}'’]+)?\.?$/u.test(units));
}

function isOnCalendar({ year, month, day }: WrittenDate): boolean {
  const date = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  return date.getUTCMonth() === (month ?? 1) - 1 && date.getUTCDate() === (day ?? 1);
}

function readValue(kind: FactKind, value: string): TypedValue | null {
  switch (kind) {
    case 'price': {
      const [money] = readMoney(value);
      return money === undefined || !isPriceOnly(value, money) ? null : { type: 'money', ...money };
    }
    case 'number': {
      const [number] = readNumbers(value, [value.replace(/^[\d\s.,]+/, '')]);
      return number === undefined || unitOf(number.unit) === '' ? null : { type: 'number', ...number };
    }
    case 'date': {
      const [date] = readDates(value);
      return date === undefined || !isWhole(value, date) || !isOnCalendar(date) ? null : { type: 'date', ...date };
    }
    case 'hours': {
      const [hours] = readHours(value);
      return hours === undefined || !isWhole(value, hours) || hours.from === hours.to
        ? null
        : { type: 'hours', ...hours };
    }
    case 'phone': {
      const digits = value.replace(/\D/g, '');
      return /^\+?[\d\s()/.-]{7,30}$/.test(value) && digits.length >= 7 && digits.length <= 15
        ? { type: 'phone', digits }
        : null;
    }
    case 'place': {
      const parts = value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
      const [code = null] = postcode.exec(value) ?? [];
      return parts.length === 0 ? null : { type: 'place', parts, postcode: code, seat: null };
    }
    default: {
      const yes = /^(?:yes|true|ja|oui|sí|si|sim|tak)$/i.test(value);
      const no = /^(?:no|false|nein|non|não|nee|nie)$/i.test(value);
      return yes || no ? { type: 'answer', yes } : null;
    }
  }
}
