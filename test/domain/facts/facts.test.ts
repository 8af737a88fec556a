import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { type Fact, type FactKind, typedValue } from '../../../src/domain/facts/fact.ts';
import { standingOf, wrongShare } from '../../../src/domain/facts/factDecision.ts';
import { factQuotes } from '../../../src/domain/facts/factQuotes.ts';
import { readOwner } from '../../../src/domain/identity/owner.ts';
import { moneyIn, type Template, templates, words } from './factTemplates.ts';

const owner = readOwner({
  ...{ id: 'w1', url: 'https://varnlo.example/', domain: 'varnlo.example', name: 'Varnlo', aliases: [] },
  ...{ exactNames: [], others: [], settledDomains: [], learned: [], commonWords: [] },
});
const of = (version: number, value: string) => ({
  ...{ version, value, sourceUrl: 'https://varnlo.example/facts', madeAt: '2026-01-01', madeBy: 'u1' },
});
function fact(kind: FactKind, values: readonly string[], given: readonly string[] = words[kind] ?? []): Fact {
  const versions = values.map((value, at) => of(values.length - at, value));
  return { id: kind, websiteId: 'w1', kind, name: kind, words: given, versions };
}
const verdictOf = (sentence: string, facts: Fact, others: string[] = []) =>
  factQuotes(sentence, owner, [facts], others)[0]?.verdict ?? null;

type Values = { amount: number; count: number; year: number; month: number; day: number; phone: string; hours: string };

/** A seeded generator, so that the sentences are the same in every run. */
function valuesOf(seed: number): Values {
  const pick = (prime: number, of: number) => (seed * prime + 7) % of;
  return {
    amount: 5 + pick(13, 1900) + (seed % 3 === 0 ? 0.99 : 0),
    count: 2 + pick(29, 4000),
    year: 1990 + pick(11, 34),
    month: 1 + pick(5, 12),
    day: 1 + pick(17, 28),
    phone: `+49 30 ${1_000_000 + pick(7919, 8_999_999)}`,
    hours: `0${7 + pick(3, 3)}:00-1${6 + pick(2, 3)}:30`,
  };
}

const englishMonths = 'January February March April May June July August September October November December'.split(
  ' ',
);

function write({ language, sentence }: Template, values: Values): string {
  const count = language === 'en' ? values.count.toLocaleString('en') : String(values.count);
  return sentence
    .replace('{us}', 'Varnlo')
    .replace('{money}', moneyIn(language, values.amount))
    .replace('{number}', count)
    .replace('{year}', String(values.year))
    .replace('{enDate}', `${englishMonths[values.month - 1]} ${values.day}, ${values.year}`)
    .replace('{deDate}', `${values.day}.${values.month}.${values.year}`)
    .replace('{phone}', values.phone)
    .replace('{hours}', values.hours);
}

const two = (value: number) => String(value).padStart(2, '0');

function factFor(kind: string, values: Values): Fact {
  switch (kind) {
    case 'price':
      return fact('price', [`€${values.amount} per month`]);
    case 'number':
      return fact('number', [`${values.count} users`]);
    case 'date':
      return fact('date', [`${values.year}-${two(values.month)}-${two(values.day)}`]);
    case 'phone':
      return fact('phone', [values.phone]);
    case 'hours':
      return fact('hours', [values.hours]);
    case 'denied':
      return fact('feature', ['no'], words.feature);
    default:
      return fact('feature', ['yes']);
  }
}

const shifted = (values: Values): Values => ({
  ...{
    amount: values.amount + 10,
    count: values.count + 3,
    year: values.year - 5,
    month: values.month,
    day: values.day,
  },
  ...{ phone: `${values.phone.slice(0, -2)}${values.phone.endsWith('42') ? '17' : '42'}`, hours: '10:00-15:15' },
});

const drawn = Object.entries(templates).flatMap(([kind, list]) =>
  list.flatMap((template) =>
    Array.from({ length: 10 }, (_none, round) => ({ kind, template, values: valuesOf(round * 31 + kind.length) })),
  ),
);

