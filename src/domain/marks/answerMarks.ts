import type { AnswerFacts } from '../answer/answerFacts.ts';
import { type ModelVerdict, verdictOfModel } from '../answer/modelReading.ts';
import type { PlacedRole, Role } from '../answer/nameRoles.ts';
import { readRoles } from '../answer/occurrenceRoles.ts';
import type { OwnerDecision } from '../answer/ownerDecision.ts';
import { findsNamesWithin, listsPlaces, readerVersion, readsRoles } from '../answer/readerVersion.ts';
import { languageOf } from '../answer/textLanguage.ts';
import type { VisibilityWebsite } from '../identity/attempt.ts';
import { ownerIn } from '../identity/inflections.ts';
import { type Identity, identifyMentions } from '../identity/mentions.ts';
import { carriesName, nameForm } from '../identity/nameForm.ts';
import { findOccurrences } from '../identity/occurrences.ts';
import { isOthersName } from '../identity/othersName.ts';
import { type Owner, ownsUrl, readOwner } from '../identity/owner.ts';
import { isNearOwn, wordsSharedWithOwn } from '../identity/possibleNames.ts';
import { isNamedIn, registeredName, type SearchedText, searchedText } from '../identity/registeredNames.ts';
import { urlHome } from '../identity/urlHome.ts';
import { digestOf } from '../text/canonicalJson.ts';
import { isAsked, readAsked } from './askedWebsite.ts';
import { findOwnTrace, isReadable, isUsable, rejectedOwnNames } from './listingDecision.ts';

export type ProvenBasis = Exclude<Identity['basis'], 'other_answers' | 'unknown'>;

/** A name identified by the answer itself or by the owner, or one that only other answers could identify. */
export type MarkedName =
  | { domain: string; basis: ProvenBasis }
  | { domain: null; form: string; near: boolean; shared: readonly string[] };

/**
 * Statement of one answer about one website, as far as it follows from the answer and the registered names alone. It
 * contains everything that a count over time needs, in a few hundred bytes, so that a history never reads a text.
 * Knowledge of names from other answers changes with each of them, so it is added when marks are counted
 * (`decideMarks`); the result equals that of `readListing`.
 */
export type AnswerMarks = {
  /** Recommended names, in order. */
  names: readonly MarkedName[];
  /** Names that only one of two readers reads as recommended. */
  disputed: readonly MarkedName[];
  usable: boolean;
  /** True if the answer advises against a name of the owner. */
  rejects: boolean;
  /** Kind of further text of the owner, besides its names above. */
  trace: 'name' | 'address' | null;
  /**
   * Role of the owner where it appears in the answer; null if it does not appear, or if an earlier reader read the
   * answer. Null too for a recommended name, unless the question names it and no words of the answer recommend it.
   */
  role: OwnRole | null;
  noAnswer: boolean;
  /** A person's decision on this answer, which overrides every reading. */
  word: OwnerDecision | null;
  /** A reading model's verdict on the owner; null if it is uncertain, or if no model read the answer. */
  model: ModelVerdict | null;
};

/**
 * `listed`: recommended at a place missing from the list of names; `after`: number of recommended names before that
 * place. `open`: uncertain at some place.
 */
export type OwnRole = { kind: 'listed'; after: number } | { kind: Exclude<(typeof roleKinds)[number], 'listed'> };

export const roleKinds = ['mentioned', 'rejected', 'open', 'listed'] as const;

type Registration = Omit<VisibilityWebsite, 'learned' | 'commonWords'>;

/** Raised whenever the same answer and registered names would give other marks. */
const marksVersion = 8;

/** Returns an identity of registered names and rules. Marks with another one are not counted. */
export function markedBy({ domain, name, url, aliases, exactNames, others }: Registration): string {
  return digestOf({ marksVersion, readerVersion, domain, name, url, aliases, exactNames, others }).slice(0, 32);
}

/** Builds the owner from the registered names alone. */
export function registeredOwner(website: Registration): Owner {
  return readOwner({ ...website, learned: [], commonWords: [] });
}

