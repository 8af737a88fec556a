import type { FactKind } from './fact.ts';
import { namesPeriods } from './money.ts';
import { alwaysPlain, japanesePieces, plainWords } from './plainWords.ts';
import { weekdays } from './sentenceSigns.ts';

type Plain = { words: ReadonlySet<string>; stems: readonly string[]; pieces: readonly string[] };
const plain = new Map<string, Plain>(
  Object.entries(plainWords).map(([kind, own]) => {
    const all = `${alwaysPlain} ${own}`.split(' ');
    const stems = all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
    const pieces = `${japanesePieces.always} ${japanesePieces[kind as FactKind]}`.split(' ');
    return [kind, { words: new Set(all), stems, pieces: pieces.toSorted((a, b) => b.length - a.length) }] as const;
  }),
);

/** End of what is said about a value: a pause, or a second verb ("and has", not "and user"). */
const clauseEnd =
  /[,;:–—]\s|、|[.!?。]\s*$|\s(?:and|und|et|y|ed?|en|i|oraz)\s(?:is|was|has|comes|includes|offers|supports|can|ist|hat|bietet|umfasst|enthält|wird|est|inclut|propose|compte|tiene|incluye|ofrece|cuenta|è|ha|offre|é|tem|inclui|oferece|heeft|biedt|jest|ma|oferuje)(?!\p{L})/u;
/** A description after a date: "launched in 2019 as a planner". */
const description = /(?<!\p{L})(?:as|als|comme|como|come|jako)\s.*/isu;
/** A plan with a name, once the words of the fact are removed: another plan, or only one of them. */
const namedPlan =
  /(?<!\p{L})(?:plan(?:ie|u|em)?|tarif|piano|plano|formule|forfait|offre|abonnement|abonamen\p{L}{1,4}|pakie\p{L}{1,4})\s\p{Lu}|(?<!\p{L})\p{Lu}\p{L}{1,30}-(?:[Tt]arif|[Pp]lan|[Pp]aket|[Aa]bo|abonnement)|(?<=\p{Ll}\s)\p{Lu}\p{L}{1,30}\s(?:plan|tier|edition|package)(?!\p{L})/u;