describe('facts in eight languages', () => {
  it('are never contradicted by more than five hundred true sentences', () => {
    expect(drawn.length).toBeGreaterThanOrEqual(500);
    const wrong = drawn.filter(({ kind, template, values }) => {
      return verdictOf(write(template, values), factFor(kind, values)) === 'contradicts';
    });
    expect(wrong.map(({ kind, template, values }) => `${kind}: ${write(template, values)}`)).toEqual([]);
  });

  it('agree with most of them', () => {
    const agree = drawn.filter(
      ({ kind, template, values }) => verdictOf(write(template, values), factFor(kind, values)) === 'agrees',
    );
    expect(agree.length / drawn.length).toBeGreaterThanOrEqual(0.9);
  });

  it('are contradicted by at least eight of ten planted sentences', () => {
    const planted = drawn.map(({ kind, template, values }) => {
      const opposite =
        kind === 'feature' ? fact('feature', ['no']) : kind === 'denied' ? fact('feature', ['yes']) : null;
      return { kind, text: write(template, shifted(values)), about: opposite ?? factFor(kind, values) };
    });
    const missed = planted.filter(({ text, about }) => verdictOf(text, about) !== 'contradicts');
    expect(
      missed.length,
      missed
        .slice(0, 20)
        .map(({ text }) => text)
        .join('\n'),
    ).toBeLessThanOrEqual(planted.length * 0.2);
  });
});

describe('the value of a price', () => {
  it.each([
    '€49',
    'monatlich 49 €',
    '€9 per user per month',
    '€9/user/month',
    '€9 pro Nutzer und Monat',
    '€18 per person',
  ])('may be %s', (value) => {
    expect(typedValue('price', value).type).toBe('money');
  });

  it.each(['€49 per month plus VAT', '€49 per month for students', 'from €49', '€49 to €59', '€49 if paid yearly'])(
    'is not %s',
    (value) => {
      expect(() => typedValue('price', value)).toThrow('value');
    },
  );
});

it.each([
  ['Varnlo’s address is Rua do Almada 118, 4000-407 Porto.', 'contradicts'],
  ['Varnlo’s address is Rua do Almada 118, 4050-032 Porto.', 'agrees'],
])('a different postcode in a Portuguese address decides: %s', (sentence, verdict) => {
  const place = fact('place', ['Rua do Almada 118, 4050-032 Porto, Portugal'], ['address']);
  expect(verdictOf(sentence, place)).toBe(verdict);
});

it('a phone number with another area code contradicts', () => {
  const phone = fact('phone', ['+49 40 5550182'], ['phone']);
  expect(verdictOf('The phone number of Varnlo is +49 30 5550182.', phone)).toBe('contradicts');
});

