import type { Span } from '../support/sentences.ts';
import type { FactKind } from './fact.ts';
import { namesPeriods } from './money.ts';
import { isPlainText, startsAsItem, withoutNames } from './plainText.ts';
import { firstStatement, segmentsOf } from './segments.ts';
import { hasNegation, isHedged, isOfCase, weekdays } from './sentenceSigns.ts';
import { inMonth } from './writtenDate.ts';

/** A value, the fact's word next to it, and what else is known about the sentence. */
export type Binding = {
  kind: FactKind;
  value: Span;
  word: Span;
  /** Names of the website in the sentence. */
  names: readonly string[];
  /** Words of the fact, and parts of an address. */
  words: readonly string[];
};

/**
 * True if a sentence binds a value to the fact's word: in one segment, or in two that follow each other, with only known words
 * around them, while no other segment limits what these say.
 */
export function isBound(full: string, { kind, value, word, names, words }: Binding): boolean {
  const sentence = full
    .replace(listItem, (mark) => ' '.repeat(mark.length))
    .replace(source, (text) => ' '.repeat(text.length))
    .replace(aside, (text) => ' '.repeat(text.length))
    .replace(withoutCard, (text) => (kind === 'number' ? ' '.repeat(text.length) : text));
  const segments = segmentsOf(sentence);
  const at = (index: number) => segments.findLastIndex(({ start }) => start <= index);
  const [first, last] = [Math.min(at(word.start), at(value.start)), Math.max(at(word.end - 1), at(value.end - 1))];
  const from = segments[first]?.start ?? 0;
  const behind = Math.max(value.end, word.end);
  const tail = firstStatement(sentence.slice(behind, Math.max(segments[last]?.end ?? behind, behind)), sentence);
  const named = [...names, ...words, ...(words.some((one) => maximum.test(one)) ? maxima : [])];
  const core = sentence.slice(from, behind) + tail;
  const before = withoutNames(sentence.slice(from, value.start), named);
  const isFronted =
    kind === 'price' &&
    value.end <= word.start &&
    opening.test(sentence.slice(from, value.start)) &&
    judgement.test(tail);
  const after = withoutNames(sentence.slice(value.end, behind) + (isFronted ? '' : tail), named).replace(perUnit, ' ');
  const leads = segments.slice(0, first).map(({ start, end }) => sentence.slice(start, end + 1));
  const follows = sentence.slice(behind + tail.length);
  const about = { kind, named };
  if (kind === 'price' && (namesPeriods(core) || allLimits.test(follows) || inMonth.test(follows))) return false;
  if (isOfCase(before, kind) || hasNegation(before + after, sentence)) return false;
  if (sized.has(kind) && !/^\s(?:and|und|et|y|ed?|en|i|oraz)\s/u.test(follows) && limitsNext(nextOf(follows)))
    return false;
  if (kind === 'hours' && (weekdays.test(sentence) || inMonth.test(follows))) return false;
  if (kind === 'number' && (restriction.test(follows) || somePart.test(follows))) return false;
  if (kind === 'place' && (also.test(core) || starting.test(sentence.slice(0, from)))) return false;
  const lead = leads.at(-1) ?? '';
  const isItem = startsAsItem(sentence, names);
  const isTheirs =
    isItem ||
    names.some((one) => core.includes(one)) ||
    isOwner(lead, names, kind) ||
    concedes(lead, sentence.slice(from), names) ||
    startsWithOwner(sentence, segments[last + 1], names, kind);
  const isLeadHarmless = (text: string, at: number): boolean =>
    isHarmless(text, about) ||
    (!isLimited(text) && ((isItem && isDescription(text)) || located.test(leads[at - 1] ?? '')));
  if (!leads.every(isLeadHarmless)) return false;
  if (
    !(
      isTheirs ||
      kind === 'price' ||
      (kind === 'number' && first === 0 && fronted.test(core) && names.some((one) => isSubject(sentence, one)))
    )
  )
    return false;
  const isApposition =
    !names.some((one) => core.includes(one)) &&
    isOwner(lead, names, kind) &&
    apposition.test(sentence.slice(from, word.start)) &&
    !others.test(sentence.slice(from, word.start));
  const owner = Math.max(...names.map((one) => sentence.indexOf(one, from)));
  const isLater = kind === 'date' && later.test(core) && owner > from && owner < word.start;
  const start = isLater
    ? withoutNames(sentence.slice(owner, value.start), named)
    : isApposition && word.end <= value.start
      ? withoutNames(sentence.slice(word.start, value.start), named)
      : before;
  return isPlainCore(start, after, about, sentence);
}

