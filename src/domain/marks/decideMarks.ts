import type { ModelVerdict } from '../answer/modelReading.ts';
import type { OwnerDecision } from '../answer/ownerDecision.ts';
import type { VisibilityWebsite } from '../identity/attempt.ts';
import type { Identity } from '../identity/mentions.ts';
import { formatOwnDomain, type Owner } from '../identity/owner.ts';
import { formMayBeOwn } from '../identity/possibleNames.ts';
import type { AnswerMarks, MarkedName, OwnRole } from './answerMarks.ts';
import { basisOfNo, type Decision, type ListingStatus } from './listingDecision.ts';

/** Knowledge from the workspace's saved answers: whose name a form is, and which words many makers use. */
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
 * Decides about a domain, the owner's or a rival's. Marks, reports and v1 all use this function. A name that the reader
 * recommends decides first, then the role of the places where the target appears, then the identity of every name.
 * @param target with its own marks: for a domain other than the owner's those of `markOther`
 */
export function decideMarks(
  marks: AnswerMarks,
  owner: Owner,
  taught: TaughtNames,
  target: string = owner.domain,
): MarkedAnswer {
  const read = decideReading(marks, owner, taught, target);
  return marks.word === null || marks.noAnswer ? read : decideByWord(marks.word, read, owner);
}

/** A listing without a stated position keeps the position that was read, if any. */
function decideByWord({ recommended, position }: OwnerDecision, read: MarkedAnswer, owner: Owner): MarkedAnswer {
  const positions = new Map(read.positions);
  if (!recommended) {
    positions.delete(owner.domain);
    return { status: 'not_listed', basis: 'by_owner_word', positions };
  }
  if (position !== null) positions.set(owner.domain, position);
  return { status: 'listed', basis: 'owner_word', positions };
}

/**
 * Decides by automatic readings only, ignoring people's decisions: the rules, and a reading model if one has read the
 * answer.
 */
export function decideReading(
  marks: AnswerMarks,
  owner: Owner,
  taught: TaughtNames,
  target: string = owner.domain,
): MarkedAnswer {
  const byRules = decideByRules(marks, owner, taught, target);
  return marks.model === null || marks.noAnswer ? byRules : adjudicate(byRules, marks.model, owner);
}

/**
 * Lets the model decide where the rules are uncertain what the answer does with a registered name. If both are certain
 * and differ, the result is undecided. A name that may be the owner's stays open: models are never asked whose name it
 * is.
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

/** Decides by the rules alone. */
export function decideByRules(
  marks: AnswerMarks,
  owner: Owner,
  taught: TaughtNames,
  target: string = owner.domain,
): MarkedAnswer {
  // A proven name with a role is one that the answer only repeats from its question.
  const isRepeated = ({ domain }: MarkedName): boolean => marks.role !== null && domain === owner.domain;
  const names = marks.names.filter((name) => !isRepeated(name));
  const identities = names.map((name) => buildIdentity(name, owner, taught));
  const positions = new Map<string, number>();
  identities.forEach(({ domain }, index) => {
    if (domain !== null && !positions.has(domain)) positions.set(domain, index + 1);
  });
  const says = (status: ListingStatus, basis: Decision['basis']) => ({ status, basis, positions });
  const own = identities.find(({ domain }) => domain === target);
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
    name.domain === null &&
    (name.near || (certain === null && name.shared.some((word) => !taught.commonWords.has(word))));
  const mayBe =
    names.some((name, index) => identities[index]?.domain === null && isOpen(name)) ||
    marks.disputed.some((name) => {
      const { domain } = buildIdentity(name, owner, taught);
      return domain === target || (domain === null && isOpen(name));
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
 * Extracts the part of the marks that determines the owner's status, as marks for which `decideMarks` gives the same
 * status: without places in the list, and without names that cannot be taken for the owner's. Thousands of answers
 * share a few such gists. A name that is unlike the owner's but learned to be its own is left out
 * (`namesLearnedAsOwn`).
 */
export function extractGist(marks: AnswerMarks, owner: Owner): AnswerMarks {
  const { word, noAnswer } = marks;
  if (word !== null && !noAnswer) return { ...listedBy, names: [], word: { ...word, position: null } };
  const own = marks.names.find(({ domain }) => domain === owner.domain);
  if (own !== undefined && marks.role === null) return { ...listedBy, names: [own], model: marks.model };
  const bearsOnIt = (name: MarkedName) =>
    name.domain === owner.domain || (name.domain === null && (name.near || name.shared.length > 0));
  const role: OwnRole | null = marks.role?.kind === 'listed' ? { kind: 'listed', after: 0 } : marks.role;
  return { ...marks, role, names: marks.names.filter(bearsOnIt), disputed: marks.disputed.filter(bearsOnIt) };
}

const listedBy: Omit<AnswerMarks, 'names'> = {
  ...{ disputed: [], usable: true, rejects: false, trace: null, role: null, noAnswer: false, word: null, model: null },
};

/**
 * Lists forms of names that answers tie to the owner although they do not resemble its names: no gist contains them.
 */
export function namesLearnedAsOwn({ learned }: TaughtNames, owner: Owner): string[] {
  return [...learned].flatMap(([form, domain]) =>
    formatOwnDomain(owner, domain) === owner.domain && !formMayBeOwn(form, owner) ? [form] : [],
  );
}

/** Lists forms of names that other answers could identify. */
export function openForms({ names, disputed }: AnswerMarks): string[] {
  return [...names, ...disputed].flatMap((name) => (name.domain === null ? [name.form] : []));
}
