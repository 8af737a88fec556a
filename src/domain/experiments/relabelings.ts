import { drawFirst, seededNumbers } from '../statistics/seededNumbers.ts';

/** Up to this number every assignment is counted; beyond it, a fixed number is drawn. */
const maxAssignments = 20_000;
const draws = 9_999;

/** Label of each cluster, in their order: 1 treated and 0 control, or the step of a stepped roll-out. */
export type Labels = readonly number[];

export type Relabelings = {
  /** The observed labels are one of them if all are listed, and the first if they are drawn. */
  all: Labels[];
  /** True if these are all assignments that the design could have drawn. */
  isComplete: boolean;
};

/**
 * Returns assignments that the design could have made as well: the labels of each stratum among its clusters. All of
 * them up to 20,000, otherwise the observed one and 9,999 drawn by SHA-256 in counter mode.
 */
export function relabelings(
  observed: Labels,
  strata: readonly string[],
  seed: string,
  { drawn, maxListed }: { drawn: number; maxListed: number } = { drawn: draws, maxListed: maxAssignments },
): Relabelings {
  const groups = [...Map.groupBy(observed.keys(), (index) => strata[index] ?? '').values()];
  const count = groups.reduce((product, group) => product * arrangements(group.map((at) => observed[at] ?? 0)), 1);
  if (count <= maxListed) return { all: listAll(observed, groups), isComplete: true };
  const numbers = seededNumbers(seed);
  const plans = groups.map((places) =>
    planDraw(
      places,
      places.map((at) => observed[at] ?? 0),
    ),
  );
  const all: Labels[] = [observed];
  for (let draw = 0; draw < drawn; draw += 1) {
    const labels = [...observed];
    for (const { places, common, others } of plans) {
      const order = [...places];
      drawFirst(order, others.length, numbers);
      for (const [index, at] of order.entries()) labels[at] = others[index] ?? common;
    }
    all.push(labels);
  }
  return { all, isComplete: false };
}

/** Only the rarer labels need a place: the remaining places get the most common one. */
function planDraw(places: readonly number[], labels: readonly number[]) {
  const groups = [...Map.groupBy(labels, (label) => label)].sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);
  return { places, common: groups[0]?.[0] ?? 0, others: groups.slice(1).flatMap(([, own]) => own) };
}

/** Counts the orders of some labels: n! / (k1! k2! …), built up so that it stays whole. */
function arrangements(labels: readonly number[]): number {
  const counts = [...Map.groupBy(labels, (label) => label).values()].map(({ length }) => length);
  let total = 0;
  let product = 1;
  for (const size of counts) {
    for (let choice = 1; choice <= size; choice += 1) {
      total += 1;
      product = (product * total) / choice;
    }
  }
  return Math.round(product);
}

function listAll(observed: Labels, groups: readonly number[][]): Labels[] {
  let all: number[][] = [[...observed]];
  for (const group of groups) {
    const orders = listOrders(group.map((at) => observed[at] ?? 0));
    all = all.flatMap((labels) =>
      orders.map((order) => {
        const next = [...labels];
        for (const [index, at] of group.entries()) next[at] = order[index] ?? 0;
        return next;
      }),
    );
  }
  return all;
}

function listOrders(labels: readonly number[]): number[][] {
  if (labels.length === 0) return [[]];
  return [...new Set(labels)].flatMap((first) => {
    const rest = [...labels];
    rest.splice(rest.indexOf(first), 1);
    return listOrders(rest).map((order) => [first, ...order]);
  });
}