/** True if a sentence denies that the website has what a word names: its segment says nothing else, and no other limits it. */
export function deniesPlainly(
  sentence: string,
  kind: FactKind,
  word: Span,
  names: readonly string[],
  words: readonly string[],
): boolean {
  const segments = segmentsOf(sentence);
  const at = segments.findLastIndex(({ start }) => start <= word.start);
  const { start, end } = segments[at] ?? { start: 0, end: sentence.length };
  const about = { kind, named: [...names, ...words] };
  const segment = sentence.slice(start, end);
  const leads = segments.slice(0, at).map((one) => sentence.slice(one.start, one.end));
  const before = withoutNames(sentence.slice(start, word.start), about.named);
  const after = withoutNames(sentence.slice(word.end, end), about.named);
  const isTheirs =
    names.some((one) => segment.includes(one)) ||
    isOwner(leads.at(-1) ?? '', names, kind) ||
    concedes(leads.at(-1) ?? '', segment, names) ||
    (coordinated.test(sentence.slice(segments[at - 1]?.end, start)) &&
      startsWithOwner(sentence, segments[at - 1], names, kind));
  return (
    isTheirs &&
    isPlainText(`${before} ${after}`, kind) &&
    !ofOther.test(before.split(noSuch)[1] ?? '') &&
    leads.every((text) => isHarmless(text, about)) &&
    !nextLimits.test(nextOf(sentence.slice(end)))
  );
}

/** A fact on a maximum says so in one of its words. */
const maximum = /maxim|máxim|massim|höchst|maksym/iu;
const maxima =
  'maximum maximal maximale maximaler máximo máxima massimo massima maximaal maksymalny maksymalna limits limite limita begrenzt beperkt ogranicza'.split(
    ' ',
  );