describe('a fact', () => {
  const price = fact('price', ['€49 per month', '€39 per month'], ['Team plan']);

  it('stated by an older version matches that version', () => {
    expect(verdictOf('The Team plan of Varnlo costs €39 per month.', price)).toBe('matches_older');
  });

  it.each([
    ['The address of Varnlo is Rue Gambetta 30, 54000 Nancy.', 'cannot_tell'],
    ['Address: Varnlo, 15 rue Saint-Jean, 54000 Nancy.', 'cannot_tell'],
    ['The address of Varnlo is Rue Héré 8, 54000 Nancy.', 'agrees'],
    ['The address of Varnlo is in 54000 Nancy.', 'agrees'],
  ])('another street with the same postcode does not agree: %s', (sentence, verdict) => {
    expect(verdictOf(sentence, fact('place', ['Rue Héré 8, 54000 Nancy, France'], ['address']))).toBe(verdict);
  });

  it.each([
    ['For 50 employees, Varnlo costs about €300 a month.', fact('number', ['500 employees'], ['employees'])],
    ['Een pianoles van een uur kost bij Varnlo 55 euro.', fact('price', ['€38'], ['pianoles'])],
  ])('an example or a variety with its own price contradicts nothing: %s', (sentence, about) => {
    expect(verdictOf(sentence, about)).toBe('cannot_tell');
  });

  it.each([
    'The Team plan of Varnlo starts from €19 per month.',
    'The Team plan of Varnlo used to cost €29 per month.',
    'Is the Team plan of Varnlo €29 per month?',
    'The Team plan of Varnlo costs $29 per month.',
    'The Team plan of Varnlo costs €490 per year.',
    'The Team plan of Varnlo costs €29.',
    'The Team plan of Varnlo costs €29 per month, €99 per month with support.',
    'The Team plan of Varnlo is worth its price.',
  ])('is not decided by: %s', (sentence) => {
    expect(verdictOf(sentence, price)).toBe('cannot_tell');
  });

  it.each([
    'The Team plan of Varnlo costs €29 per month, the Pro plan €99 per month.',
    'Varnlo offers Starter at €9 and the Team plan at €29 per month.',
  ])('is decided beside the value of another plan: %s', (sentence) => {
    expect(verdictOf(sentence, price)).toBe('contradicts');
  });

  it('does not take the city in the name of its street for its own', () => {
    const address = fact('place', ['27 Rue de Marseille, 69007 Lyon, France'], ['located']);
    expect(verdictOf('Varnlo is located in Marseille, close to the harbour.', address)).not.toBe('agrees');
  });

  it('is not decided if the sentence names another company', () => {
    const sentence = 'Varnlo has a Team plan priced at €29 per month, Quillby too.';
    expect(verdictOf(sentence, price, ['Quillby'])).toBe('cannot_tell');
    expect(verdictOf(sentence, price)).toBe('contradicts');
  });

  it('is compared only with sentences that name the website, and with all of a list item that begins with its name', () => {
    expect(verdictOf('The Team plan costs €29 per month.', price)).toBeNull();
    expect(verdictOf('1. **Varnlo** is a planner. Its Team plan costs €29 per month.', price)).toBe('contradicts');
  });

  it.each([
    ['from €59 per month', 'contradicts'],
    ['from €19 per month', 'cannot_tell'],
    ['about €90 per month', 'contradicts'],
    ['about €55 per month', 'cannot_tell'],
    ['about €49 per month', 'agrees'],
    ['€59 per month, as of March 2026', 'contradicts'],
    ['€59 per month, as of March 2019', 'cannot_tell'],
  ])('reads the bound or date of a value: %s', (value, verdict) => {
    expect(verdictOf(`The Team plan of Varnlo costs ${value}.`, price)).toBe(verdict);
  });

  it.each([
    ['The Team plan of Varnlo is limited to 10 users.', 'contradicts'],
    ['The Team plan of Varnlo allows up to 10 users.', 'contradicts'],
    ['The Team plan of Varnlo allows up to 40 users.', 'cannot_tell'],
    ['The Team plan of Varnlo is limited to 10 users on Mondays.', 'cannot_tell'],
    ['Die Solo-Version im Team plan von Varnlo umfasst 10 Nutzer im Solo-Tarif.', 'cannot_tell'],
  ])('reads a limit: %s', (sentence, verdict) => {
    expect(verdictOf(sentence, fact('number', ['25 users'], ['Team plan']))).toBe(verdict);
  });

  it('is compared without a clause that contrasts another company', () => {
    const others = ['Quillby'];
    expect(verdictOf('Compared with Quillby at €19, the Team plan of Varnlo costs €59 per month.', price, others)).toBe(
      'contradicts',
    );
    expect(verdictOf('Through Quillby, the Team plan of Varnlo costs €59 per month.', price, others)).toBe(
      'cannot_tell',
    );
    expect(
      verdictOf('The Team plan of Varnlo is cheaper than Quillby, which costs €59 per month.', price, others),
    ).toBe('cannot_tell');
  });

  it('is read from the column of a table', () => {
    const table = (value: string) =>
      `| Tool | Team plan per month | Free users |\n|---|---|---|\n| **Varnlo** | ${value} | €5 |\n| Quillby | €19 | €9 |`;
    expect(verdictOf(table('€59'), price, ['Quillby'])).toBe('contradicts');
    expect(verdictOf(table('€49'), price, ['Quillby'])).toBe('agrees');
    expect(verdictOf(table('€59').replace('Team plan', 'Solo plan'), price)).toBeNull();
  });

  it('that is doubly denied, or only seems denied, is not contradicted', () => {
    const feature = fact('feature', ['yes'], ['single sign-on']);
    expect(verdictOf('Varnlo is not only cheap, it has single sign-on.', feature)).not.toBe('contradicts');
    expect(verdictOf('If Varnlo had no single sign-on, teams would leave.', feature)).toBe('cannot_tell');
  });

  it('names a value that cannot be read', () => {
    expect(() => typedValue('price', 'cheap')).toThrow(AppError);
    expect(() => typedValue('feature', 'maybe')).toThrow(AppError);
  });
});

it('the share of wrong quotes counts only decided ones, and the owner’s decision overrides the rule', () => {
  const quotes = [
    { verdict: 'agrees', decision: null },
    { verdict: 'contradicts', decision: null },
    { verdict: 'contradicts', decision: 'right' },
    { verdict: 'cannot_tell', decision: 'wrong' },
    { verdict: 'cannot_tell', decision: null },
    { verdict: 'contradicts', decision: 'not_about_us' },
  ] as const;
  expect(wrongShare(quotes)).toEqual({ wrong: 2, decided: 4, undecided: 1, share: 0.5 });
  expect(wrongShare([])).toEqual({ wrong: 0, decided: 0, undecided: 0, share: null });
  expect(standingOf({ verdict: 'matches_older', decision: null })).toBe('against');
});
