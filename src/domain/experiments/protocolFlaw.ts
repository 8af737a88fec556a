import { maxExperimentPages } from '../capture/limits.ts';
import { pageKey } from './changeProof.ts';
import { control, treated } from './estimate.ts';
import { type Cluster, interimRounds, maxInterimAnalyses, minArm, minChosenArm, type Protocol } from './protocol.ts';
import { relabelings } from './relabelings.ts';

export type Flaw = { field: string; message: string };

const minSteps = 3;

/**
 * Finds the first reason why such an experiment could not reach a verdict; null: none. Names the field.
 * @param isOwnPage whether an address is a page of the website
 */
export function protocolFlaw(protocol: Protocol, isOwnPage: (page: string) => boolean): Flaw | null {
  return (
    clusterFlaw(protocol.clusters, isOwnPage) ??
    metricFlaw(protocol) ??
    assignmentFlaw(protocol) ??
    roundsFlaw(protocol) ??
    looksFlaw(protocol)
  );
}

function clusterFlaw(clusters: readonly Cluster[], isOwnPage: (page: string) => boolean): Flaw | null {
  const ids = clusters.map(({ id }) => id);
  const again = ids.find((id, at) => ids.indexOf(id) !== at);
  if (again !== undefined) return { field: 'clusters', message: `two clusters have the id ${again}` };
  for (const { id, questionIds, pages } of clusters) {
    if (questionIds.length === 0) return { field: 'clusters', message: `cluster ${id} has no question` };
    const foreign = pages.findIndex((page) => !isOwnPage(page));
    // The address itself is not quoted, because it may contain a password.
    if (foreign !== -1) {
      return {
        field: 'clusters',
        message: `page ${foreign + 1} of cluster ${id} is not a page of the website; send its complete address`,
      };
    }
  }
  if (clusters.flatMap(({ pages }) => pages).length > maxExperimentPages)
    return { field: 'clusters', message: `name more than ${maxExperimentPages} pages; a capture reads no more` };
  return (
    sharingFlaw(clusters, 'question', ({ questionIds }) => questionIds) ??
    // A treated cluster would change the page of a control.
    sharingFlaw(clusters, 'page', ({ pages }) => pages.map(pageKey))
  );
}

function sharingFlaw(
  clusters: readonly Cluster[],
  what: string,
  namesOf: (cluster: Cluster) => readonly string[],
): Flaw | null {
  const owners = new Map<string, string>();
  for (const cluster of clusters) {
    for (const name of namesOf(cluster)) {
      const other = owners.get(name);
      const where = other === cluster.id ? `twice in cluster ${other}` : `in the clusters ${other} and ${cluster.id}`;
      if (other !== undefined) return { field: 'clusters', message: `${what} ${name.slice(0, 60)} is ${where}` };
      owners.set(name, cluster.id);
    }
  }
  return null;
}

function metricFlaw({ metric, secondary }: Protocol): Flaw | null {
  const isRepeated = new Set([metric, ...secondary]).size <= secondary.length;
  return isRepeated ? { field: 'secondary', message: 'names a metric twice, or the primary one' } : null;
}

function assignmentFlaw(protocol: Protocol): Flaw | null {
  const { assignment, clusters, steps } = protocol;
  const tooFew = (least: number) => ({
    field: 'clusters',
    message: `at least ${least} clusters per arm are needed for ${assignment}`,
  });
  if (assignment !== 'chosen' && clusters.some(({ arm }) => arm !== null)) {
    return { field: 'clusters', message: 'name arms only if they are `chosen`; otherwise Sightline draws them' };
  }
  if (assignment === 'stepped') {
    if (steps < minSteps || clusters.length < minArm * 2 || steps > clusters.length) {
      return { field: 'steps', message: `a roll-out needs ${minSteps} steps or more, and ${minArm * 2} clusters` };
    }
    return null;
  }
  if (steps !== 1) return { field: 'steps', message: 'applies only to `stepped`' };
  if (assignment === 'chosen') {
    if (clusters.some(({ arm }) => arm === null)) return { field: 'clusters', message: 'name the arm of each cluster' };
    for (const arm of ['treated', 'control']) {
      if (clusters.filter((one) => one.arm === arm).length < minChosenArm) return tooFew(minChosenArm);
    }
    return protocol.looks.length > 1
      ? { field: 'looks', message: 'with chosen arms only one look is allowed, at the end' }
      : null;
  }
  const sizes = [...Map.groupBy(clusters, ({ stratum }) => stratum ?? '').values()].map(({ length }) => length);
  if (assignment === 'pairs' && sizes.some((size) => size !== 2)) {
    return { field: 'clusters', message: 'with `pairs`, each stratum must have exactly two clusters' };
  }
  const least = sizes.reduce((sum, size) => sum + Math.floor(size / 2), 0);
  return least < minArm ? tooFew(minArm) : findMinPFlaw(protocol, sizes);
}

/** Refuses a design whose smallest possible p is above its level: it could never find anything. */
function findMinPFlaw({ level }: Protocol, sizes: readonly number[]): Flaw | null {
  const labels = sizes.flatMap((size) => Array.from({ length: size }, (_, at) => (at < size / 2 ? treated : control)));
  const strata = sizes.flatMap((size, at) => Array.from({ length: size }, () => String(at)));
  const { all, isComplete } = relabelings(labels, strata, '', { drawn: 1, maxListed: 1_000 });
  const smallest = 2 / all.length;
  if (!isComplete || smallest <= level) return null;
  return {
    field: 'clusters',
    message: `have ${all.length} possible assignments, so p cannot be below ${smallest.toFixed(3)}, but the level is ${level}`,
  };
}

function roundsFlaw({ firstRound, chosenThroughRound, lagDays }: Protocol): Flaw | null {
  if (chosenThroughRound !== null && chosenThroughRound >= firstRound) {
    return {
      field: 'firstRound',
      message: `rounds up to ${chosenThroughRound} were used to choose the change, so they cannot be the rounds before it`,
    };
  }
  return lagDays < 0 ? { field: 'lagDays', message: 'cannot be negative' } : null;
}

function looksFlaw(protocol: Protocol): Flaw | null {
  const { looks, isRetrospective } = protocol;
  if (isRetrospective && looks.length > 1)
    return { field: 'looks', message: 'a retrospective experiment has one analysis, at the end' };
  const isAscending = looks.every((one, at) => one > (looks[at - 1] ?? 0) && one <= 1);
  if (looks.length === 0 || looks.length > maxInterimAnalyses || looks.at(-1) !== 1 || !isAscending) {
    return {
      field: 'looks',
      message: `are 1 to ${maxInterimAnalyses} ascending fractions of the rounds after, the last of them 1`,
    };
  }
  const rounds = interimRounds(protocol);
  return new Set(rounds).size === rounds.length
    ? null
    : { field: 'looks', message: 'two analyses are due after the same round' };
}
