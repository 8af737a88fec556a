import type { AnswerFacts } from '../answer/answerFacts.ts';
import type { PlacedRole } from '../answer/nameRoles.ts';
import { readRoles } from '../answer/occurrenceRoles.ts';
import { sentenceAround } from '../answer/sentenceCues.ts';
import { findOccurrences } from '../identity/occurrences.ts';
import type { Owner } from '../identity/owner.ts';
import { mayBeOwn } from '../identity/possibleNames.ts';
import { isAsked, isListPlace } from '../marks/askedWebsite.ts';

/** Causes of an undecided answer. A cause that has a place in the text is named after that place. */
export const undecidedCauses = [
  'recommended_elsewhere',
  'in_question',
  'comparison',
  'running_text',
  'outside_list',
  'other_item',
  'longer_name',
  'label',
  'under_title',
  'other_place',
  'link',
  'readers_differ',
  'possible_name',
  'unusable',
] as const;
export type UndecidedCause = (typeof undecidedCauses)[number];

export type CauseOfAnswer = {
  cause: UndecidedCause;
  /** The name in question, as the answer writes it; null if there is none. */
  name: string | null;
  /** The deciding sentence, shown to a person; null if there is none. */
  sentence: string | null;
};

/** Prefixes of the reader's reasons, by cause. */
const causesByReason: readonly (readonly [beginning: string, cause: UndecidedCause])[] = [
  ['running text', 'running_text'],
  ['outside the list', 'outside_list'],
  ['head inside', 'other_item'],
  ['part of a head', 'other_item'],
  ['label in an item', 'other_item'],
  ['inside a longer name', 'longer_name'],
  ['behind another name', 'longer_name'],
  ['label', 'label'],
  ['under', 'under_title'],
];

/** @param basis of the undecided reading */
export function causeOfUndecided(
  { facts, text }: { facts: AnswerFacts; text: string | null },
  basis: string,
  owner: Owner,
): CauseOfAnswer {
  if (text === null || basis === 'unusable') return { cause: 'unusable', name: null, sentence: null };
  if (basis === 'possible_name') {
    const names = [...facts.mentions, ...(facts.disputed ?? [])].map(({ name }) => name);
    const name = names.find((one) => mayBeOwn(one, owner)) ?? null;
    const start = name === null ? -1 : text.indexOf(name);
    const place = { start, end: start + (name ?? '').length };
    return { cause: 'possible_name', name, sentence: start < 0 ? null : formatSentence(text, place) };
  }
  const place = decidingPlace(facts, text, owner);
  if (place === null) return { cause: 'link', name: null, sentence: null };
  const cause =
    basis === 'readers_differ'
      ? 'readers_differ'
      : isListPlace(place) && isAsked(facts, owner)
        ? 'in_question'
        : causeOfPlace(place);
  return { cause, name: text.slice(place.start, place.end), sentence: formatSentence(text, place) };
}

/** Returns the place that a person would read first, among those at which the website appears. */
function decidingPlace(facts: AnswerFacts, text: string, owner: Owner): PlacedRole | null {
  const names = facts.mentions.map(({ name }) => name);
  const roles = readRoles(text, findOccurrences(text, owner.traces, owner.othersAround), names);
  const first = (isWanted: (one: PlacedRole) => boolean) => roles.find(isWanted);
  return first(({ role }) => role === 'recommended') ?? first(({ role }) => role === null) ?? roles[0] ?? null;
}

function causeOfPlace({ role, by }: PlacedRole): UndecidedCause {
  if (role === 'recommended') return 'recommended_elsewhere';
  if (role === 'compared') return 'comparison';
  return causesByReason.find(([beginning]) => by.startsWith(beginning))?.[1] ?? 'other_place';
}

const maxSentence = 400;

function formatSentence(text: string, place: { start: number; end: number }): string {
  const from = text.lastIndexOf('\n', place.start - 1) + 1;
  const lineEnd = text.indexOf('\n', place.end);
  const [ahead, behind] = sentenceAround(text, place, from, lineEnd < 0 ? text.length : lineEnd);
  return `${ahead}${text.slice(place.start, place.end)}${behind}`.trim().slice(0, maxSentence);
}
