import type { Span } from '../support/sentences.ts';
import { withoutNames } from './plainText.ts';

/** Signs that qualify a value, in the ten languages of docs/facts.md. */
const hedges =
  /(?<!\p{L})(?:up to|at least|at most|more than|less than|fewer than|lower than|higher than|other than|(?<!beschik(?:t|ken)\s)over|under|around|about|approximately|nearly|almost|from|starting|starts|between|used to|previously|formerly|until|discount|off|save|promo|(?:in|on|during) (?:the |a )?sales?|trial|depending|unlike|compared|instead of|if|would|might|may|could|reportedly|billed|extra|additional|add-on|plus)(?!\p{L})|\?|~|≈|[<>]|(?<!\p{L})(?:ab|(?:schon|bereits) für|bis zu|mindestens|höchstens|mehr als|weniger als|(?<!verfüg(?:t|en)\s)über|rund|etwa|circa|ca\.|fast|zwischen|früher|bisher|rabatt|wenn|falls|könnte|soll|statt|anders als|zusätzlich)(?!\p{L})|(?<!\p{L})(?:à partir de|jusqu['’]à|au moins|plus de|moins de|environ|presque|entre|auparavant|remise|si|pourrait|contrairement)(?!\p{L})|(?<!\p{L})(?:desde|hasta|al menos|más de|menos de|alrededor|aproximadamente|casi|entre|antes|descuento|podría|a diferencia)(?!\p{L})|(?<!\p{L})(?:fino a|almeno|più di|meno di|circa|quasi|tra|prima|sconto|(?<!-)se|potrebbe|a partire da|a differenza)(?!\p{L})|(?<!\p{L})(?:a partir de|até|pelo menos|mais de|cerca de|quase|antes|desconto|poderia|ao contrário)(?!\p{L})|(?<!\p{L})(?:vanaf|tot|minstens|meer dan|minder dan|ongeveer|bijna|tussen|vroeger|korting|als(?=\s(?:je|jij|u|men|het|er|de)\s)|zou)(?!\p{L})|(?<!\p{L})(?:od|już za|do(?=\s(?:końca|\d))|co najmniej|ponad|mniej niż|około|prawie|między|wcześniej|zniżka|jeśli|mógłby)(?!\p{L})|(?<!\p{L})(?:eskiden|önceden|yaklaşık|en az|en fazla|kadar|başlayan|itibaren|indirim\p{L}*|ise|yerine)(?!\p{L})|以前|当初|かつて|約|およそ|程度|前後|ほど|くらい|以上|以下|未満|から|なら|場合|割引|より|？/iu;

/**
 * Returns true for a sentence that bounds, conditions, dates back or compares its values: a difference then proves
 * nothing.
 */
export const isHedged = (text: string, sentence = text): boolean => hedges.test(withoutReflexive(text, sentence));

/** "se paga", "si paga": "se" and "si" mean "if" in one of the two languages only. */
function withoutReflexive(text: string, sentence = text): string {
  const isItalian = italian.test(sentence);
  const readable = isItalian ? text.replace(siAlone, ' ') : text;
  return isItalian || portuguese.test(sentence) ? readable : readable.replace(seAlone, ' ');
}

const italian =
  /(?<!\p{L})(?:il|di|è|della|dei|nel|che|anche|sono|può|possono|alla|all|pagano|costano|prezzo|piano)(?!\p{L})/iu;
const siAlone = /(?<!\p{L})si(?!\p{L})/giu;
const seAlone = /(?<!\p{L})se(?!\p{L})/giu;

export const weekdays =
  /\b(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?s?\b|\bweekends?\b|(?:mon|diens|mitt?w|donners|frei|sams|sonn)\w{0,10}tags?\b|\bmittwoch|wochenende|\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|\b(?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)|\b(?:segunda|terça|quarta|quinta|sexta)|\b(?:maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)|\b(?:poniedział|wtor|środ|czwart|piąt|sobot|niedziel)|\b(?:pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar)|[月火水木金土日]曜|平日|週末/iu;

const negators =
  "lack of|mancanza d\\p{L}{1,4}|gebrek aan|het ontbreken van|falta de|(?:das|sein|ihr) fehlen|no(?!\\s(?:ano|plano|mês|país|mundo|valor|total)(?!\\p{L}))|not|without|lacks?|lacking|missing|absent|neither|nor|none|never|cannot|can['’]t|doesn['’]t|don['’]t|isn['’]t|hasn['’]t|does not|kein(?:e[nrms]?)?|nicht|ohne|weder|fehl(?:t|en)|vergeblich|verzichten|priv[oaie] d\\p{L}{1,4}|sprovvist[oaie]|desprovist[oa]|privée? de|pozbawion\\p{L}{1,3}|pas|sans|dépourvue?s?|manque|aucune?|ni|sin|carece|falta|tampoco|ningún|ninguna|non|senza|nessun[ao]?|mancan?o?|não|sem|nenhum|nenhuma|geen|niet|zonder|ontbreekt|ontbreken|nie|brak|bez|brakuje|değil|yok|olmadan|[\\p{L}]{2,30}m[ıiuü]yor(?:lar)?";
const denied = `(?<!\\p{L})(?:${negators})(?!\\p{L})|ません|(?<=\\p{Lo})(?:ない|なし)`;
const allNegators = new RegExp(denied, 'giu');
const portuguese = /(?<!\p{L})(?:um|uma|é|são|em|ao|às|custa|não|fica|tem|pelo|pela|dos|das|ano|mês|plano)(?!\p{L})/iu;
/** Words that deny in a clause; in Portuguese "no" is "in the". */
const negatorsIn = (clause: string, sentence: string): string[] =>
  (clause.match(allNegators) ?? []).filter((one) => one.toLowerCase() !== 'no' || !portuguese.test(sentence));
/** Words that seem to deny and do not. */
const seeming =
  /(?<!\p{L})(?:not only|not merely|nicht bloß|not the only|nicht (?:das|die|der) einzige|pas (?:le seul|la seule)|no es (?:el único|la única)|non è (?:l['’]unic[oa]|il solo|la sola)|não é (?:o único|a única)|niet (?:de|het) enige|nie (?:jest )?jedyn\p{L}+|not just|no doubt|nicht nur|non seulement|no solo|no sólo|non solo|não só|não apenas|niet alleen|nie tylko|no matter|without (?:a )?doubt|no longer|nicht mehr|ne(?!\p{L}).{0,30}(?<!\p{L})plus|ya no|non più|já não|niet meer|już nie)(?!\p{L})/iu;
/** "Not included" says that it costs extra, not that it does not exist. */
const inPrice =
  /(?<!\p{L})(?:included|inklusive|inbegriffen|enthalten|compris(?:e|es)?|inclus[aeio]?s?|incluid[ao]s?|inclus[oa]s?|compres[aeio]|inbegrepen|inclusief|wliczon\p{L}+|dahil)(?!\p{L})|含まれ/iu;
const assertions =
  /(?<!\p{L})(?:offers?|has|have|includes?|supports?|provides?|comes with|features?|is|are|holds?|gives?|with|lets?|can|allows?|built|ingebouwd|integrato|integrado|intégrée?|eingebaut|wbudowan\p{L}+|accepts?|rents?|find|gets?|bietet|hat|enthält|unterstützt|verfügt|ist|sind|besitzt|mit|gibt|kann|stellt|umfasst|verleiht|vermietet|akzeptiert|erlaubt|bekommen|offre|propose|inclut|comprend|prend en charge|dispose|possède|est|sont|avec|permet|met|a|loue|accepte|ofrece|tiene|incluye|admite|cuenta con|dispone|es|con|hay|permite|alquila|acepta|offre|ha|include|supporta|dispone|è|sono|possiede|permette|consente|noleggia|accetta|mette|oferece|tem|inclui|suporta|conta com|é|possui|com|há|disponibiliza|permite|aluga|aceita|biedt|heeft|bevat|ondersteunt|beschikt|is|zijn|met|verhuurt|krijg|krijgt|oferuje|ma|zawiera|obsługuje|posiada|jest|zapewnia|udostępnia|wypożycza|przyjmuje|umożliwia|sunuyor|sunar|var|destekliyor|destekler|içeriyor|sahip|veriyor|sağlıyor)(?!\p{L})|あります|対応|備え|完備|認められ|受け付けて|提供|搭載|利用でき|取得|使えます|用意されて|借り(?:る|られ)|貸し出し(?:て|を行って)い/iu;
/** Words for something that no longer exists, or does not exist yet. */
const ended =
  /(?<!\p{L})(?:missing|absent|absence|dropped?|discontinu|remov|retir|skip|planned|announced|upcoming|abgeschafft|eingestellt|verzichtet|geplant|angekündigt|supprim|absent|prévu|elimin|retirad|previst|planead|anunciad|priv[oa] di|assen|rimoss|remov|removeu|afgeschaft|geschrapt|gepland|aangekondigd|usun|znik|dispar|verschw|vanish|zamiar|planuj|wycof|planlan|kaldır|duyur)|予定|廃止|終了|計画|開発中|未定/iu;
/** Returns true if a sentence has a word for something that no longer exists, or not yet. */
export const hasEnded = (sentence: string): boolean => ended.test(sentence);

const open =
  /\?|(?<!\p{L})(?:if|whether|wenn|falls|ob|si|se|als|jeśli|czy|could|might|may|should|would|könnte|pourrait|podría|potrebbe|poderia|zou|mógłby|eğer)(?!\p{L})|？|なら|場合|かどうか/iu;

const clauseEnd =
  /[,;:–—]\s|、|\s(?:but|however|while|whereas|aber|während|mais(?!\s(?:de\s)?\d)|tandis|pero|mientras|mentre|mas|enquanto|maar|terwijl|ale|natomiast|ama|ancak)\s/giu;

/** Returns the clause of a sentence around a position. */
export function clauseAt(sentence: string, at: number): { start: number; end: number } {
  const ends = [...sentence.matchAll(clauseEnd)];
  const before = ends.findLast(({ index }) => index < at);
  const after = ends.find(({ index }) => index >= at);
  return {
    start: before === undefined ? 0 : before.index + before[0].length,
    end: after?.index ?? sentence.length,
  };
}

const contrast =
  /(?<!\p{L})(?:compared|versus|vs|unlike|against|ahead of|whereas|while|verglichen|vergleich|gegenüber|gegen|anders als|gegensatz|contrário|während|contre|contrairement|rapport|comparé|tandis|alors que|frente a|comparación|diferencia|mientras|rispetto|differenza|contro|mentre|vergeleken|tegenover|tegen|anders dan|terwijl|porównaniu|przeciwieństwie|podczas gdy|natomiast|than|als|dan|niż)(?!\p{L})|に対し|一方|比べ/iu;

/** Statement with a verb or a pronoun: not ", at Acme". */
const consequence =
  /^[,;:–—]\s(?:so|which|die|was|weshalb|sodass|algo|lo que|ce que|ce qui|qui|que|il che|cosa|o que|iets|wat|co|więc)(?!\p{L})/iu;
/** "One of the alternatives to Acme". */
const alternative =
  /(?<!\p{L})[Aa]lternati(?:v\p{L}{0,3}|ef|even|ve)\s(?:to|zu|zum|à|au|a|al|alla|ao|à|voor|dla|op)\s(\p{Lu}[\p{L}\d]{1,40})/gu;

/** "Unlike Acme", "im Gegensatz zu Acme", "higher than that of Acme", without what is said of it. */
const besideOther =
  /(?<!\p{L})(?:unlike|(?:in contrast|contrary|compared) (?:to|with)|im (?:gegensatz|vergleich|unterschied) zu[rm]?|anders als|contrairement à|à la différence de|par rapport à|a diferencia de|en comparación con|a differenza di|rispetto a|ao contrário d(?:[aeo]|a que acontece n[ao])|em comparação com|in tegenstelling tot|vergeleken met|anders dan|w przeciwieństwie do|than(?: that of)?|als(?: bei)?|que (?:la|el|celle|celui) de|a quell[ao](?: \p{L}{3,12})? da|dan(?: bij)?)\s(?:(?:the|das|der|die|dem|den|le|la|el|il|o|a|het|de)\s)?$/iu;
const tellsMore =
  /^(?:['’]s?)?,?\s(?:whose|which|that|with|at|for|dont|deren|dessen|das|die|der|mit|bei|für|avec|à|pour|qui|cuy[ao]s?|con|por|que|il cui|che|a|per|cuj[ao]s?|com|waarvan|met|voor|dat|którego|z)(?!\p{L})/iu;

const withoutComparison = (sentence: string, others: readonly string[]): string =>
  others.reduce((text, other) => {
    const at = text.indexOf(other);
    const behind = text.slice(at + other.length);
    const [phrase] = besideOther.exec(text.slice(0, Math.max(at, 0))) ?? [];
    if (at < 0 || phrase === undefined || tellsMore.test(behind)) return text;
    return text.slice(0, at - phrase.length) + ' '.repeat(phrase.length + other.length) + behind;
  }, sentence);

/**
 * Blanks the clauses that contrast another company with the website: "Compared with Acme at €19, …", and those that speak
 * of it after the website and the fact: "…, so that planners may prefer Acme". Positions stay.
 * @param others names of other companies
 * @param names names of the website
 * @param words words of the fact
 */
export function withoutContrast(
  full: string,
  others: readonly string[],
  names: readonly string[],
  words: readonly string[],
): string {
  const sentence = withoutComparison(full, others).replace(alternative, (text, other: string, at: number) =>
    others.includes(other) && names.some((one) => full.slice(0, at).includes(one)) ? ' '.repeat(text.length) : text,
  );
  const ours = [...names, ...words];
  const ends = [...sentence.matchAll(clauseEnd)].map(({ index }) => index);
  return [0, ...ends]
    .map((start, at) => {
      const [before, clause] = [sentence.slice(0, start), sentence.slice(start, ends[at])];
      const isTheirs = others.some((name) => clause.includes(name)) && !ours.some((name) => clause.includes(name));
      const isAfterOurs =
        consequence.test(clause) && [names, words].every((list) => list.some((one) => before.includes(one)));
      return isTheirs && (contrast.test(clause) || isAfterOurs) ? ' '.repeat(clause.length) : clause;
    })
    .join('');
}

/** Returns true if a part of a sentence contains a negation. */
export const hasNegation = (text: string, sentence: string): boolean => negatorsIn(text, sentence).length > 0;

/** Returns true if the clause around a position contains a negation. */
export function isDenied(sentence: string, at: number): boolean {
  const { start, end } = clauseAt(sentence, at);
  return hasNegation(sentence.slice(start, end), sentence);
}

/** Returns true if a segment denies unambiguously what its words name. */
export const negates = (segment: string): boolean =>
  !open.test(withoutReflexive(segment)) &&
  !seeming.test(segment) &&
  !inPrice.test(segment) &&
  negatorsIn(segment, segment).length === 1;

/** German "als" compares; Dutch "als" is a condition. */
const german = /(?<!\p{L})(?:der|die|das|und|ist|für|mit|auch|bei|nicht|eine?)(?!\p{L})/iu;
const withoutGermanAls = (text: string): string =>
  german.test(text) ? text.replace(/(?<!\p{L})als(?!\p{L})/giu, '   ') : text;
/** A case of the reader before or after the statement: "Si gestionas pagos, …", "…, wat van pas komt als je …". */
const readersCase =
  /^(?:if|wenn|falls|si|se|als|jeśli)\s[^,]{1,80},|,[^,]{0,60}(?<!\p{L})(?:if you|wenn (?:man|du|sie)|si (?:vous|tu|on)|si \p{Ll}+s|se \p{Ll}+i|als (?:je|u))(?!\p{L})[^,]*$/iu;

/** Returns true if the clause around one of these places states plainly what the words there name. */
export const asserts = (sentence: string, places: readonly Span[], words: readonly string[]): boolean =>
  !open.test(withoutGermanAls(withoutReflexive(sentence.replace(readersCase, ' ')))) &&
  !ended.test(sentence) &&
  places.some((place) => {
    const { start, end } = clauseAt(sentence, place.start);
    const clause = withoutNames(sentence.slice(start, end), words);
    return !hasNegation(clause, sentence) && assertions.test(clause);
  });

/** "A lesson of an hour": a variety with a price of its own. */
const hourLong =
  /(?<!\p{L})(?:of|von|d['’]|de|di|van)\s?(?:an|one|einer|une|una|un['’]|uma|een)\s?(?:hour|stunde|heure|hora|ora|uur)(?!\p{L})/iu;
/** "For 50 employees, Acme costs €300": an example, not a count. */
const forSome = /^\s*(?:for|für|pour|para|per|voor|dla)\s+$/iu;
/**
 * Returns true if a value belongs to a variety or an example.
 * @param before text of the statement before the value
 */
export const isOfCase = (before: string, kind: string): boolean =>
  (kind === 'price' && hourLong.test(before)) || (kind === 'number' && forSome.test(before));
