import { armDifference } from '../experiments/estimate.ts';
import { randomisationP } from '../experiments/randomisation.ts';
import { relabelings } from '../experiments/relabelings.ts';
import { benjaminiHochberg } from '../statistics/benjaminiHochberg.ts';

/** Expected share of false findings among all findings. */
const falseDiscoveryRate = 0.1;

/** Mean of a question before and after the work; from answers that were not used to find the work. */
export type QuestionChange = { questionId: string; topic: string; before: number; after: number };

export type DoneItem = {
  id: string;
  doneAt: string;
  questionIds: readonly string[];
  changes: readonly QuestionChange[];
  /**
   * False while answers of its fixed period after the work are still to come, and while an experiment on its questions
   * runs: early results are not used.
   */
  isOver: boolean;
};

type WorkEffect = {
  id: string;
  /** Points that its questions changed more than questions without work. */
  difference: number | null;
  p: number | null;
  /** Adjusted for the whole family (Y. Benjamini, Y. Hochberg 1995). */
  adjusted: number | null;
  /** `change`: supported by the family test. `waiting`: its time is not over. `unmeasured`: too few known answers, or no question of its own. */
  result: 'change' | 'no_change_found' | 'waiting' | 'unmeasured';
};

export type WorkEffects = {
  done: number;
  withChange: number;
  without: number;
  waiting: number;
  unmeasured: number;
  falseDiscoveryRate: number;
  /** The counts as a sentence for people. */
  words: string;
  items: WorkEffect[];
};

/** Input of the effects of a month. */
export type WorkFamily = { month: string; items: DoneItem[]; worked: string[]; seed: string };

/** Topics without work that a comparison needs. */
const minControlTopics = 6;

/**
 * Tests all work done in a period as one family. Whole topics are shuffled between the questions of an item and those
 * that no finished item touches, including items of other months (`worked`). The questions were not chosen at random,
 * so this is "differs", never "caused".
 */
export function workEffects({ items, worked, seed }: Omit<WorkFamily, 'month'>): WorkEffects {
  const touched = new Set([...worked, ...items.flatMap(({ questionIds }) => questionIds)]);
  const open = new Set(items.filter(({ isOver }) => !isOver).map(({ id }) => id));
  const tested = items.map((item) =>
    item.isOver ? testItem(item, touched, `${seed}\n${item.id}`) : { id: item.id, difference: null, p: null },
  );
  const measured = tested.filter((one): one is typeof one & { p: number } => one.p !== null);
  const adjusted = benjaminiHochberg(measured.map(({ p }) => p));
  const byId = new Map(measured.map(({ id }, at) => [id, adjusted[at] ?? 1]));
  const effects = tested.map((one): WorkEffect => {
    const value = byId.get(one.id) ?? null;
    if (value === null) return { ...one, adjusted: null, result: open.has(one.id) ? 'waiting' : 'unmeasured' };
    return { ...one, adjusted: value, result: value <= falseDiscoveryRate ? 'change' : 'no_change_found' };
  });
  const count = (result: WorkEffect['result']) => effects.filter((one) => one.result === result).length;
  const counts = {
    done: items.length,
    withChange: count('change'),
    without: count('no_change_found'),
    waiting: count('waiting'),
    unmeasured: count('unmeasured'),
  };
  return { ...counts, falseDiscoveryRate, words: effectWords(counts), items: effects };
}

type Counts = Pick<WorkEffects, 'done' | 'withChange' | 'without' | 'waiting' | 'unmeasured'>;

function effectWords({ done, withChange, without, waiting, unmeasured }: Counts): string {
  const parts = [
    ...(withChange + without > 0 ? [`${withChange} with a change the test carries`, `${without} without`] : []),
    ...(waiting > 0 ? [`${waiting} still measured`] : []),
    ...(unmeasured > 0 ? [`${unmeasured} not measurable`] : []),
  ];
  const bound = `At most ${100 * falseDiscoveryRate} % of the changes called are expected to be false.`;
  return `${[`${done} done`, ...parts].join(', ')}.${withChange > 0 ? ` ${bound}` : ''}`;
}

function testItem(
  { id, questionIds, changes }: DoneItem,
  touched: ReadonlySet<string>,
  seed: string,
): { id: string; difference: number | null; p: number | null } {
  const own = new Set(questionIds);
  const topics = [...Map.groupBy(changes, ({ topic }) => topic).values()];
  // A topic with work of another item is on neither side.
  const isTreated = (topic: readonly QuestionChange[]) => topic.some(({ questionId }) => own.has(questionId));
  const isControl = (topic: readonly QuestionChange[]) => topic.every(({ questionId }) => !touched.has(questionId));
  const keptItems = topics.filter((topic) => isTreated(topic) || isControl(topic));
  const labels = keptItems.map((topic) => Number(isTreated(topic)));
  const treatedCount = labels.filter((label) => label === 1).length;
  if (treatedCount === 0 || labels.length - treatedCount < minControlTopics) return { id, difference: null, p: null };
  const values = keptItems.map((topic) => topic.map(({ before, after }) => after - before));
  const statistic = armDifference(values);
  const all = relabelings(
    labels,
    labels.map(() => ''),
    seed,
  );
  return { id, difference: 100 * statistic(labels), p: randomisationP(statistic, labels, all) };
}
