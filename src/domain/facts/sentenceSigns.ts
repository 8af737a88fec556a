/** Signs in English, German, French, Spanish, Italian, Portuguese, Dutch and Polish that decide how a value is meant. */

const hedges =
  /\b(?:up to|at least|at most|more than|less than|over|under|around|about|approximately|nearly|almost|from|starting|starts|between|was|were|used to|previously|formerly|until|discount|off|save|promo|trial|depending|unlike|compared|instead of|if|would|might|may|could|reportedly|billed|extra|additional|add-on|plus)\b|\?|~|≈|[<>]|\b(?:ab|bis zu|mindestens|höchstens|mehr als|weniger als|über|rund|etwa|circa|ca\.|fast|zwischen|früher|bisher|rabatt|wenn|falls|könnte|soll|statt|anders als|zusätzlich)\b|\b(?:à partir de|jusqu['’]à|au moins|plus de|moins de|environ|presque|entre|auparavant|remise|si|pourrait|contrairement)\b|\b(?:desde|hasta|al menos|más de|menos de|alrededor|aproximadamente|casi|entre|antes|descuento|podría|a diferencia)\b|\b(?:fino a|almeno|più di|meno di|circa|quasi|tra|prima|sconto|se|potrebbe|a partire da|a differenza)\b|\b(?:a partir de|até|pelo menos|mais de|cerca de|quase|antes|desconto|poderia|ao contrário)\b|\b(?:vanaf|tot|minstens|meer dan|minder dan|ongeveer|bijna|tussen|vroeger|korting|als|zou)\b|\b(?:od|do|co najmniej|ponad|mniej niż|około|prawie|między|wcześniej|zniżka|jeśli|mógłby)\b/iu;

/** True for a sentence that bounds, conditions, dates back or compares its values: then a difference proves nothing. */
export function isHedged(sentence: string): boolean {
  return hedges.test(sentence);
}

export const weekdays =
  /\b(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?s?\b|\bweekends?\b|(?:mon|diens|mitt?w|donners|frei|sams|sonn)\w{0,10}tags?\b|\bmittwoch|wochenende|\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|\b(?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)|\b(?:segunda|terça|quarta|quinta|sexta)|\b(?:maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)|\b(?:poniedział|wtor|środ|czwart|piąt|sobot|niedziel)/iu;

const negators =
  "no|not|without|lacks?|lacking|neither|nor|none|never|cannot|can['’]t|doesn['’]t|don['’]t|isn['’]t|hasn['’]t|does not|kein(?:e[nrms]?)?|nicht|ohne|weder|fehlt|pas|sans|aucune?|ni|sin|carece|tampoco|ningún|ninguna|non|senza|nessun[ao]?|manca|não|sem|nenhum|nenhuma|geen|niet|zonder|nie|brak|bez|brakuje";
const denied = `(?<!\\p{L})(?:${negators})(?!\\p{L})`;
const anyNegator = new RegExp(`(?:${denied})`, 'iu');
const allNegators = new RegExp(denied, 'giu');
/** Words that seem to deny and do not. */
const seeming =
  /\b(?:not only|not just|no doubt|nicht nur|non seulement|no solo|no sólo|non solo|não só|não apenas|niet alleen|nie tylko|no matter|without (?:a )?doubt|no longer|nicht mehr|ne\b.{0,30}\bplus|ya no|non più|já não|niet meer|już nie)\b/iu;
const assertions =
  /(?<!\p{L})(?:offers?|has|have|includes?|supports?|provides?|comes with|features?|is|are|holds?|gives?|with|bietet|hat|enthält|unterstützt|verfügt|ist|besitzt|mit|offre|propose|inclut|comprend|prend en charge|dispose|possède|est|avec|ofrece|tiene|incluye|admite|cuenta con|dispone|es|con|offre|ha|include|supporta|dispone|è|possiede|oferece|tem|inclui|suporta|conta com|é|possui|com|biedt|heeft|bevat|ondersteunt|beschikt|is|met|oferuje|ma|zawiera|obsługuje|posiada|jest|zapewnia)(?!\p{L})/iu;
const open =
  /\?|(?<!\p{L})(?:if|whether|wenn|falls|ob|si|se|als|jeśli|czy|could|might|may|should|would|könnte|pourrait|podría|potrebbe|poderia|zou|mógłby)(?!\p{L})/iu;

/** The clause of a sentence that holds one of the words. */
function findClause(sentence: string, words: readonly string[]): string | null {
  const parts = sentence.split(
    /[,;:–—]\s|\s(?:but|however|while|whereas|aber|während|mais|tandis|pero|mientras|ma|mentre|mas|enquanto|maar|terwijl|ale|natomiast)\s/iu,
  );
  const lower = words.map((word) => word.toLowerCase());
  return parts.find((part) => lower.some((word) => part.toLowerCase().includes(word))) ?? null;
}

/** True if the clause of these words denies them, and nothing of the sentence leaves it open. */
export function negates(sentence: string, words: readonly string[]): boolean {
  const clause = findClause(sentence, words);
  if (clause === null || open.test(sentence) || seeming.test(sentence)) return false;
  return (clause.match(allNegators) ?? []).length === 1;
}

/** True if the clause of these words states them plainly. */
export function asserts(sentence: string, words: readonly string[]): boolean {
  const clause = findClause(sentence, words);
  if (clause === null || open.test(sentence) || anyNegator.test(sentence)) return false;
  return assertions.test(clause);
}
