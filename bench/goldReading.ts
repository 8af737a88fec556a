import type { FrozenAnswer } from '../src/domain/answer/frozenAnswer.ts';
import { readAnswer } from '../src/domain/answer/readAnswer.ts';
import type { AnswerReading } from '../src/domain/answer/reading.ts';
import type { Figure } from './figure.ts';
import { seededRandom } from './random.ts';

/** One name that a person read in an answer. `name` occurs verbatim in its text. */
export type GoldName = {
  name: string;
  brand?: string | null;
  domain?: string | null;
  aliases?: readonly string[];
  /** False if two readers may differ: reading it is right, and so is leaving it out. */
  required?: boolean;
  polarity?: 'recommended' | 'mentioned' | 'rejected';
  /** First words of the explanation, which the reason must contain. */
  reasonStart?: string;
  /** Every source that the answer cites for this name, as written in the text. */
  citations?: readonly string[];
};

export type GoldRow = {
  id: string;
  question: string;
  text: string;
  sources: readonly { url: string; title: string | null }[];
  /** All recommended names, in the order of recommendation. */
  gold: readonly GoldName[];
  others: readonly GoldName[];
  recommendsNobody: boolean;
  engine: string;
  language: string;
};

type Written = Partial<Omit<GoldRow, 'gold'>> & { gold?: readonly GoldName[]; recommended?: readonly GoldName[] };

/** Returns true for a line of a gold file: `gold` or `recommended` instead of `labels`. */
export function isGold(row: object): boolean {
  return 'gold' in row || 'recommended' in row;
}

export function goldRow(row: Written): GoldRow {
  const gold = row.gold ?? row.recommended ?? [];
  return {
    id: row.id ?? '',
    question: row.question ?? '',
    text: row.text ?? '',
    sources: row.sources ?? [],
    gold,
    others: row.others ?? [],
    recommendsNobody: row.recommendsNobody ?? gold.length === 0,
    engine: row.engine ?? 'unknown',
    language: row.language ?? 'unknown',
  };
}

export function frozenGold(row: GoldRow, text: string): FrozenAnswer {
  return { text, annotations: [], sources: row.sources, refusal: null, incompleteReason: null, searchCount: null };
}

/** Number of good ones among all, for each measure. */
type Counts = Record<Measure, [good: number, of: number]>;
const measures = ['recall', 'precision', 'exact', 'first', 'order', 'reason', 'citations', 'nobody'] as const;
type Measure = (typeof measures)[number];

export type ScoredRow = { row: GoldRow; counts: Counts; missed: string[]; wrong: string[]; badReason: string[] };

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
}

const spaced = (text: string): string => ` ${fold(text)} `;

/** Returns 2 for the same name, 1 if one contains the other as whole words, otherwise 0. */
function closeness(mention: string, label: GoldName): number {
  const spellings = [label.name, ...(label.aliases ?? [])];
  if (spellings.some((spelling) => fold(spelling) === fold(mention))) return 2;
  const holds = (whole: string, part: string): boolean => fold(part) !== '' && spaced(whole).includes(spaced(part));
  return holds(mention, label.name) || holds(label.name, mention) ? 1 : 0;
}

/** Matches each mention with at most one label and each label with at most one mention, equal names first. */
function tie(names: readonly string[], labels: readonly GoldName[]): Map<number, number> {
  const labelOf = new Map<number, number>();
  const taken = new Set<number>();
  for (const wanted of [2, 1]) {
    for (const [index, name] of names.entries()) {
      if (labelOf.has(index)) continue;
      const at = labels.findIndex((label, place) => !taken.has(place) && closeness(name, label) === wanted);
      if (at < 0) continue;
      labelOf.set(index, at);
      taken.add(at);
    }
  }
  return labelOf;
}

const bareUrl = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/$/, '');

/**
 * Scores one reading against its row.
 *
 * - recall: required labels that a mention ties to / required labels.
 * - precision: mentions tied to a label / mentions.
 * - exact: tied mentions that are the label's name letter for letter (case and marks aside) / tied mentions.
 * - first: the first mention ties to the first required label or to one before it / answers with required labels.
 * - order: pairs of tied mentions in the labels' order / pairs.
 * - reason: tied mentions whose reason holds the label's `reasonStart` and no other's / tied mentions with a `reasonStart`.
 * - citations: tied mentions with exactly the label's citations / tied mentions whose label lists them.
 * - nobody: nothing was read / answers that recommend nobody.
 */
