import type { AnswerFacts } from '../answer/answerFacts.ts';
import { type ModelVerdict, verdictOfModel } from '../answer/modelReading.ts';
import type { PlacedRole, Role } from '../answer/nameRoles.ts';
import { readRoles } from '../answer/occurrenceRoles.ts';
import type { OwnersWord } from '../answer/ownersWord.ts';
import { findsNamesWithin, listsPlaces, readerVersion, tellsRoles } from '../answer/readerVersion.ts';
import { languageOf } from '../answer/textLanguage.ts';
import type { VisibilityWebsite } from '../identity/attempt.ts';
import { ownerIn } from '../identity/inflections.ts';
import { type Identity, identifyMentions } from '../identity/mentions.ts';
import { nameForm } from '../identity/nameForm.ts';
import { findOccurrences } from '../identity/occurrences.ts';
import { isOthersName } from '../identity/othersName.ts';
import { formatOwnDomain, type Owner, ownsUrl, readOwner } from '../identity/owner.ts';
import { formMayBeOwn, isNearOwn, wordsSharedWithOwn } from '../identity/possibleNames.ts';
import { searchedText } from '../identity/registeredNames.ts';
import { digestOf } from '../text/canonicalJson.ts';
import {
  basisOfNo,
  type Decision,
  isReadable,
  isUsable,
  type ListingStatus,
  rejectedOwnNames,
  traceOfOwn,
} from './listingDecision.ts';

type ProvenBasis = Exclude<Identity['basis'], 'other_answers' | 'unknown'>;

/** A name that the answer itself or the owner identifies, or one that only other answers could. */
type MarkedName =
  | { domain: string; basis: ProvenBasis }
  | { domain: null; form: string; near: boolean; shared: readonly string[] };

/**
 * Statement of one answer about one website, as far as the answer and the registration alone decide it: all that a
 * count over time needs, in a few hundred bytes, so that a history never reads a text. What other answers teach about
 * names changes with each of them and is added when the marks are counted (`decideMarks`), which then gives what
 * `readListing` gives.
 */
export type AnswerMarks = {
  /** Recommended names, in order. */
  names: readonly MarkedName[];
  /** Names that only one of two readers reads as recommended. */
  disputed: readonly MarkedName[];
  usable: boolean;
  /** A name of the owner is advised against. */
  rejects: boolean;
  /** Text of the owner in the text besides its names above. */
  trace: 'name' | 'address' | null;
  /** Role of the owner in the answer where it appears; null: nothing of it appears, or an earlier reader read it. */
  role: OwnRole | null;
  noAnswer: boolean;
  /** Decision of a person on this answer; it decides before everything that was read. */
  word: OwnersWord | null;
  /** Verdict of a reading model on the owner; null: nothing certain, or none has read the answer. */
  model: ModelVerdict | null;
};

/**
 * `listed`: recommended at a place that the list of names lacks; `after`: recommended names before that place. `open`: not
 * certain everywhere.
 */
type OwnRole = { kind: 'listed'; after: number } | { kind: Exclude<(typeof roleKinds)[number], 'listed'> };

type Registration = Omit<VisibilityWebsite, 'learned' | 'commonWords'>;

/** Raised whenever the same answer and registration would be marked otherwise. */
const marksVersion = 7;

/** Marks made by another registration, or by other rules, are not counted. */
export function markedBy({ domain, name, url, aliases, exactNames, others }: Registration): string {
  return digestOf({ marksVersion, readerVersion, domain, name, url, aliases, exactNames, others }).slice(0, 32);
}

/** The owner as marks see it: by what is registered alone. */
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
  let roles: PlacedRole[] | null = null;
  const placesOfOwn = (): PlacedRole[] => {
    const isRead = text !== null && tellsRoles(facts.readerVersion) && isReadable(facts);
    roles ??= isRead ? rolesOfOwn(facts, text, owner) : [];
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
  const stands =
    text === null || isListed ? null : traceOfOwn({ facts, text, searched: () => searchedText(text) }, rejected, owner);
  const role = text === null || stands === null ? null : ownRole(facts, text, placesOfOwn());
  // A model decides what the answer does with a registered name, and never whose a name is.
  const model =
    text === null || facts.model === undefined || !isReadable(facts)
      ? null
      : verdictOfModel(facts.model, findOccurrences(text, owner.traces, owner.othersAround));
  return { names, disputed, usable, rejects, trace: usable ? stands : null, role, noAnswer, word, model };
}

