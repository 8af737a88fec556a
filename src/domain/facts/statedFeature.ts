import type { Span } from '../support/sentences.ts';
import type { FactKind } from './fact.ts';
import { isPlainText, withoutNames } from './plainText.ts';
import words from './plainWords.json' with { type: 'json' };
import { firstStatement, segmentsOf } from './segments.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Verbs of having or offering, with adjectives before the noun or after it. */
const having = { before: set(words.having.before), after: set(words.having.after) };
/** Words that let a user do something with the thing named: one verb of any kind may follow. */
const ability = set(words.ability);
/** Says where the thing is: never in a denial, as an add-on may exist. */
const builtIn =
  /(?<!\p{L})(?:built[- ]in|native|eingebaute?[nrs]?|integrierte?[nrs]?|intégrée?|integrad[ao]|integrat[ao]|incorporad[ao]|ingebouwde?|wbudowan\p{L}{1,3}|de serie|di serie|de série|standard|standaard)(?!\p{L})/giu;
/** Words after which the thing may be another's, or not there yet. */
const elsewhere =
  /(?<!\p{L})(?:partner|third|plug|extension|through|(?:add|via|like|tips|soon|bald)(?!\p{L})|erweiterung|drittanbieter|über\s(?:partner|einen)|bientôt|pronto|presto|breve|binnenkort|wkrótce|alternativ|instead|statt|plaats|zamiast|au lieu|en vez|en lugar|invece|em vez|ersatz|similar|ähnlich|sauf|except|außer|salvo|tranne|exceto|behalve|oprócz|discount|rabatt|guide|nearby|next door|close to|nahe|in der nähe|près d|à côté|cerca de|junto a|vicino|accanto|perto d|ao lado|vlakbij|dichtbij|\d\s(?:m|km|met\p{L}{1,3}|mètres|metros|minut\p{L}{1,3})(?!\p{L}))/iu;
/** "Besides ropes, Acme rents …", "among the strengths of Acme is …". */
const besides =
  /^\s*(?:(?:besides|in addition to|neben|en plus d\p{L}{1,2}|outre|además de|oltre ai?|além d[aeo]s?|naast|oprócz)(?:\s\p{Ll}{1,30}){1,4}(?=,?\s\p{Lu})|(?:among the strengths|zu den stärken|parmi les (?:atouts|points forts)|entre los puntos fuertes|tra i punti di forza|entre os pontos fortes|tot de sterke punten)(?!\p{L}))/iu;
/** "A waiting list for time tracking" is another thing. */
const ofOther = set('for to für zu zur zum pour para per voor dla do');
/** "A neighbour that accepts pets". */
const ofAnother =
  /\s(?:that|which|who|dass|qui|que|dont|che|dat|że)\s$|,\s(?:das|der|die|dem|den|welche[rs]?|dat|któr\p{L}{1,3})\s(?!\p{Lu})$/u;
/** "The data centre in which Acme stores its files is certified." */
const relative =
  /(?<!\p{L})(?:(?:in|auf|an|bei|mit) (?:dem|der|denen)|where|(?:in|on|with) which|où|dans le(?:quel|squels)|dans laquelle|donde|en (?:el|la|los|las) (?:que|cual(?:es)?)|dove|in cui|n[oa]s? qua(?:l|is)|onde|em que|waar(?:in|op|mee)?|w który(?:m|ch)|w której|gdzie)\s(?:the\s|das\s|die\s|der\s|la\s|le\s|el\s|il\s|o\s|a\s|het\s|de\s)?$/iu;
const relativePronoun = /^(?:das|der|die|dem|den|welche[rs]?|dat|któr\p{L}{1,3})\s(?!\p{Lu})/u;
/** Words that may follow the thing: "an API for developers". */
const prepositions = set(words.prepositions);
/** "Dispone di un ampio parcheggio": an adjective of size or number, before its noun. */
const size =
  /^(?:grand|vast|ampi|ampl|gran|propr|própri|propi|bel|vari|divers|numeros|nombreu|nutrit|tant|mucho|molt)\p{Ll}{0,4}$/u;
const tokens = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

/**
 * True if a sentence states that the website has the thing a word names, however it describes it: "offers an open API for
 * developers". What does not exist cannot be described, so that words around it, which may change a number, change nothing here.
 */
export function statesFeature(
  sentence: string,
  word: Span,
  names: readonly string[],
  ownWords: readonly string[],
  kind: FactKind,
): boolean {
  const named = [...names, ...ownWords];
  const segments = segmentsOf(sentence);
  const clause = segments.findLast(({ start }) => start <= word.start) ?? { start: 0, end: sentence.length };
  const lead = withoutNames(
    sentence
      .slice(clause.start, word.start)
      .replace(besides, ' ')
      .replace(/c['’]è/iu, 'ha'),
    named,
  );
  const follow = withoutNames(firstStatement(sentence.slice(word.end, clause.end), sentence), named);
  const [before, after] = [tokens(lead), tokens(follow)];
  if (
    names.some(
      (one) =>
        relative.test(sentence.slice(0, word.start).split(one)[0] ?? '') && sentence.slice(0, word.start).includes(one),
    )
  )
    return false;
  if (elsewhere.test(sentence.slice(clause.start).replace(besides, ' '))) return false;
  if (
    ofAnother.test(sentence.slice(0, clause.start) + (relativePronoun.exec(sentence.slice(clause.start))?.[0] ?? '')) &&
    !names.some((one) => sentence.slice(clause.start).includes(one))
  )
    return false;
  if (isPlainText(`${lead} ${follow}`.replace(builtIn, ' '), kind)) return true;
  const at = before.findLastIndex(
    (one, index) =>
      (one === 'a' && /^(?:une?|des|aussi|également)$/.test(before[index + 1] ?? '')) ||
      having.before.has(one) ||
      having.after.has(one) ||
      ability.has(one),
  );
  const verb = before[at];
  if (verb === undefined || !isSubject(before.slice(0, at), verb)) return false;
  if (before.slice(at + 2).some((one) => ofOther.has(one))) return false;
  const between = before.slice(at + 1).filter((one) => !isPlainText(one, 'feature') && !size.test(one));
  const [next] = after;
  const endsAfter = next === undefined || prepositions.has(next) || isPlainText(next, 'feature');
  if (ability.has(verb)) return between.length === 0 && (endsAfter || /en$/.test(next));
  if (verb === 'a' || having.after.has(verb))
    return between.length === 0 && after.filter((one) => !isPlainText(one, 'feature')).length <= 4;
  return (
    between.length <= 2 &&
    endsAfter &&
    !between.some((one) => /\d/.test(one) || prepositions.has(one)) &&
    !isPerfect(verb, before.slice(at + 1))
  );
}

/** "For families, …" and "Families can …" say for whom the thing is there. */
function isSubject(words: readonly string[], verb: string): boolean {
  const unknown = words.filter((one) => !isPlainText(one, 'feature'));
  return unknown.length === 0 || (unknown.length === 1 && (ability.has(verb) || beneficiary.has(words[0] ?? '')));
}
const beneficiary = set('for für pour para per voor dla');

/** "has documented its API", "have long asked for it", and not "has a documented API". */
const isPerfect = (verb: string, following: readonly string[]): boolean =>
  /^ha(?:s|ve)$/.test(verb) &&
  following[following.findIndex((one) => /ed$|^an?$|^the$/.test(one))]?.endsWith('ed') === true;
