import { rankOf } from './answerOutline.ts';
import type { Candidate } from './candidate.ts';
import { isStepSeries } from './emptyRecommendation.ts';
import { foldName } from './foldName.ts';
import { hasProperMark } from './names.ts';
import { hasCaselessLetters } from './titleWords.ts';

/** Returns names that would be read as recommendations if the text had nothing better. */
function firstNonEmpty(groups: readonly Candidate[][]): Candidate[] {
  return groups.find((group) => group.length > 0) ?? [];
}

function bySeries(candidates: readonly Candidate[]): Candidate[][] {
  const series = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const members = series.get(candidate.series);
    if (members === undefined) series.set(candidate.series, [candidate]);
    else members.push(candidate);
  }
  return [...series.values()];
}

/** Returns true for a name in Latin letters in a text of another script, set apart like the first name. */
function isWrittenAlike({ node, colon, span }: Candidate, other: Candidate): boolean {
  const { line, head, rank } = node;
  const isAlike = line.kind === other.node.line.kind && rank === other.node.rank && head.form === other.node.head.form;
  return isAlike && colon === other.colon && /^[A-Za-z][\x20-\x7e]*$/.test(span.name) && hasCaselessLetters(node.title);
}

/** Returns true if both are below titles of one kind and set apart alike: one list in several sections. */
function onOneShelf(one: Candidate, other: Candidate | undefined): boolean {
  if (other !== undefined && isWrittenAlike(one, other)) return true;
  const [own, first] = [one.node.parent, other?.node.parent ?? null];
  if (own === null || first === null || own.rank !== first.rank || own.rank >= rankOf.row) return false;
  return one.colon === other?.colon && (own.number === null) === (first.number === null) && own.parent === first.parent;
}

/** Returns true for a name after a label that announces it: "Best overall: Acme". */
function isBehindLabel({ joined, span, node }: Candidate): boolean {
  return !joined && span.start !== node.span.start;
}

/** Returns true for a series after a list that is mostly without any sign of a name: remarks on the list. */
function isRemark(series: readonly Candidate[]): boolean {
  const weak = series.filter(
    (one) => one.link === null && one.number === null && !isBehindLabel(one) && !hasProperMark(one.span.name),
  );
  return weak.length * 2 >= series.length;
}

/**
 * Removes members that do not fit: if most members of a series are numbered, or links, a member without that mark is a
 * title.
 */
function withoutOddOnes(series: readonly Candidate[]): readonly Candidate[] {
  const numbered = series.filter((one) => one.number !== null || isBehindLabel(one));
  if (series.length > 2 && numbered.length * 3 >= series.length * 2) return numbered;
  const marked = series.filter((one) => one.node.head.form === 'link' || one.node.head.bold || isBehindLabel(one));
  return series.length > 2 && marked.length * 3 > series.length * 2 ? marked : series;
}

type Seen = { words: readonly string[]; text: string };

/** Returns true if `name` was listed before: the same words, or a short form of an earlier name from another series. */
function repeats(name: Seen, earlier: readonly Seen[]): boolean {
  return earlier.some((view) => {
    if (view.text === name.text || ` ${view.text} `.includes(` ${name.text} `)) return true;
    return name.words.length > 1 && name.words.every((word) => view.words.includes(word));
  });
}

function seenFrom(name: string): Seen {
  const text = foldName(name.replace(/\s?\([^()]{0,120}\)$/, '')) || foldName(name);
  return { words: text.split(' '), text };
}

const maxComparedNames = 400;

function inContext(candidates: readonly Candidate[], ...contexts: readonly Candidate['context'][]): Candidate[] {
  return candidates.filter((one) => contexts.includes(one.context));
}

/**
 * Returns the candidates to read, in order of the text: lists that are neither advice nor a summary, with a summary or
 * a table before them; otherwise a table, a summary, weaker lists, advice whose entries have marks of names, prose.
 */
