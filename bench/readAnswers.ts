import { readFileSync } from 'node:fs';
import type { FrozenAnswer } from '../src/domain/answer/frozenAnswer.ts';
import { readAnswer } from '../src/domain/answer/readAnswer.ts';
import { type Bench, type Figure, SkippedFigure } from './figure.ts';
import { decideGold, decisionFigures, type PanelRow } from './goldDecisions.ts';
import { type GoldRow, goldFigures, goldRow, isGold, scoreGold } from './goldReading.ts';
import { deciders, decideTargets, type TargetRow, targetFigures, targetsOf } from './goldTargets.ts';
import { halfOf } from './splitGold.ts';

/**
 * Measures the answer reader on labelled answers: JSON lines with `id`, `text`, `sources` and `labels`, where a label is
 * a recommended product with its brand. A label is *present* when its brand or its name occurs in the text at all: what
 * the labellers knew without the text (the maker of a product) cannot be read out of it. A mention *matches* a label
 * when its name holds the label's brand, or the one name holds the other, ignoring case.
 *
 * - recall: matched present labels / present labels (micro).
 * - precision: matched mentions / mentions of answers that have labels (micro).
 * - complete: the same for answers with fewer labels than the most any answer has: there the labellers did not stop early.
 * - head: the same over the first mentions of each answer, as many as it has labels.
 * - first: answers whose first mention matches the label that stands first in the text / answers with labels (macro).
 * - firstRank: the same against the label with rank 1.
 * - pairs: pairs of labels of one answer whose matched mentions stand in the order in which the labels stand in the text
 *   / pairs with two different matched mentions (micro).
 * - rankPairs: the same against the order of the labels' ranks.
 * - silent: answers without labels in which nothing was read / answers without labels.
 */
export type Label = { rank: number; brand: string | null; name: string };

export type Row = {
  id: string;
  text: string;
  sources: readonly { url: string; title: string | null }[];
  labels: readonly Label[];
};

export type Figures = {
  n: number;
  mentions: number;
  recall: number;
  precision: number;
  complete: number;
  head: number;
  first: number;
  firstRank: number;
  pairs: number;
  rankPairs: number;
  silent: number;
};

type Variant = { name: string; change: (text: string) => string };

const definitions = /^\s*\[[^\]]+\]:\s.*$/gm;

function withoutMarks(text: string): string {
  return text
    .replace(definitions, '')
    .replace(/\(\[[^\]]*\]\[\d+\](?:,\s*\[[^\]]*\]\[\d+\])*\)/g, '')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[\d+\])/g, '$1')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/\*\*|__/g, '')
    .replace(/(^|\s)\*(?=\S)([^*\n]+)\*/g, '$1$2');
}

const flatten = (text: string): string => text.replace(/\s+/g, ' ');

export const variants: readonly Variant[] = [
  { name: 'as given', change: (text) => text },
  { name: 'flattened', change: flatten },
  { name: 'no marks', change: withoutMarks },
  { name: 'no marks, flattened', change: (text) => flatten(withoutMarks(text)) },
  {
    name: 'no marks, no bullets',
    change: (text) => withoutMarks(text).replace(/^[ \t]*[*•-][ \t]+/gm, ''),
  },
  {
    name: 'no marks, bullets, breaks',
    change: (text) =>
      flatten(
        withoutMarks(text)
          .replace(/^[ \t]*(?:[*•-][ \t]+|-{3,}[ \t]*$|\|[ \t|:-]*$)/gm, '')
          .replaceAll('|', ' '),
      ),
  },
];