/** The founder or another statement, after a date, and what kind of company it is, before it. */
const founder = /(?<![\p{L}'’])(?:by|von|par|por|da|door|przez|and|und|et|y|ed?|en(?= \p{Ll})|i|oraz)\s.*/isu;
const aCompany =
  /(?<!\p{L})(?:is|ist|est|es|è|is|jest)\s(?:(?:an?|eine?|une?|un[ao]?|een)\s)?(?:[\p{L}-]+\s){0,3}(?:company|firm|startup|unternehmen|firma|entreprise|société|empresa|compañía|azienda|società|bedrijf)(?!\p{L})/iu;
/** Names with a preposition that only say where: "founded in Hamburg", "for iOS and Android". */
const name = '\\p{Ll}?\\p{Lu}\\p{L}{1,30}(?:-\\p{L}{1,30})?';
const proper = `${name}(?:(?:\\s|\\s(?:and|und|et|y|e|i|en|ve)\\s)${name})?`;
const company = new RegExp(
  `(?<!\\p{L})(?:in|à|en|w|em|a|nos?|na|nas|aux|nei|nel|nella)\\s(?:(?:the|los|las|la|el|de|den|der)\\s)?${proper}|(?<!\\p{L})${name}['’][dt][ae](?!\\p{L})`,
  'gu',
);
/** "A staff of 300", and not "staff in 9 countries". */
const body =
  /(?<!\p{L})(?:staff|workforce|team|fleet|total|vloot|flotte|flota|flotta|frota)\s(?:of|van|von|de|di)(?!\p{L})/iu;
/** A date with one is of something the website has, or of its second step: "launched its app in 2019". */
const possessive =
  /(?<!\p{L})(?:its|their|seine[nr]?|ihre[nr]?|sa|son|ses|su|sus|suo|sua|seu|sua|zijn|haar|hun|swój|swoją|swoje)(?!\p{L})/iu;
const second = /(?<!\p{L})(?:and|und|et|y|ed?|oraz|ve)\s\p{Ll}/u;
/** A street with its number, up to the postcode: "5 rue Blanche, ", "Lindenweg 12, ". */
const street =
  /(?<![\p{L}\d])(?:\d{1,4}\p{L}?(?:\s\p{L}{1,30}){1,4}|\p{Lu}\p{L}{1,30}(?:\s\p{L}{1,30}){0,2}\s\d{1,4}\p{L}?),?\s$/u;
const platforms = new RegExp(`(?<!\\p{L})(?:for|für|pour|para|per|voor|dla)\\s${proper}`, 'gu');
const founding = /found|establish|gründ|fond|fund|né|naci|nasc|nata|créé|powsta|założ|opgericht|kurul|設立|創業/iu;

/**
 * Returns true if the clause with the value says nothing else: "costs €49 per month", but not "costs €49 per month with
 * VAT". Any word that is not known to be harmless may change the meaning of the value.
 * @param value position of the value
 * @param named names of the website and words of the fact
 */
export function isPlain(
  sentence: string,
  kind: FactKind,
  value: { start: number; end: number },
  named: readonly string[],
): boolean {
  if (kind === 'price' && namesPeriods(sentence)) return false;
  if (kind === 'hours' && weekdays.test(sentence)) return false;
  const behind = withoutNames(sentence.slice(value.end), named);
  const lead = sentence.slice(sentence.lastIndexOf('; ', value.start) + 1, value.start).replace(remark, '');
  const before = withoutNames(kind === 'place' ? lead.replace(street, ' ') : lead, named);
  const clause = behind.split(clauseEnd)[0] ?? '';
  if (namedPlan.test(before) || namedPlan.test(clause)) return false;
  const text = `${withoutGloss(before, clause)} ${withoutProper(clause, kind, sentence)}`;
  const founded =
    kind === 'date' && founding.test(sentence)
      ? `${before.replace(aCompany, ' ')} ${clause.replace(founder, ' ')}`.replace(company, ' ')
      : text;
  const rest = kind === 'date' ? founded.replace(description, ' ') : founded;
  if (kind === 'date' && (possessive.test(rest) || second.test(before))) return false;
  return isPlainText(rest.replace(body, ' '), kind);
}

/** Words that add nothing: "The drawback is that …", and the idiom for an opening. */
const remark =
  /^.{0,80}(?<!\p{L})(?:is|ist|est|es|è|é|jest)\s(?:that|dass|que|che|dat|że)\s|(?:its|their|seine|ihre|ses|sus|le sue|as suas|zijn|haar|hun|swoje)\s(?:doors|türen|pforten|portes|puertas|porte|portas|deuren|podwoje)/iu;
/** The long form before an abbreviation: "single sign-on (SSO)". */
const gloss = /(?:\s[\p{L}-]+){1,5}\s\($/u;
const withoutGloss = (before: string, behind: string): string =>
  behind.startsWith(')') ? before.replace(gloss, ' ') : before;

function withoutProper(clause: string, kind: FactKind, sentence: string): string {
  if (kind === 'place') return clause.replace(/^\s\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?/u, '');
  return kind === 'feature' && sentence !== '' ? clause.replace(platforms, ' ') : clause;
}

/** French for "supports": its separate words have other meanings. */
const support = /(?<!\p{L})prend(?:nent)?(?: pas)? en charge(?!\p{L})/giu;

export function isPlainText(text: string, kind: FactKind): boolean {
  const lexicon = plain.get(kind);
  if (lexicon === undefined) return false;
  const spaced = lexicon.pieces.reduce((rest, piece) => rest.replaceAll(piece, ' '), text.replace(support, ' '));
  return [...spaced.toLowerCase().matchAll(/\p{L}+|\d+/gu)].every(
    ([word]) => lexicon.words.has(word) || lexicon.stems.some((stem) => word.startsWith(stem)),
  );
}

/** Removes names, with a preposition that connects one to its sentence: "the plan from Acme". */
export function withoutNames(text: string, named: readonly string[]): string {
  return named
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (rest, name) =>
        rest.replace(
          new RegExp(
            `(?:(?<!\\p{L})(?:from|by|ab|od|desde|vanaf)\\s)?(?<![\\p{Lu}\\p{Ll}])${name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}s?(?![\\p{Lu}\\p{Ll}])`,
            'giu',
          ),
          ' ',
        ),
      text,
    );
}