function poolOf(candidates: readonly Candidate[]): Candidate[] {
  const main = inContext(candidates, 'picks', 'other', 'category');
  const table = inContext(candidates, 'table');
  const summary = inContext(candidates, 'summary');
  const firstMain = main[0]?.span.start ?? 0;
  const ahead = [table, summary].flatMap((list) => {
    const before = list.filter((one) => one.span.start < firstMain);
    return before.length > 1 ? before : [];
  });
  const instead = [table, summary].map((list) => (list.length > 2 && main.length < 2 ? list : []));
  const owned = /[®™]|\p{Ll}\p{Lu}|\p{L}\.\p{L}|\p{L}\d/u;
  const advice = inContext(candidates, 'advice').filter((one) => one.link !== null || owned.test(one.span.name));
  const withAhead = main.length > 0 ? [...ahead, ...main] : [];
  return firstNonEmpty([
    ...instead,
    withAhead.sort((candidate, right) => candidate.span.start - right.span.start),
    table,
    summary,
    inContext(candidates, 'weak'),
    advice.length > 1 ? advice : [],
    inContext(candidates, 'prose'),
  ]);
}

/** Returns true if most of a series explains the names of an earlier summary or table. */
function spellsOut(series: readonly Candidate[], ahead: readonly Seen[]): boolean {
  const same = series.filter((one) => {
    const name = ` ${seenFrom(one.span.name).text} `;
    return ahead.some((sighting) => name.includes(` ${sighting.text} `));
  });
  return same.length * 2 > series.length;
}

/**
 * Chooses the recommended names among the candidates. Repeated names, and a later series that mostly repeats an earlier
 * one, are left out.
 */
export function chooseRecommendations(candidates: readonly Candidate[]): Candidate[] {
  const pool = poolOf(candidates);
  const selection: Candidate[] = [];
  const seenItems: Seen[] = [];
  const ahead: Seen[] = [];
  const numbered = bySeries(pool).some(
    (series) => series.filter((one) => one.number !== null && !one.colon).length > 1,
  );
  for (const members of bySeries(pool)) {
    const series = withoutOddOnes(members);
    const beside = selection[0] !== undefined && series.every((one) => onOneShelf(one, selection[0]));
    if (
      !beside &&
      (selection.length > 1 || numbered) &&
      series.every((one) => one.context === 'other') &&
      isRemark(series)
    )
      continue;
    if (isStepSeries(series.map((one) => one.span.name))) continue;
    if (ahead.length > 0 && spellsOut(series, ahead)) continue;
    const earlier = seenItems.slice(0, maxComparedNames);
    const fresh = series.filter((one) => {
      const parts = one.span.name.split(/\s(?:or|and|vs\.?)\s|\s?\/\s?/i).filter((part) => part !== '');
      return !repeats(seenFrom(one.span.name), earlier) && !parts.every((part) => repeats(seenFrom(part), earlier));
    });
    if (fresh.length * 2 < series.length) continue;
    for (const one of fresh) {
      const own = seenFrom(one.span.name);
      if (seenItems.slice(earlier.length).some((other) => other.text === own.text)) continue;
      seenItems.push(own);
      selection.push(one);
      if (one.context === 'summary' || one.context === 'table') ahead.push(own);
    }
  }
  if (selection.length > 0)
    selection.push(...inContext(candidates, 'aside').filter((one) => !repeats(seenFrom(one.span.name), seenItems)));
  return selection.sort((leftSide, right) => leftSide.span.start - right.span.start);
}

/** Another place of a chosen name: `of` is the index of the name. */
export type Repeat = { candidate: Candidate; of: number };

/** Returns the places where other candidates repeat a chosen name, in full or in a short form that only it has. */
export function findRepeats(candidates: readonly Candidate[], choices: readonly Candidate[]): Repeat[] {
  const takenNames = new Set(choices);
  const knownItems = choices.slice(0, maxComparedNames).map((one) => seenFrom(one.span.name));
  const exact = new Map(knownItems.map((seenValue, index) => [seenValue.text, index]));
  const repeats: Repeat[] = [];
  for (const candidate of candidates) {
    if (takenNames.has(candidate) || choices.some((one) => one.span.start === candidate.span.start)) continue;
    const name = seenFrom(candidate.span.name);
    const same = exact.get(name.text);
    if (same !== undefined) {
      repeats.push({ candidate, of: same });
      continue;
    }
    const alike = [...knownItems.keys()].filter(
      (index) => isShortForm(name, knownItems[index]) || isShortForm(knownItems[index], name),
    );
    if (alike.length === 1) repeats.push({ candidate, of: alike[0] ?? 0 });
  }
  return repeats;
}

function isShortForm(short: Seen | undefined, long: Seen | undefined): boolean {
  if (short === undefined || long === undefined || short.text === '') return false;
  return (
    `${long.text} `.startsWith(`${short.text} `) ||
    (short.words.length > 1 && short.words.every((word) => long.words.includes(word)))
  );
}
