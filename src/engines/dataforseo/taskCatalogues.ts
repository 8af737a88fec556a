import { type Json, listReply } from '../../simulator/dataForSeoWire.ts';
import type { Route } from '../../simulator/route.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The free lists: every country, with one region and a few invented cities of each, and every language. */
export function catalogueRoute(path: string): Route | null {
  const of = (rows: () => readonly Json[]): Route => ({
    operation: 'catalogue',
    text: path,
    run: () => listReply(rows()),
  });
  if (path.endsWith('/languages')) return of(listedLanguages);
  const place = /\/locations(?:\/([a-z]{2}))?$/.exec(path);
  return place === null ? null : of(() => listedPlaces(place[1] ?? null));
}

function listedLanguages(): Json[] {
  const codes = [...pairs.filter((code) => languages.of(code) !== undefined && code !== 'zh'), 'zh-CN', 'zh-TW'];
  return codes.map((code) => ({ language_name: languages.of(code), language_code: code }));
}

function listedPlaces(country: string | null): Json[] {
  return (country === null ? pairs : [country]).flatMap((code) => {
    const name = countries.of(code.toUpperCase());
    if (name === undefined) return [];
    const row = (location_name: string, location_type: string): Json => ({
      location_name,
      location_type,
      country_iso_code: code.toUpperCase(),
    });
    const all = row(name, 'Country');
    if (country === null) return [all];
    return [
      all,
      row(`North Region,${name}`, 'State'),
      row(`Riverton,North Region,${name}`, 'City'),
      row(`Lakeside,North Region,${name}`, 'City'),
      row(`Lakeside,South Region,${name}`, 'City'),
    ];
  });
}