/** @param registered of `registeredOwner` */
export function markAnswer(facts: AnswerFacts, text: string | null, registered: Owner): AnswerMarks {
  const owner = ownerIn(facts, text, registered);
  const noAnswer = facts.noAnswer !== undefined;
  const { word = null } = facts;
  const nothing = { usable: false, rejects: false, trace: null, role: null, noAnswer, word, model: null };
  if (noAnswer) return { names: [], disputed: [], ...nothing };
  let read: PlacedRole[] | null = null;
  const rolesAsRead = (): PlacedRole[] => {
    const isRead = text !== null && readsRoles(facts.readerVersion) && isReadable(facts);
    read ??= isRead ? rolesInText(facts, text, owner) : [];
    return read;
  };
  let roles: PlacedRole[] | null = null;
  const placesOfOwn = (): PlacedRole[] => {
    roles ??= text === null ? [] : rolesOfOwn(rolesAsRead(), facts, text, owner);
    return roles;
  };
  const findsWithin = findsNamesWithin(facts.readerVersion);
  const isKind = findsWithin ? kindWords(facts.mentions) : () => false;
  const markNames = (mentions: AnswerFacts['mentions']) =>
    identifyMentions({ ...facts, mentions }, owner, text).map((identity, index): MarkedName => {
      if (identity.domain !== null && identity.basis !== 'other_answers') return identity;
      const mention = mentions[index];
      const form = nameForm(mention?.name ?? '');
      const near = isNearOwn(form, owner);
      const shared = [...new Set(wordsSharedWithOwn(form, owner))].filter((word) => !isKind(word));
      const isOpen = near || shared.length > 0;
      return findsWithin && isOpen && isDecidedWithin(placesOfOwn, mention)
        ? { domain: null, form, near: false, shared: [] }
        : { domain: null, form, near, shared };
    });
  const names = markNames(facts.mentions);
  const disputed = markNames(facts.disputed ?? []);
  const rejected = rejectedOwnNames(facts, owner);
  const rejects = rejected.length > 0;
  const usable = text !== null && isUsable(facts, rejects);
  const isListed = names.some(({ domain }) => domain === owner.domain);
  const fromQuestion = text === null || !isAsked(facts, owner) ? null : readAsked(facts, text, rolesAsRead(), isListed);
  const stands =
    text === null || (isListed && fromQuestion === null)
      ? null
      : findOwnTrace({ facts, text, searched: () => searchedText(text) }, rejected, owner);
  const role = fromQuestion ?? (text === null || stands === null ? null : ownRole(facts, text, placesOfOwn()));
  // A model decides what the answer does with a registered name, never whose name it is.
  const model =
    text === null || facts.model === undefined || !isReadable(facts)
      ? null
      : verdictOfModel(facts.model, findOccurrences(text, owner.traces, owner.othersAround));
  return { names, disputed, usable, rejects, trace: usable ? stands : null, role, noAnswer, word, model };
}

/** Returns true if a longer name only contains the owner's and the text certainly does not recommend it. */
function isDecidedWithin(
  placesOfOwn: () => readonly PlacedRole[],
  mention: { name: string; nameStart?: number } | undefined,
): boolean {
  if (mention?.nameStart === undefined) return false;
  const { name, nameStart } = mention;
  const inside = placesOfOwn().filter(({ start, end }) => start > nameStart && end <= nameStart + name.length);
  return inside.length > 0 && inside.every(({ role }) => role !== null && role !== 'recommended');
}

/**
 * Returns a test for words that end or continue names with different beginnings but begin none: "Show", "Beach". They
 * describe a kind of thing.
 */
function kindWords(mentions: AnswerFacts['mentions']): (word: string) => boolean {
  const forms = mentions.map(({ name }) => nameForm(name).replace(/^the /, '').split(' '));
  const starts = new Set(forms.map(([first]) => first));
  return (word) =>
    !starts.has(word) && new Set(forms.filter((form) => form.includes(word)).map(([first]) => first)).size > 1;
}

/** Minimum number of names for a list to count as read. */
const minListed = 3;

/** Returns the role of each place at which the owner appears, by its words alone. */
function rolesInText({ mentions }: AnswerFacts, text: string, owner: Owner): PlacedRole[] {
  const places = findOccurrences(text, owner.traces, owner.othersAround);
  return readRoles(
    text,
    places,
    mentions.map(({ name }) => name),
  );
}

