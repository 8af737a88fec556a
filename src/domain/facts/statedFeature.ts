import type { Span } from '../support/sentences.ts';
import type { FactKind } from './fact.ts';
import { isPlainText, withoutNames } from './plainText.ts';
import { another, segmentsOf } from './segments.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Verbs of having or offering, with adjectives before the noun or after it. */
const having = {
  before: set(
    'offers offer has have includes include provides provide supports support features gives comes rents accepts allows get gets bietet hat haben enthält umfasst verfügt besitzt stellt gibt vermietet verleiht führt akzeptiert erlaubt unterstützt bekommen bekommst erhält erhalten biedt heeft bevat levert beschikt ondersteunt geeft verhuurt accepteert krijg krijgt oferuje ma zawiera posiada zapewnia udostępnia wypożycza przyjmuje obejmuje',
  ),
  after: set(
    'offre propose inclut comprend dispose possède fournit met permet accueille accepte loue ofrece tiene incluye dispone posee proporciona cuenta alquila acepta admite hay offre ha include possiede fornisce mette noleggia accetta oferece tem inclui dispõe possui fornece disponibiliza conta aluga aceita há existe',
  ),
};
/** Words that let a user do something with the thing named: one verb of any kind may follow. */
const ability = set(
  'can lets let allows kann können lässt lassen peut pouvez puede pueden puedes può possono puoi pode podem kunt może możesz permet permite permette consente possibile possible posible possível kun kan pozwala umożliwia można',
);
/** Says where the thing is: never in a denial, as an add-on may exist. */
const builtIn =
  /(?<!\p{L})(?:built[- ]in|native|eingebaute?[nrs]?|integrierte?[nrs]?|intégrée?|integrad[ao]|integrat[ao]|incorporad[ao]|ingebouwde?|wbudowan\p{L}{1,3}|de serie|di serie|de série|standard|standaard)(?!\p{L})/giu;
/** Words after which the thing may be another's, or not there yet. */
const elsewhere =
  /(?<!\p{L})(?:partner|third|plug|extension|through|(?:add|via|like|tips|soon|bald)(?!\p{L})|erweiterung|drittanbieter|über\s(?:partner|einen)|bientôt|pronto|presto|breve|binnenkort|wkrótce|alternativ|instead|statt|plaats|zamiast|au lieu|en vez|en lugar|invece|em vez|ersatz|similar|ähnlich|sauf|except|außer|salvo|tranne|exceto|behalve|oprócz|discount|rabatt|guide)/iu;
/** "A waiting list for time tracking" is another thing. */
const ofOther = set('for to für zu zur zum pour para per voor dla do');
/** Words that may follow the thing: "an API for developers". */
const prepositions = set(
  'for to with in on at by from as and or für zu zum zur mit in im bei beim auf an als und oder bereit pour avec dans chez à au aux sur comme et ou para con en por como y o per con in nel nella al alla su come e ed o com em no na ao à voor met in op bij aan als en of dla z ze w we na do i lub',
);
const tokens = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

/**
 * True if a sentence states that the website has the thing a word names, however it describes it: "offers an open API for
 * developers". What does not exist cannot be described, so that words around it, which may change a number, change nothing here.
 */
export function statesFeature(
  sentence: string,
  word: Span,
  names: readonly string[],
  words: readonly string[],
  kind: FactKind,
): boolean {
  const named = [...names, ...words];
  const segments = segmentsOf(sentence);
  const clause = segments.findLast(({ start }) => start <= word.start) ?? { start: 0, end: sentence.length };
  const lead = withoutNames(sentence.slice(clause.start, word.start), named);
  const follow = withoutNames(sentence.slice(word.end, clause.end).split(another)[0] ?? '', named);
  const [before, after] = [tokens(lead), tokens(follow)];
  if (elsewhere.test(sentence.slice(clause.start))) return false;
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
  const between = before.slice(at + 1).filter((one) => !isPlainText(one, 'feature'));
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