function frozen(row: Row, text: string): FrozenAnswer {
  return { text, annotations: [], sources: row.sources, refusal: null, incompleteReason: null, searchCount: null };
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[®™*\\]/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ');

function matches(mention: string, label: Label): boolean {
  const [name, brand, product] = [fold(mention), label.brand === null ? '' : fold(label.brand), fold(label.name)];
  return (brand !== '' && name.includes(brand)) || name.includes(product) || product.includes(name);
}

function closest(names: readonly string[], label: Label): number {
  const exact = names.findIndex(
    (name) => fold(name).includes(fold(label.name)) || fold(label.name).includes(fold(name)),
  );
  return exact >= 0 ? exact : names.findIndex((name) => matches(name, label));
}

/** Reads every row once, after changing its text. */
export function scoreAnswers(rows: readonly Row[], change: (text: string) => string): Figures {
  const most = Math.max(...rows.map((row) => row.labels.length));
  const sum = {
    recall: [0, 0],
    precision: [0, 0],
    complete: [0, 0],
    head: [0, 0],
    first: [0, 0],
    firstRank: [0, 0],
    pairs: [0, 0],
    rankPairs: [0, 0],
    silent: [0, 0],
  };
  const add = (key: keyof typeof sum, good: number, of: number): void => {
    sum[key] = [(sum[key][0] ?? 0) + good, (sum[key][1] ?? 0) + of];
  };
  let mentions = 0;
  for (const row of rows) {
    const names = readAnswer(frozen(row, change(row.text))).mentions.map((mention) => mention.name);
    mentions += names.length;
    const whole = fold(row.text);
    const place = (label: Label): number => {
      const at = whole.indexOf(fold(label.name));
      return at >= 0 || label.brand === null ? at : whole.indexOf(fold(label.brand));
    };
    const present = row.labels.filter((label) => place(label) >= 0);
    if (row.labels.length === 0) {
      add('silent', names.length === 0 ? 1 : 0, 1);
      continue;
    }
    const found = present.filter((label) => names.some((name) => matches(name, label))).length;
    const right = names.filter((name) => row.labels.some((label) => matches(name, label))).length;
    const headNames = names.slice(0, row.labels.length);
    add('recall', found, present.length);
    add('precision', right, names.length);
    if (row.labels.length < most) add('complete', right, names.length);
    add('head', headNames.filter((name) => row.labels.some((label) => matches(name, label))).length, headNames.length);
    const byPlace = [...present].sort((left, right) => place(left) - place(right));
    const byRank = [...present].sort((left, right) => left.rank - right.rank);
    const firstName = names[0];
    const firstIs = (label: (typeof present)[number] | undefined): boolean =>
      firstName !== undefined && label !== undefined && matches(firstName, label);
    add('first', firstIs(byPlace[0]) ? 1 : 0, 1);
    add('firstRank', firstIs(byRank[0]) ? 1 : 0, 1);
    for (const [key, order] of [
      ['pairs', byPlace],
      ['rankPairs', byRank],
    ] as const) {
      const at = order.map((label) => closest(names, label)).filter((index) => index >= 0);
      for (const [index, left] of at.entries())
        for (const right of at.slice(index + 1)) if (left !== right) add(key, left < right ? 1 : 0, 1);
    }
  }
  const share = (key: keyof typeof sum): number => (sum[key][0] ?? 0) / Math.max(1, sum[key][1] ?? 0);
  return {
    n: rows.length,
    mentions,
    recall: share('recall'),
    precision: share('precision'),
    complete: share('complete'),
    head: share('head'),
    first: share('first'),
    firstRank: share('firstRank'),
    pairs: share('pairs'),
    rankPairs: share('rankPairs'),
    silent: share('silent'),
  };
}

function shareFigures(rows: readonly Row[]): Figure[] {
  return variants.flatMap((variant) => {
    const figures = scoreAnswers(rows, variant.change);
    return (Object.keys(figures) as (keyof Figures)[]).map((key) => ({
      what: `${variant.name}: ${key}`,
      unit: key === 'n' ? 'answers' : key === 'mentions' ? 'mentions' : 'share',
      value: figures[key],
      baseline: null,
      target: null,
    }));
  });
}

function targetRows(
  written: readonly { targets?: TargetRow['targets']; shape?: unknown }[],
  panels: readonly PanelRow[],
): TargetRow[] {
  const byTopic = Map.groupBy(panels, ({ topic }) => topic);
  return panels.map((row, index) => ({
    ...row,
    shape: String(written[index]?.shape ?? ''),
    targets: written[index]?.targets ?? targetsOf(row, byTopic.get(row.topic) ?? []),
  }));
}

/** If the file contains a reading model's output (`model`, by brand), it is measured alone and with the rules. */
function withModel(rows: readonly { model?: unknown }[]): ('model' | 'both')[] {
  const others = deciders.filter((by) => by !== 'rules');
  return rows.some(({ model }) => model !== undefined) ? others : [];
}

/** `npm run bench -- readAnswers answers.jsonl`: labelled answers, or a gold file in which every name is labelled; `development` or `unseen` behind it takes one half by source. */
export const readAnswers: Bench = {
  name: 'readAnswers',
  run: async ([file, half]) => {
    if (file === undefined)
      throw new SkippedFigure('name a JSONL file of labelled answers: npm run bench -- readAnswers <file>');
    const rows = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .filter((row) => half === undefined || halfOf(String(row.source_repo ?? '')) === half);
    if (!rows.every(isGold)) return shareFigures(rows);
    const gold = rows.map(goldRow);
    const panels = rows.map((row, index) => ({ ...(gold[index] as GoldRow), topic: row.topic ?? row.question ?? '' }));
    return [
      ...variants.flatMap((variant) => goldFigures(variant.name, scoreGold(gold, variant.change))),
      ...decisionFigures('as given', decideGold(panels)),
      ...variants.flatMap(({ name, change }) => targetFigures(name, decideTargets(targetRows(rows, panels), change))),
      ...withModel(rows).flatMap((by) =>
        targetFigures(
          'as given',
          decideTargets(targetRows(rows, panels), (text) => text, by),
          by,
        ),
      ),
    ];
  },
};
