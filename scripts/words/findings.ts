import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Passage, TextKind } from './texts.ts';

/** One sentence or name that breaks a rule, with a suggested replacement. */
export type Finding = { path: string; line: number; kind: TextKind; rule: string; quote: string; instead: string };

type WordList = {
  words: readonly { find: string; instead: string }[];
  rules: Readonly<Record<string, string>>;
  participles: readonly string[];
  buttons: readonly string[];
  commitVerbsRefused: readonly string[];
};

const listPath = new URL('../../docs/words.json', import.meta.url);
const wordList = JSON.parse(readFileSync(fileURLToPath(listPath), 'utf8')) as WordList;

const words = wordList.words.map(({ find, instead }) => ({
  rule: `word: ${instead}`,
  instead,
  pattern: new RegExp(`(?<![\\w-])(?:${find})(?![\\w-])`, 'i'),
}));
const participles = new Set(wordList.participles);
const buttons = new Set(wordList.buttons);

/** Data with other vocabularies: word lists of the reader, answers of the simulator, SQL of the migrations. */
const foreign =
  /^src\/(?:simulator|store\/migrations)\/|^src\/engines\/.*(?:Dialect|Objects|Simulator|simulatedSecondReading)\.ts$|commonWordNames\.ts$|^src\/domain\/answer\/.*(?:[Vv]ocabulary|[Ww]ords|data)/;

/** Lists the broken rules of a passage: at most one finding per rule. */
export function findingsOf(passage: Passage): Finding[] {
  if (foreign.test(passage.path)) return [];
  const { path, line, kind, text } = passage;
  const broken = (rule: string, quote = text, instead = wordList.rules[rule] ?? ''): Finding => ({
    path,
    line,
    kind,
    rule,
    quote,
    instead,
  });
  switch (kind) {
    case 'name':
      return [
        ...(participles.has(text) ? [broken('participle-name')] : []),
        ...(/^(?:usual|make|take|give)[A-Z]/.test(text) ? [broken('prefix-name')] : []),
        ...(/^(?:ms|seconds|most|least|longest|shortest|fewest)[A-Z](?!f$|irst$)/.test(text)
          ? [broken('unit-name')]
          : []),
        ...(/Of$/.test(text) && (passage.parameters ?? 0) > 1 ? [broken('of-name')] : []),
      ];
    case 'title':
      return text.includes('?') ? [broken('title-question')] : [];
    case 'button':
      return /^\w+ing\b/.test(text) || buttons.has(text.split(/[ ,:…]/)[0] ?? '') ? [] : [broken('button')];
    case 'error':
      return text.length > 160 ||
        /^(?:What|Where|Who|Whose|Whether|When|While|Because|Since|As|How|If|Unless|Although|Without|For|To)\b/.test(
          text,
        )
        ? [broken('error-form')]
        : [];
    default:
      return [
        ...(kind === 'doc' && /^(?:What|Who|Whose|Where|Whether|When|How|Of)\b/.test(text)
          ? [broken('doc-first-word')]
          : []),
        ...(kind === 'prose' && wordsIn(text) > 25 ? [broken('long-sentence')] : []),
        ...(kind === 'prose' && /: .*[a-z].*: /.test(text.replace(labels, '')) ? [broken('colons')] : []),
        ...words.flatMap(({ rule, instead, pattern }) => {
          const match = pattern.exec(text);
          return match === null ? [] : [broken(rule, around(text, match.index), instead)];
        }),
      ];
  }
}

/** Labels before a sentence, such as those of a rule and of its outcome; they are not part of it. */
const labels = /^(?:- )?(?:[A-Z]\w*(?: \w+)?: )+/;

function wordsIn(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

function around(text: string, index: number): string {
  return text.slice(Math.max(0, index - 40), index + 60);
}

/** Returns the room of a path, which shares one ceiling: a folder of `src`, the web app, the pages. */
function roomOfPath(path: string): string {
  return /^src\/[^/]+/.exec(path)?.[0] ?? /^web/.exec(path)?.[0] ?? 'pages';
}

/** Counts findings by room, kind of text and rule. */
export function countFindings(findings: readonly Finding[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { path, kind, rule } of findings) {
    const room = roomOfPath(path);
    counts[room] ??= {};
    const key = `${kind} ${rule}`;
    counts[room][key] = (counts[room][key] ?? 0) + 1;
  }
  return Object.fromEntries(
    Object.entries(counts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([room, rules]) => [
        room,
        Object.fromEntries(Object.entries(rules).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ]),
  );
}

/** Returns findings of every room and rule whose count is above its ceiling. */
export function aboveCeiling(
  findings: readonly Finding[],
  ceilings: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Finding[] {
  const counts = countFindings(findings);
  return findings.filter(({ path, kind, rule }) => {
    const room = roomOfPath(path);
    const key = `${kind} ${rule}`;
    return (counts[room]?.[key] ?? 0) > (ceilings[room]?.[key] ?? 0);
  });
}

export function lineOf({ path, line, rule, quote, instead }: Finding): string {
  return `${path}:${line} [${rule}] “${quote}” → ${instead}`;
}