/** Says whether a longer name only holds the owner's where the text certainly does something else than recommend it. */
function isDecidedWithin(
  placesOfOwn: () => readonly PlacedRole[],
  mention: { name: string; nameStart?: number } | undefined,
): boolean {
  if (mention?.nameStart === undefined) return false;
  const { name, nameStart } = mention;
  const inside = placesOfOwn().filter(({ start, end }) => start > nameStart && end <= nameStart + name.length);
  return inside.length > 0 && inside.every(({ role }) => role !== null && role !== 'recommended');
}

/** Words that end or go through names that begin differently, and begin none: "Show", "Beach". They say what kind it is. */
function kindWords(mentions: AnswerFacts['mentions']): (word: string) => boolean {
  const forms = mentions.map(({ name }) => nameForm(name).replace(/^the /, '').split(' '));
  const starts = new Set(forms.map(([first]) => first));
  return (word) =>
    !starts.has(word) && new Set(forms.filter((form) => form.includes(word)).map(([first]) => first)).size > 1;
}

/** Names of a list that was read as one. */
const minListed = 3;

/** The role of each place at which the owner appears. */
function rolesOfOwn(facts: AnswerFacts, text: string, owner: Owner): PlacedRole[] {
  const places = findOccurrences(text, owner.traces, owner.othersAround);
  const ownsSource = facts.sources.some(({ url }) => ownsUrl(owner, url));
  const { rejected = [], mentioned = [] } = Object.groupBy(facts.otherNames ?? [], ({ polarity }) => polarity);
  return readRoles(
    text,
    places,
    facts.mentions.map(({ name }) => name),
  ).map((one) => {
    // A recommended name that begins so proves nothing: a longer name, or another bearer of this one.
    const unproved = facts.mentions.some(({ nameStart }) => nameStart === one.start);
    const isOther = unproved || isOthersName(text.slice(one.end, one.end + 120), owner, ownsSource);
    // What the reading leaves out, as a comparison's loser, a place in a list alone does not recommend.
    const isLeftOut = !one.firm && (one.by === 'head' || one.by === 'name cell') && isAt(mentioned, one);
    if (one.role === 'recommended' && (isOther || isLeftOut)) return { ...one, role: null };
    return isAt(rejected, one) ? { ...one, role: 'advised_against' as const, firm: true } : one;
  });
}

function isAt(names: NonNullable<AnswerFacts['otherNames']>, { start, end }: PlacedRole): boolean {
  return names.some(({ nameStart, nameEnd }) => nameStart <= start && nameEnd >= end);
}

