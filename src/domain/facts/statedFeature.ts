import { isPlainText, withoutNames } from './plainSentence.ts';
import { clauseAt } from './sentenceSigns.ts';

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
/** Words after which the thing may be another's, or not there yet. */
const elsewhere =
  /(?<!\p{L})(?:partner|third|plug|extension|add|via|through|erweiterung|drittanbieter|über\s(?:partner|einen)|soon|bald|bientôt|pronto|presto|breve|binnenkort|wkrótce|alternativ|instead|statt|plaats|zamiast|au lieu|en vez|en lugar|invece|em vez|ersatz|like|similar|ähnlich|sauf|except|außer|salvo|tranne|exceto|behalve|oprócz|discount|rabatt|guide|tips)/iu;
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
  word: { start: number; end: number },
  named: readonly string[],
): boolean {
  const clause = clauseAt(sentence, word.start);
  const before = tokens(withoutNames(sentence.slice(clause.start, word.start), named));
  const after = tokens(withoutNames(sentence.slice(word.end, clause.end), named));
  if (elsewhere.test(sentence)) return false;
  const at = before.findLastIndex(
    (one, index) =>
      (one === 'a' && /^(?:une?|des|aussi|également)$/.test(before[index + 1] ?? '')) ||
      having.before.has(one) ||
      having.after.has(one) ||
      ability.has(one),
  );
  const verb = before[at];
  if (verb === undefined || !isSubject(before.slice(0, at), verb)) return false;
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
    !isPerfect(verb, before[at + 1])
  );
}

/** "For families, …" and "Families can …" say for whom the thing is there. */
function isSubject(words: readonly string[], verb: string): boolean {
  const unknown = words.filter((one) => !isPlainText(one, 'feature'));
  return unknown.length === 0 || (unknown.length === 1 && (ability.has(verb) || beneficiary.has(words[0] ?? '')));
}
const beneficiary = set('for für pour para per voor dla');

/** "has documented its API", and not "has a documented API". */
const isPerfect = (verb: string, next: string | undefined): boolean =>
  /^ha(?:s|ve)$/.test(verb) && /ed$/.test(next ?? '');