const sized: ReadonlySet<FactKind> = new Set(['price', 'number', 'hours']);
const listItem = /^\s*(?:[-*•]|\d{1,3}[.)])\s/u;
/** Returns the segment after a pause. */
const nextOf = (follows: string): string => follows.replace(/^[\s,;:()|–—-]{1,3}/u, '').split(/[,;:()|]/u)[0] ?? '';
/** "According to its website": a statement about the website. */
const source =
  /(?<!\p{L})(?:according to|laut|selon|d['’]après|según|secondo|stando a[li]?|segundo|volgens|aldus|według|zgodnie z[e]?)\s?(?:(?:its|the|der|ihrer|seiner|son|sa|le|la|su|il|suo|sul|o|a|seu|de|het|zijn|haar|eigen|jego|jej)\s){0,2}(?:(?:help|official|own|eigenen|officiële|oficial|ufficiale|página de|page de|página|pagina)\s)?(?:web\p{L}*|site|sito|sitio|strony?|homepage|hilfeseite|page|página|pagina|preços|precios|cent(?:re|er)|anbieter|hersteller|producent\p{L}*)(?:\s(?:oficial|ufficiale|officiel|producenta))?(?!\p{L}),?/giu;
/** "Acme also has an address at …", "from May, the address is …". */
const also = /(?<!\p{L})(?:also|too|auch|aussi|également|también|anche|também|ook|też|także|również)(?!\p{L})/iu;
const starting = /(?<!\p{L})(?:from|until|ab|bis|dès|jusqu|desde|hasta|dal|fino|até|vanaf|tot|od|do)(?!\p{L})/iu;
/** A trial without a credit card is as long as others; a price may differ. */
const withoutCard =
  /(?:,\s|\s)(?:(?:with(?:out)?|and)\s)?(?:no|a|any)?\s?credit card(?:\s(?:is|being))?(?:\s(?:required|needed))?|(?:,\s|\s)(?:ohne|sans|sin|senza|sem|zonder|bez)\s(?:kreditkarte|carte (?:bancaire|de crédit)|tarjeta(?: de crédito)?|carta di credito|cartão(?: de crédito)?|creditcard|karty(?: kredytowej)?)(?!\p{L})/giu;
/** Remarks that change no value: "Sundays included", "a third of which …". */
const aside =
  /,\s(?:sundays?|sonntags?|dimanches?|domingos?|domenica|zondags?)\s(?:included|inklusive|compris|incluidos?|incluídos?|compresa|inbegrepen)(?=[.,!]|$)|,\s(?:of which|wovon|davon|dont|de l[oa]s cuales|d[oa]s quais|di cui|waarvan|z czego|z których)\s(?:a |an |un |uno |een |ein |jedna |um )?(?:half|third|quarter|hälfte|drittel|viertel|moitié|tiers|quart|mitad|tercio|metà|terzo|metade|terço|helft|derde|kwart|połowa|trzecia)(?!\p{L})[^,;]*/giu;
/** "At €24 a month, the plan is one of the cheaper ones": what follows the plan judges it. */
const opening = /^\s*(?:at|with|mit|für|à|a|por|con|met|voor|za|facturée?)\s$/iu;
const judgement =
  /^(?:\s(?:by|from|von|de|di|da|van|w|d['’])\s?\p{Lu}\p{L}+)?\s(?:is|sits|ist|liegt|richtet|reste|est|s['’]adresse|es|resulta|è|é|resulta|is|jest)(?:\s(?!(?:for|to|available|only|open|für|zu[mr]?|nur|pour|aux|para|solo|per|só|voor|alleen|dla|tylko)(?!\p{L}))[\p{L}'’]+){0,8}[.!]?$/iu;
/** A price per user or guest is written like the owner's without that unit. */
const perUnit =
  /^\s?(?:\/\s?|(?:per|pro|par|por|je|a|za|od)\s)(?:user|seat|person|guest|head|nutzer|person|personne|utilisateur|usuario|persona|utente|utilizador|usuário|pessoa|gebruiker|persoon|użytkownika|osob[yę])(?!\p{L})/iu;
/** Description of the website before a value: "Acme is a workshop with 12 desks". */
const isA =
  /^(?:(?:the|das|der|die|le|la|el|il|o|a|het|de|l['’])\s)?\s{0,3}(?:is|ist|est|es|è|é|jest|to)\s(?:an?|eine?|une?|un[ao]?|uma?|een)\s(?:(?!(?:of|for|in|at|by|von|für|in|de|du|des|pour|para|di|per|da|do|van|voor|z|dla|w)\s)[\p{L}-]+\s){1,5}(?=(?:with|of|mit|avec|de|con|di|com|met|van|z|that|founded|opened)\s|$)/iu;

/** Prepositions and conjunctions that begin a condition: "In winter, …", "For students, …". */
const condition =
  /^\s*(?:in|for|with|at|on|during|via|through|by|without|after|before|from|until|für|mit|beim?|an|am|im|zu[mr]?|über|ohne|auf|ab|nach|vor|bis|en|pour|avec|à|aux?|chez|sur|sans|pendant|lors|dans|hors|par|après|dès|para|con|por|al?|sin|durante|tras|per|da|su|senza|nei|nel|nella|dopo|em|com|nas?|nos?|aos?|sem|após|voor|met|op|aan|zonder|tijdens|vanaf|w|dla|z|przy|na|po|bez|za|podczas|od|do|if|unless|when|wenn|falls|si|se|als|jeśli|jeżeli|gdy|who|wer|wie|qui|quien|chi|quem|kto|ob|whether|czy|of)(?!\p{L})/iu;
/** "No support for its API" denies support. */
const noSuch =
  /(?<!\p{L})(?:no|kein(?:e[nrms]?)?|aucune?|ningún|ninguna|nessun[ao]?|nenhum|nenhuma|geen|żadn\p{L}{1,3})\s/iu;
const ofOther = /(?<!\p{L})(?:for|to|of|für|zu[mr]?|pour|à|para|sobre|per|alla|voor|dla|do)\s/iu;
/** A topic, a contrast, a statement about the website, its place, or what the reader should know limit nothing. */
const topic =
  /^\s*(?:on\s.{1,30}\s(?:side|front)$|in (?:terms|puncto|sachen)|when it comes|côté|en (?:cuanto|términos|la comparativa|matière)|sul (?:fronte|piano)|quanto a|no que|do ponto|op het gebied|qua\s|au niveau|pod względem|as for|was\s.{1,30}(?:betrifft|angeht)$|on the (?:downside|other hand)|por (?:desgracia|suerte)|en revanche|par contre|por otro lado|d['’]altra parte|por outro lado|z drugiej strony|while|whereas|although|though|because|since|obwohl|während|weil|da\s|bien que|alors que|tandis que|puisque|aunque|mientras|porque|ya que|mentre|sebbene|benché|anche se|poiché|enquanto|embora|apesar|já que|terwijl|hoewel|omdat|waar\s|podczas|choć|chociaż|ponieważ|despite|trotz|malgré|pese|nonostante|ondanks|mimo)|(?<!\p{L})(?:know|note|wissen|beachten|saber|tener en cuenta|sapere|savoir|noter|weten|pamiętać|wiedzieć)(?!\p{L})/iu;
/** "Set in the old town, near the station, …". */
const located =
  /^\s*(?:located|situated|set|housed|spread|installée?|située?|répartie?|nichée?|ubicad|situad|repartid|distribu|situat|gelegen|verspreid|verteilt|położon|rozmieszcz)/iu;
/** A condition on what the reader wants: it does not restrict a phone number or a feature. */
const wish =
  /(?<!\p{L})(?:want|prefer|rather|would like|möcht|wollen|quier|prefier|vuole|preferi|quer|chce|wol|wil|liever|veut|préf|bevorzug)/iu;
/** Purpose of a reader ("pour réserver, …"), and a clause that begins with a word for "who". */
const reader = /^\s*(?:(?:pour|per|para)\s\p{Ll}+(?:er|ir|re|ar)(?!\p{L})|(?:who|wer|wie|qui|quien|chi|quem|kto)\s)/iu;
/** Words that limit a value to some readers, a time or a way to pay. */
const allLimits =
  /(?<!\p{L})(?:tax|vat|mwst|mehrwertsteuer|tva|ttc|iva|btw|podatk|bill|annual|yearly|jährlich|annuel|anual|annual|jaarlijks|roczn|factur|fattur|gefactureerd|abgerechnet|discount|rabat|remise|descuento|sconto|desconto|korting|zniżk|student|studier|étudiant|estudiant|nonprofit|charit|partner|resell|provided|sofern|solange|as long|à condition|siempre que|desde que|contanto que|purché|mits|o ile|contract|vertrag|contrat|umow|commit|engage|laufzeit|vincolo|payment|zahlung|paiement|pago|pagamento|betaling|płatno|prepa|voucher|gutschein|coupon|gift|app|branch|standort|filial|bundle|paquete|(?:non-?)?refund|(?:non )?rembours|stornier|kündbar|reembols|rimbors|zwrot|cancel|that is|allerdings|jedoch|(?<!auch |even |même |anche |ook |nawet )(?:if|unless|wenn|falls|jeśli)(?!\p{L}))/iu;
const nextLimits =
  /(?<!\p{L})(?:child|kids|kinder|enfants|niños|bambini|crianças|kinderen|dzieci|except|außer|sauf|salvo|tranne|exceto|behalve|oprócz|senior|mitglied|member|only|nur|seulement|solo|só|alleen|tylko|extra|plus|winter|summer|season|saison|temporada|stagione|seizoen|sezon|holiday|feiertag|férié|festivo|feriado|first|premi|primer|prim[oa]|erste|eerste|pierwsz|beta)|^\s*(?:(?:die|that|que|qui|które)\s)?(?:for|für|pour|para|per|voor|dla)\s/iu;
/** "For longer tours you therefore need another shop" follows from the value. */
const consequence =
  /(?<!\p{L})(?:therefore|so you|also (?:ein|kein)\p{L}*|donc|quindi|dunque|dus|więc|por tanto|portanto)(?!\p{L})/iu;
const limitsNext = (text: string): boolean => nextLimits.test(text) && !consequence.test(text);
const isLimited = (text: string): boolean => allLimits.test(text) || nextLimits.test(text);

/** "Founded in 2019, Acme has 20 rooms": another fact. */
const foundingYear = /(?<!\d)(?:19|20)\d{2}(?!\d)/u;
type About = { kind: FactKind; named: readonly string[] };
const isHarmless = (text: string, { kind, named }: About): boolean => {
  if (kind === 'place') return true;
  if (kind === 'date') return !elsewhere.test(text.trim().replace(/^./u, (first) => first.toLowerCase()));
  if (isPlainText(withoutNames(text, named), kind === 'price' ? 'always' : kind)) return true;
  if (kind === 'number' && isPlainText(withoutNames(text, named).replace(foundingYear, ' '), 'date')) return true;
  if (!sized.has(kind))
    return (
      wish.test(text) || (!allLimits.test(text) && (!condition.test(text) || topic.test(text) || reader.test(text)))
    );
  return (
    !isLimited(text) &&
    (topic.test(text) ||
      located.test(text) ||
      (!condition.test(text) && (text.endsWith(':') || named.some((one) => text.includes(one)))))
  );
};
/** "In Spain, …", "For Android, …". */
const elsewhere =
  /^\s*(?:in|on|at|for|für|auf|en|pour|sur|à|au|para|per|em|n[oa]s?|voor|op|we?|na|dla)\s(?:\p{Ll}{1,3}\s)?\p{Lu}/u;

/** A description in an item about the website limits nothing. */
const isDescription = (text: string): boolean => !condition.test(text) && !/\d/.test(text);

const isOwner = (text: string, names: readonly string[], kind: FactKind): boolean =>
  (names.some((one) => text.includes(one)) || possessive.test(text)) &&
  (isPlainText(withoutNames(text, names), kind) || isA.test(withoutNames(text, names).trimStart()));
/** "While Acme is popular, it has no API". */
const concession =
  /^\s*(?:(?:al)?though|while|obwohl|während|bien qu(?:e\s|['’])|si bien|aunque|mientras|anche se|sebbene|mentre|embora|hoewel|choć|chociaż)\s?(?:the|das|der|die|le|la|el|il|o|a|het|de)?\s?$/iu;
const anaphor =
  /^\s*(?:(?:ist|hat|bietet|is|heeft|biedt)\s)?(?:it|they|es|sie|er|il|elle|ils|ele|ela|het|hij|das unternehmen|der anbieter|die firma|the (?:company|firm)|l['’]entreprise|la société|la empresa|l['’]azienda|a empresa|firma)\s/iu;
const concedes = (text: string, next: string, names: readonly string[]): boolean =>
  anaphor.test(next) && names.some((one) => concession.test(text.split(one)[0] ?? '') && isSubject(text, one));
/** "Acme is cheap but has no API": one subject. */
const coordinated = /^\s(?:but|aber|mais|pero|ma|mas|maar|ale|and|und|et|y|ed?|en|i|oraz)\s$/iu;
/** "Founded in 2019, Acme …", but not "Founded in 2019, the forum of Acme …". */
function startsWithOwner(
  sentence: string,
  segment: Span | undefined,
  names: readonly string[],
  kind: FactKind,
): boolean {
  const text = segment === undefined ? '' : sentence.slice(segment.start, segment.end);
  return names.some(
    (one) => text.includes(one) && isSubject(text, one) && isPlainText(text.slice(0, text.indexOf(one)), kind),
  );
}
/** Neither "the bar of Acme" nor "Acme's bar". */
const isSubject = (sentence: string, name: string): boolean => {
  const [before = '', after = ''] = sentence.split(name);
  return (
    !/(?<!\p{L})(?:of|at|in|from|von|vom|des|der|im|bei|du|de|chez|au|del|en|di|da|do|dell['’]|van|bij|we?|z|firmy|hotelu)\s?$/iu.test(
      before,
    ) && !/^(?:['’]s?\s|\s\p{Lu})/u.test(after)
  );
};
/** "With 62 rooms, Acme …". */
const fronted = /^\s*(?:with|mit|avec|con|com|met|z|ze)\s(?:\p{Ll}{1,6}\s)?\d/iu;
/** "After a refurbishment Acme reopened". */
const later = /^\s*(?:after|nach|après|tras|después|dopo|após|depois|na|po)\s/iu;
/** "Acme, a workshop founded in 2019", "Acme, founded in 2019". */
const apposition = /^\s*(?:$|(?:an?|the|eine?|une?|un[ao]?|uma?|een)\s|\p{Lu}\p{Ll})/u;
/** "20 rooms that face the sea": a part of them. German, Dutch and Polish write a comma first. */
const restriction = /^\s(?:that|which|qui|que|che)\s|^,\s(?:die|welche|które|którzy)\s/iu;
const somePart = /[,(]\s?(?:with|mit|avec|con|com|met|z|ze)\s/iu;
/** Another company in an apposition: "whose parent was founded in 1999". */
const others =
  /(?<!\p{L})(?:d['’]|dell['’]|(?:whose|dessen|deren|dont|cuy|cui|cuj|wier|którego|której|of|by|from|von|des|aus|de|di|da|van|par|por|door|przez|z)(?!\p{L}))/iu;

function isPlainCore(before: string, clause: string, { kind }: About, sentence: string): boolean {
  const lead = (
    kind === 'number' || kind === 'date' || kind === 'place' ? before.trimStart().replace(isA, ' ') : before
  ).replace(remark, '');
  const text = kind === 'place' ? `${lead.replace(street, ' ')} ${clause.replace(city, ' ')}` : `${lead} ${clause}`;
  if (kind !== 'date') return isPlainAndExact(text, kind, sentence);
  const founded = founding.test(sentence) ? `${lead} ${clause.replace(founder, ' ')}`.replace(company, ' ') : text;
  const rest = founded.replace(description, ' ').replace(circumstance, ' ');
  return !possessive.test(rest) && !second.test(before) && isPlainAndExact(rest, kind, sentence);
}

function isPlainAndExact(text: string, kind: FactKind, sentence: string): boolean {
  return (kind === 'phone' || kind === 'place' || !isHedged(text, sentence)) && isPlainText(text, kind);
}

/** Place or occasion of an opening. */
const circumstance =
  /(?<!\p{L})(?:in|dans|en|em|nel|with|mit|avec|con|com|met|z)\s(?:an?|eine[mnr]?|une?|un[ao]?|uma?|een)\s(?!(?:second|beta|pilot|limited|test|new|zweite|neue|nouve|deuxième|segund|nuev|second|nuov|nov|tweede|nieuw|drug|now)).*/isu;

/** A description after a date: "launched in 2019 as a planner". */
const description = /(?<!\p{L})(?:as|als|comme|como|come|jako)\s.*/isu;
/** The founder or another statement, after a date, and what kind of company it is, before it. */
const founder = /(?<![\p{L}'’])(?:by|von|par|por|da|door|przez|and|und|et|y|ed?|en(?= \p{Ll})|i|oraz)\s.*/isu;
/** Names with a preposition that only say where: "founded in Hamburg", "for iOS and Android". */
const name = '\\p{Ll}?\\p{Lu}\\p{L}{1,30}(?:-\\p{L}{1,30})?';
const proper = `${name}(?:(?:\\s|\\s(?:and|und|et|y|e|i|en|ve)\\s)${name})?`;
const company = new RegExp(
  `(?<!\\p{L})(?:in|à|en|w|em|a|nos?|na|nas|aux|nei|nel|nella)\\s(?:(?:the|los|las|la|el|de|den|der)\\s)?${proper}|(?<!\\p{L})${name}['’][dt][ae](?!\\p{L})`,
  'gu',
);
/** A date with one is of something the website has, or of its second step: "launched its app in 2019". */
const possessive =
  /(?<!\p{L})(?:its|their|seine[nr]?|ihre[nr]?|sa|son|ses|su|sus|suo|sua|seu|sua|zijn|haar|hun|swój|swoją|swoje)(?!\p{L})/iu;
const second = /(?<!\p{L})(?:and|und|et|y|ed?|oraz|ve)\s\p{Ll}/u;
/** The city after a postcode. */
const city = /^\s\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?/u;
/** A street with its number, up to the postcode: "5 rue Blanche, ", "Lindenweg 12, ". */
const street =
  /(?<![\p{L}\d])(?:\d{1,4}\p{L}?(?:\s\p{L}{1,30}){1,4}|\p{Lu}\p{L}{1,30}(?:\s\p{L}{1,30}){0,2}\s\d{1,4}\p{L}?),?\s$/u;
const founding = /found|establish|gründ|fond|fund|né|naci|nasc|nata|créé|powsta|założ|opgericht|kurul|設立|創業/iu;
/** Words that add nothing: "The drawback is that …", and the idiom for an opening. */
const remark =
  /^.{0,80}(?<!\p{L})(?:is|ist|est|es|è|é|jest)\s(?:that|dass|que|che|dat|że)\s|(?:its|their|seine|ihre|ses|sus|le sue|as suas|zijn|haar|hun|swoje)\s(?:doors|türen|pforten|portes|puertas|porte|portas|deuren|podwoje)/iu;