/** The roles of all places at which the owner appears, as one: a recommendation outweighs what else is said in passing. */
function ownRole(facts: AnswerFacts, text: string, roles: readonly PlacedRole[]): OwnRole | null {
  if (!tellsRoles(facts.readerVersion) || !isReadable(facts)) return null;
  if (roles.length === 0) return { kind: 'open' };
  const isFirm = (kind: Role): boolean => roles.some(({ role, firm }) => role === kind && firm);
  const language = languageOf(text);
  const isListing = listsPlaces(facts.readerVersion, language);
  const isTrusted = language === 'en' || facts.mentions.length >= minListed;
  const recommends = roles.filter(({ role }) => role === 'recommended');
  const first = recommends[0];
  // Where hardly any list was read, a head alone shows that the text speaks of the name, and not why.
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

/** Knowledge from the saved answers of the workspace: whose a form of a name is, and which words many makers use. */
export type TaughtNames = { learned: ReadonlyMap<string, string>; commonWords: ReadonlySet<string> };

export function taughtNames({ learned, commonWords }: VisibilityWebsite): TaughtNames {
  return {
    learned: new Map(learned.map(({ form, domain }) => [form, domain])),
    commonWords: new Set(commonWords),
  };
}

export type MarkedAnswer = {
  status: ListingStatus;
  basis: Decision['basis'];
  /** Each identified domain once, with its first one-based position. */
  positions: ReadonlyMap<string, number>;
};

/**
 * The one decision about the owner of a website: marks, reports and v1 all take it from here. A name that the reader
 * recommends decides first, then the role of the places where the owner appears, then what every name is.
 */
export function decideMarks(marks: AnswerMarks, owner: Owner, taught: TaughtNames): MarkedAnswer {
  const read = decideReading(marks, owner, taught);
  return marks.word === null || marks.noAnswer ? read : decideByWord(marks.word, read, owner);
}

/** A listing without a position keeps the one that was read, if any. */
function decideByWord({ recommended, position }: OwnersWord, read: MarkedAnswer, owner: Owner): MarkedAnswer {
  const positions = new Map(read.positions);
  if (!recommended) {
    positions.delete(owner.domain);
    return { status: 'not_listed', basis: 'by_owner_word', positions };
  }
  if (position !== null) positions.set(owner.domain, position);
  return { status: 'listed', basis: 'owner_word', positions };
}

/** Reads by machine, whatever a person decided: the rules, and a reading model where one has read the answer. */
export function decideReading(marks: AnswerMarks, owner: Owner, taught: TaughtNames): MarkedAnswer {
  const byRules = decideByRules(marks, owner, taught);
  return marks.model === null || marks.noAnswer ? byRules : adjudicate(byRules, marks.model, owner);
}

/**
 * The model decides where the rules are undecided about what the answer does with a registered name. Where both are
 * certain and differ, it is undecided. A name that may be the owner's stays open: a model is never asked whose a name is.
 */
function adjudicate(byRules: MarkedAnswer, model: ModelVerdict, owner: Owner): MarkedAnswer {
  const { status, basis, positions } = byRules;
  if (status === 'unknown') {
    if (model.kind === 'listed') {
      const placed = new Map(positions);
      if (model.position !== null) placed.set(owner.domain, model.position);
      return { status: 'listed', basis: 'owner_name', positions: placed };
    }
    return basis === 'possible_name' ? byRules : { status: 'not_listed', basis: model.kind, positions };
  }
  const agrees = (status === 'listed') === (model.kind === 'listed');
  return agrees ? byRules : { status: 'unknown', basis: 'readers_differ', positions };
}

/** Reads by the rules alone. */
export function decideByRules(marks: AnswerMarks, owner: Owner, taught: TaughtNames): MarkedAnswer {
  const identities = marks.names.map((name) => buildIdentity(name, owner, taught));
  const positions = new Map<string, number>();
  identities.forEach(({ domain }, index) => {
    if (domain !== null && !positions.has(domain)) positions.set(domain, index + 1);
  });
  const says = (status: ListingStatus, basis: Decision['basis']) => ({ status, basis, positions });
  const own = identities.find(({ domain }) => domain === owner.domain);
  if (own !== undefined && own.basis !== 'unknown') return says('listed', own.basis);
  const { role } = marks;
  if (role?.kind === 'listed') {
    for (const [domain, position] of positions) if (position > role.after) positions.set(domain, position + 1);
    positions.set(owner.domain, role.after + 1);
    return says('listed', 'owner_name');
  }
  const certain = role === null || role.kind === 'open' ? null : role.kind;
  if (!marks.usable && certain === null) return says('unknown', 'unusable');
  const isOpen = (name: MarkedName) =>
    name.domain === null && (name.near || name.shared.some((word) => !taught.commonWords.has(word)));
  const mayBe =
    marks.names.some((name, index) => identities[index]?.domain === null && isOpen(name)) ||
    marks.disputed.some((name) => {
      const { domain } = buildIdentity(name, owner, taught);
      return domain === owner.domain || (domain === null && isOpen(name));
    });
  if (mayBe) return says('unknown', 'possible_name');
  if (certain !== null) return says('not_listed', certain);
  if (marks.trace !== null) return says('unknown', 'stands_in_text');
  return says('not_listed', basisOfNo(identities, marks.rejects));
}

function buildIdentity(name: MarkedName, owner: Owner, { learned }: TaughtNames): Pick<Identity, 'domain' | 'basis'> {
  if (name.domain !== null) return name;
  const domain = learned.get(name.form);
  return domain === undefined
    ? { domain: null, basis: 'unknown' }
    : { domain: formatOwnDomain(owner, domain), basis: 'other_answers' };
}

/**
 * The part of the marks that the status of the owner rests on, in the form of marks, so that `decideMarks` gives the same
 * status for it: without the places in the list, and without the names that are not the owner's and cannot be taken for
 * it. Thousands of answers share a few of them. A name that is unlike the owner's and yet learned to be its own is not
 * in it (`namesLearnedAsOwn`).
 */
export function extractGist(marks: AnswerMarks, owner: Owner): AnswerMarks {
  const { word, noAnswer } = marks;
  if (word !== null && !noAnswer) return { ...listedBy, names: [], word: { ...word, position: null } };
  const own = marks.names.find(({ domain }) => domain === owner.domain);
  if (own !== undefined) return { ...listedBy, names: [own], model: marks.model };
  const bearsOnIt = (name: MarkedName) =>
    name.domain === owner.domain || (name.domain === null && (name.near || name.shared.length > 0));
  const role: OwnRole | null = marks.role?.kind === 'listed' ? { kind: 'listed', after: 0 } : marks.role;
  return { ...marks, role, names: marks.names.filter(bearsOnIt), disputed: marks.disputed.filter(bearsOnIt) };
}

const listedBy: Omit<AnswerMarks, 'names'> = {
  ...{ disputed: [], usable: true, rejects: false, trace: null, role: null, noAnswer: false, word: null, model: null },
};

/** Forms of names that answers tie to the owner although nothing in them is like its names: no gist holds them. */
export function namesLearnedAsOwn({ learned }: TaughtNames, owner: Owner): string[] {
  return [...learned].flatMap(([form, domain]) =>
    formatOwnDomain(owner, domain) === owner.domain && !formMayBeOwn(form, owner) ? [form] : [],
  );
}

/** Forms of names that other answers could identify. */
export function openForms({ names, disputed }: AnswerMarks): string[] {
  return [...names, ...disputed].flatMap((name) => (name.domain === null ? [name.form] : []));
}

const provenBases: readonly ProvenBasis[] = ['owner_name', 'owner_word', 'explicit_url', 'source_home'];
const traces = [null, 'name', 'address'] as const;

type WrittenName = [number, string] | [string, 0 | 1, ...string[]];
/** The role: 0 for none, or its place among `roleKinds`, to which `listed`, the last, adds the names before it. */
type WrittenMarks = [
  names: WrittenName[],
  disputed: WrittenName[],
  flags: number,
  role: number,
  word?: WrittenWord | 0,
  model?: WrittenVerdict,
];
/** Recommended or not, and the position; 0: none was given. */
type WrittenWord = [recommended: 0 | 1, position: number];
/** The place among `verdictKinds`, and the position; 0: none. */
type WrittenVerdict = [kind: number, position: number];

const verdictKinds = ['listed', 'mentioned', 'rejected'] as const;

const roleKinds = ['mentioned', 'rejected', 'open', 'listed'] as const;

/** Marks as short text: there are as many of them as answers. */
export function writeMarks(marks: AnswerMarks): string {
  const { names, disputed, usable, rejects, trace, role, noAnswer, word, model } = marks;
  const write = (name: MarkedName): WrittenName =>
    name.domain === null
      ? [name.form, name.near ? 1 : 0, ...name.shared]
      : [provenBases.indexOf(name.basis), name.domain];
  const flags = (usable ? 1 : 0) + (rejects ? 2 : 0) + (noAnswer ? 4 : 0) + 8 * traces.indexOf(trace);
  const writtenRole = role === null ? 0 : 1 + roleKinds.indexOf(role.kind) + (role.kind === 'listed' ? role.after : 0);
  const statement: WrittenWord | 0 = word === null ? 0 : [word.recommended ? 1 : 0, word.position ?? 0];
  const verdict: [] | [WrittenVerdict] =
    model === null ? [] : [[verdictKinds.indexOf(model.kind), model.kind === 'listed' ? (model.position ?? 0) : 0]];
  const more: [] | [WrittenWord | 0] | [WrittenWord | 0, WrittenVerdict] =
    verdict.length > 0 ? [statement, ...verdict] : statement === 0 ? [] : [statement];
  const writtenMarks: WrittenMarks = [names.map(write), disputed.map(write), flags, writtenRole, ...more];
  return JSON.stringify(writtenMarks);
}

function readRole(code: number): OwnRole | null {
  if (code === 0) return null;
  const kind = roleKinds[code - 1] ?? 'listed';
  return kind === 'listed' ? { kind, after: code - roleKinds.length } : { kind };
}

export function readMarks(text: string): AnswerMarks {
  const [names, disputed, flags, role = 0, word = 0, model] = JSON.parse(text) as WrittenMarks;
  const read = (name: WrittenName): MarkedName => {
    if (typeof name[0] === 'number') return { domain: String(name[1]), basis: provenBases[name[0]] ?? 'owner_name' };
    const [form, near, ...shared] = name as [string, 0 | 1, ...string[]];
    return { domain: null, form, near: near === 1, shared };
  };
  return {
    names: names.map(read),
    disputed: disputed.map(read),
    usable: (flags & 1) !== 0,
    rejects: (flags & 2) !== 0,
    noAnswer: (flags & 4) !== 0,
    trace: traces[flags >> 3] ?? null,
    role: readRole(role),
    word: word === 0 ? null : { recommended: word[0] === 1, position: word[1] || null },
    model: model === undefined ? null : readVerdict(model),
  };
}

function readVerdict([kind, position]: WrittenVerdict): ModelVerdict {
  const read = verdictKinds[kind] ?? 'listed';
  return read === 'listed' ? { kind: read, position: position || null } : { kind: read };
}
