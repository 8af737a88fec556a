import type { AnswerFacts } from '../answer/answerFacts.ts';
import { readsCases } from '../answer/readerVersion.ts';
import { languageOf } from '../answer/textLanguage.ts';
import inflections from './inflections.json' with { type: 'json' };
import { compactForm } from './nameForm.ts';
import type { Owner } from './owner.ts';
import { registeredName } from './registeredNames.ts';

const endingsOf: Readonly<Record<string, string>> = inflections.endings;
const vowel = new RegExp(`[${inflections.vowels}]$`, 'iu');
const plainWord = /^\p{L}{3,30}$/u;
const minStem = 4;
/** Maximum number of names of one website whose inflected spellings are read. */
const maxNames = 12;
const maxSpellings = 20;

type Patterns = { sure: RegExp; maybe: RegExp | null };
const compiled = new Map<string, Patterns | null>();

/** Builds a pattern of a word with the endings of its language; a final vowel may be dropped. */
function inflected(word: string, endings: readonly string[]): string {
  if (!plainWord.test(word)) return escapeSigns(word);
  const stem = vowel.test(word) && word.length > minStem ? word.slice(0, -1) : word;
  const last = word.slice(stem.length);
  const ends = last === '' ? endings : [...endings, ...endings.map((ending) => `${last}${ending}`), last];
  return `${stem}(?:${ends.join('|')})?`;
}

const escapeSigns = (text: string): string => text.replace(/[.?+*^$()[\]{}|\\/-]/g, '\\$&');

function createPatterns(name: string, language: string): Patterns | null {
  const key = `${language} ${name}`;
  const cached = compiled.get(key);
  if (cached !== undefined) return cached;
  if (compiled.size > 2000) compiled.clear();
  const words = name.trim().split(/\s+/);
  const endings = (endingsOf[language] ?? '').split(' ');
  const fresh =
    words.length > 4 || name.length < minStem || !words.some((word) => plainWord.test(word))
      ? null
      : {
          sure: spelled(words.map((word) => inflected(word, endings)).join('\\s')),
          // Consonants may change too ("Tilisoppi", "Tilisopilla"). Such a match is close enough to ask the owner, but
          // never to decide.
          maybe:
            words.length === 1 && name.length > 5 ? spelled(`${escapeSigns(name.slice(0, -2))}\\p{Ll}{1,6}`) : null,
        };
  compiled.set(key, fresh);
  return fresh;
}

const spelled = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'gu');

function spellingsIn(text: string, pattern: RegExp): string[] {
  const spellings = new Set<string>();
  for (const [spelling] of text.matchAll(pattern)) {
    spellings.add(spelling);
    if (spellings.size >= maxSpellings) break;
  }
  return [...spellings];
}

let last: { text: string; owner: Owner; inside: Owner } | null = null;

/**
 * Adds the spellings that a text in an inflected language gives the owner's names ("Acmét", "Velory"); they count like
 * the names. A spelling that only shares the beginning may be the owner's.
 */
export function ownerIn({ readerVersion }: AnswerFacts, text: string | null, owner: Owner): Owner {
  if (text === null || !readsCases(readerVersion)) return owner;
  if (last?.text !== text || last.owner !== owner) last = { text, owner, inside: withSpellings(owner, text) };
  return last.inside;
}

function withSpellings(owner: Owner, text: string): Owner {
  const language = languageOf(text);
  if (endingsOf[language] === undefined) return owner;
  const bare = owner.names.filter((name) => name.cased === null && !owner.addresses.includes(name)).slice(0, maxNames);
  const knownForms = new Set(owner.names.map(({ form }) => form));
  const sure: string[] = [];
  const near: string[] = [];
  for (const { name } of bare) {
    const patterns = createPatterns(name, language);
    if (patterns === null) continue;
    sure.push(...spellingsIn(text, patterns.sure));
    if (patterns.maybe !== null) near.push(...spellingsIn(text, patterns.maybe));
  }
  const more = sure
    .map((name) => registeredName(name, false))
    .filter(({ form }) => form !== '' && !knownForms.has(form));
  if (more.length === 0 && near.length === 0) return owner;
  return {
    ...owner,
    names: [...owner.names, ...more],
    traces: [...owner.traces, ...more],
    nearNames: new Set([...owner.nearNames, ...near.map(compactForm)]),
  };
}