function scoreReading(row: GoldRow, reading: AnswerReading): ScoredRow {
  const counts = Object.fromEntries(measures.map((key) => [key, [0, 0]])) as Counts;
  const add = (key: Measure, good: boolean): void => {
    counts[key] = [counts[key][0] + (good ? 1 : 0), counts[key][1] + 1];
  };
  const names = reading.mentions.map((mention) => mention.name);
  const labelOf = tie(names, row.gold);
  const labels = new Set(labelOf.values());
  const missed: string[] = [];
  const wrong: string[] = [];
  const badReason: string[] = [];
  if (row.recommendsNobody) add('nobody', names.length === 0);
  for (const [place, label] of row.gold.entries()) {
    if (label.required === false) continue;
    add('recall', labels.has(place));
    if (!labels.has(place)) missed.push(label.name);
  }
  for (const [index, mention] of reading.mentions.entries()) {
    const place = labelOf.get(index);
    const label = place === undefined ? undefined : row.gold[place];
    add('precision', label !== undefined);
    if (label === undefined) {
      wrong.push(mention.name);
      continue;
    }
    add('exact', closeness(mention.name, label) === 2);
    if (label.reasonStart !== undefined) {
      const reason = spaced(mention.reason);
      const own = fold(label.reasonStart);
      const others = row.gold.filter(
        (other) => other !== label && other.reasonStart !== undefined && !own.startsWith(fold(other.reasonStart)),
      );
      const right =
        reason.includes(fold(label.reasonStart)) && !others.some((one) => reason.includes(fold(one.reasonStart ?? '')));
      add('reason', right);
      if (!right) badReason.push(`${mention.name}: ${mention.reason.slice(0, 60)}`);
    }
    if (label.citations !== undefined) {
      const read = new Set(mention.citationUrls.map(bareUrl));
      const cited = new Set(label.citations.map(bareUrl));
      add('citations', read.size === cited.size && [...cited].every((url) => read.has(url)));
    }
  }
  const firstRequired = row.gold.findIndex((label) => label.required !== false);
  if (firstRequired >= 0) add('first', (labelOf.get(0) ?? row.gold.length) <= firstRequired);
  const places = [...labelOf].sort(([left], [right]) => left - right).map(([, place]) => place);
  for (const [index, left] of places.entries()) {
    for (const right of places.slice(index + 1)) add('order', left < right);
  }
  return { row, counts, missed, wrong, badReason };
}

export function scoreGold(rows: readonly GoldRow[], change: (text: string) => string): ScoredRow[] {
  return rows.map((row) => scoreReading(row, readAnswer(frozenGold(row, change(row.text)))));
}

const draws = 1000;

function share(scored: readonly ScoredRow[], key: Measure): number {
  let good = 0;
  let of = 0;
  for (const { counts } of scored) {
    good += counts[key][0];
    of += counts[key][1];
  }
  return of === 0 ? Number.NaN : good / of;
}

/** Computes a percentile bootstrap over answers: a micro share is recomputed on answers drawn with replacement. */
function interval(scored: readonly ScoredRow[], key: Measure): [number, number] {
  const random = seededRandom(20_260_921);
  const values = Array.from({ length: draws }, () =>
    share(
      scored.map((_, __, all) => all[Math.floor(random() * all.length)] as ScoredRow),
      key,
    ),
  )
    .filter((value) => !Number.isNaN(value))
    .sort((left, right) => left - right);
  return [
    values[Math.floor(values.length * 0.025)] ?? Number.NaN,
    values[Math.min(values.length - 1, Math.floor(values.length * 0.975))] ?? Number.NaN,
  ];
}

function figuresOf(name: string, scored: readonly ScoredRow[], keys: readonly Measure[]): Figure[] {
  return keys
    .filter((key) => scored.some(({ counts }) => counts[key][1] > 0))
    .map((key) => {
      const [low, high] = interval(scored, key);
      const what = `${name}: ${key} [${low.toFixed(3)}, ${high.toFixed(3)}] of ${scored.length} answers`;
      return { what, unit: 'share', value: share(scored, key), baseline: null, target: null };
    });
}

/** Returns all measures over all rows, then recall, precision and first for each language and engine. */
export function goldFigures(name: string, scored: readonly ScoredRow[]): Figure[] {
  const groups = (of: (row: GoldRow) => string): Figure[] =>
    [...new Set(scored.map(({ row }) => of(row)))].sort().flatMap((group) =>
      figuresOf(
        `${name}, ${group}`,
        scored.filter(({ row }) => of(row) === group),
        ['recall', 'precision', 'first'],
      ),
    );
  return [
    ...figuresOf(name, scored, measures),
    ...groups((row) => `language ${row.language}`),
    ...groups((row) => `engine ${row.engine}`),
  ];
}