/** Adjusts the roles to what the whole reading knows of these places. */
function rolesOfOwn(roles: readonly PlacedRole[], facts: AnswerFacts, text: string, owner: Owner): PlacedRole[] {
  const ownsSource = facts.sources.some(({ url }) => ownsUrl(owner, url));
  const { rejected = [], mentioned = [] } = Object.groupBy(facts.otherNames ?? [], ({ polarity }) => polarity);
  return roles.map((one) => {
    // A recommended name that begins like this proves nothing: it may be a longer name, or another company's.
    const unproved = facts.mentions.some(({ nameStart }) => nameStart === one.start);
    const isOther = unproved || isOthersName(text.slice(one.end, one.end + 120), owner, ownsSource);
    // If the reading leaves a name out, such as the loser of a comparison, a place in a list alone does not
    // recommend it.
    const isLeftOut = !one.firm && (one.by === 'head' || one.by === 'name cell') && isAt(mentioned, one);
    if (one.role === 'recommended' && isOther) return { ...one, role: null };
    if (one.role === 'recommended' && isLeftOut)
      return { ...one, role: facts.mentions.length > 1 ? null : ('compared' as const) };
    return isAt(rejected, one) ? { ...one, role: 'advised_against' as const, firm: true } : one;
  });
}

function isAt(names: NonNullable<AnswerFacts['otherNames']>, { start, end }: PlacedRole): boolean {
  return names.some(({ nameStart, nameEnd }) => nameStart <= start && nameEnd >= end);
}

/** Combines the roles of all places at which the owner appears: a recommendation outweighs incidental mentions. */
function ownRole(facts: AnswerFacts, text: string, roles: readonly PlacedRole[]): OwnRole | null {
  if (!readsRoles(facts.readerVersion) || !isReadable(facts)) return null;
  if (roles.length === 0) return { kind: 'open' };
  const isFirm = (kind: Role): boolean => roles.some(({ role, firm }) => role === kind && firm);
  const language = languageOf(text);
  const isListing = listsPlaces(facts.readerVersion, language);
  const isTrusted = language === 'en' || facts.mentions.length >= minListed;
  const recommends = roles.filter(({ role }) => role === 'recommended');
  const first = recommends[0];
  // If hardly any list was read, a heading alone shows that the text is about the name, but not whether it recommends
  // it.
  if (!isTrusted && recommends.length > 0 && recommends.every(({ by }) => by === 'head' || by === 'name cell'))
    return { kind: 'open' };
  if (first !== undefined && (isFirm('advised_against') || !isListing)) return { kind: 'open' };
  if (first !== undefined) {
    const isBefore = ({ nameStart = 0 }: { nameStart?: number }): boolean => nameStart < first.start;
    return { kind: 'listed', after: facts.mentions.filter(isBefore).length };
  }
  if (isFirm('advised_against')) return { kind: 'rejected' };
  if (roles.some(({ role }) => role === null)) return { kind: 'open' };
  return { kind: roles.some(({ role }) => role === 'advised_against') ? 'rejected' : 'mentioned' };
}

/**
 * Builds the same statement about another domain, a rival's. Its names are the domain, the domain's label, and the
 * names that the owner assigned to it or that other answers tie to it. As for the owner, a "no" requires that none of
 * them appears in the text and that no unidentified name begins like the label.
 */
export function markOther(
  marks: AnswerMarks,
  { facts, text, searched }: { facts: AnswerFacts; text: string | null; searched(): SearchedText },
  domain: string,
  owner: Owner,
): AnswerMarks {
  const label = urlHome(`https://${domain}/`)?.label ?? domain;
  const mark = (name: MarkedName, near: () => boolean): MarkedName =>
    name.domain === null ? { ...name, near: near(), shared: [] } : name;
  const ofOwner = owner.others.filter((other) => other.domain === domain);
  const learned = [...owner.learned.values()].filter((one) => one.domain === domain).map(({ form }) => form);
  const names = [...ofOwner, ...[domain, label, ...learned].map((name) => registeredName(name, false))];
  const usable = text !== null && isUsable(facts, false);
  return {
    ...marks,
    names: marks.names.map((name, index) => mark(name, () => carriesName(label, facts.mentions[index]?.name ?? ''))),
    disputed: marks.disputed.map((name) => mark(name, () => false)),
    ...{ usable, rejects: false, role: null, word: null, model: null },
    trace: usable && names.some((name) => isNamedIn(searched(), name)) ? 'name' : null,
  };
}
