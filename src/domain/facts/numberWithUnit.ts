import { readAmount } from './amount.ts';

export type NumberWithUnit = { amount: number; unit: string };

/** Common units by one key, in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Turkish and Japanese. */
const units: Readonly<Record<string, string>> = {
  users:
    'user users nutzer benutzer anwender utilisateur utilisateurs usuario usuarios utente utenti usuário usuários utilizadores gebruiker gebruikers użytkownik użytkowników użytkownicy użytkownika seats kullanıcı kullanıcıyı ユーザー',
  employees:
    'employee employees mitarbeiter mitarbeitende mitarbeitern beschäftigte employés salariés empleados dipendenti funcionários empregados werknemers medewerkers pracowników çalışan çalışanı 人 名',
  customers: 'customer customers kunden clients clientes clienti klanten klientów müşteri müşterisi 社',
  countries: 'country countries länder ländern pays países paesi landen krajów krajach ülke ülkede か国 カ国',
  integrations:
    'integration integrations integrationen intégrations integraciones integrazioni integrações integraties integracji entegrasyon',
  projects:
    'project projects projekte projekten projets proyectos progetti projetos projecten projektów proje プロジェクト',
  gb: 'gb gigabyte gigabytes go gigaoctets',
  tb: 'tb terabyte terabytes to téraoctets',
  days: 'day days tage tagen jours día días giorni dias dagen dni gün 日',
  hours: 'hour hours stunden heures horas ore uur godzin saat 時間',
  languages: 'language languages sprachen langues idiomas lingue línguas talen języków językach dil dilde 言語',
  percent: '% percent prozent pour-cent',
};
const keyByWord = new Map(
  Object.entries(units).flatMap(([key, words]) => words.split(' ').map((word) => [word, key] as const)),
);

/** Japanese writes no space after a unit. */
const japaneseUnits = [...keyByWord.keys()]
  .filter((word) => /^\p{Lo}/u.test(word))
  .toSorted((a, b) => b.length - a.length);

/** Returns the unit at the beginning of a word, after a counter: the word itself, except in Japanese. */
const unitAt = (word: string, ownUnits: readonly string[]): string =>
  [...ownUnits, ...japaneseUnits].find((unit) => /^\p{Lo}/u.test(unit) && word.startsWith(unit)) ?? word;
/** "120台の自転車": a counter connects a number with its noun. */
const counter = /^[台個件本冊枚室]の/u;

/** Returns a known unit's key, otherwise the word itself in lower case. */
export function unitOf(word: string): string {
  const lower = word.trim().toLowerCase();
  return keyByWord.get(lower) ?? lower;
}

const numbered =
  /(?<![\p{Lu}\p{Ll}\d.,])(\d{1,3}(?:[.,\u00a0\u202f ]\d{3}){1,6}|\d{1,18}(?:[.,]\d{1,9})?)[-\s\u00a0\u202f]?([\p{L}%]{1,60})/gu;

/** Finds numbers directly before one of these units, in order. */
export function readNumbers(
  text: string,
  unitWords: readonly string[],
): (NumberWithUnit & { start: number; end: number })[] {
  const keys = new Set(unitWords.map(unitOf));
  return [...text.matchAll(numbered)].flatMap((match) => {
    const [whole, digits = '', run = ''] = match;
    const counted = run.replace(counter, '');
    const word = unitAt(counted, unitWords);
    const amount = readAmount(digits);
    const unit = unitOf(word);
    if (amount === null || !keys.has(unit)) return [];
    return { amount, unit, start: match.index, end: match.index + whole.length - counted.length + word.length };
  });
}
