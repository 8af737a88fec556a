import type { Listing } from '../../marks/listing.ts';
import { benjaminiHochberg } from '../../statistics/benjaminiHochberg.ts';
import { minChangedAt } from '../../statistics/detectableWithPower.ts';
import { jaccard } from '../../statistics/jaccard.ts';
import { mean } from '../../statistics/median.ts';
import { codeUnitOrder } from '../../text/codeUnitOrder.ts';
import type { AttemptWindow, QuestionHistory } from '../attemptWindow.ts';
import { type DecidedDifference, testPairs } from '../comparison/pairedTest.ts';
import type { QuestionPair } from '../comparison/questionPairs.ts';
import { singleLevel } from '../comparison/significanceLevel.ts';
import { withTopics } from '../comparison/windows.ts';
import { comparabilityOf } from '../reportHead.ts';
import { flipsBetweenRepeats } from '../stability.ts';

/** Overlap of two engines' sources, over the questions that both answered. */
type SharedSources = {
  /** Number of domains that both cite, and that only one cites. */
  shared: number;
  onlyFirst: number;
  onlySecond: number;
  /** Fraction of all cited domains, 0-1; null if neither cites anything. */
  jaccard: number | null;
  sharedPages: number;
  pagesJaccard: number | null;
  /** Number of questions for which at least one of the two cites something, and the mean over them. */
  questions: number;
  meanJaccard: number | null;
};

function sharedSources(pairs: readonly (readonly [Listing, Listing])[]): SharedSources {
  const [first, second] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  const [domains, otherDomains] = [collectIntoSet(first, 'domain'), collectIntoSet(second, 'domain')];
  const [pages, otherPages] = [collectIntoSet(first, 'url'), collectIntoSet(second, 'url')];
  const shared = sizeOfBoth(domains, otherDomains);
  const each = pairs.flatMap(
    ([one, other]) => jaccard(collectIntoSet([one], 'domain'), collectIntoSet([other], 'domain')) ?? [],
  );
  return {
    shared,
    onlyFirst: domains.size - shared,
    onlySecond: otherDomains.size - shared,
    jaccard: jaccard(domains, otherDomains),
    sharedPages: sizeOfBoth(pages, otherPages),
    pagesJaccard: jaccard(pages, otherPages),
    questions: each.length,
    meanJaccard: mean(each),
  };
}

function collectIntoSet(answers: readonly Listing[], member: 'domain' | 'url'): Set<string> {
  return new Set(answers.flatMap(({ cited }) => cited.map((source) => source[member])));
}

function sizeOfBoth(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((text) => other.has(text)).length;
}

const pairVerdicts = [
  'first_listed_more',
  'second_listed_more',
  'no_detectable_difference',
  'insufficient_data',
  'not_comparable',
] as const;
type PairVerdict = (typeof pairVerdicts)[number];

/** Two engines on the questions that both answered. Differences are the first minus the second, in percentage points. */
export type EnginePair = DecidedDifference & {
  first: string;
  second: string;
  verdict: PairVerdict;
  reason: string;
  /** Number of questions whose latest answers from both engines decide whether they list the owner. */
  paired: number;
  /** Number of questions answered by only one of the two, or answered by both but undecided in one. */
  unpaired: number;
  unknownIdentity: number;
  onlyFirst: number;
  onlySecond: number;
  /** `p` corrected for all tested pairs (Benjamini-Hochberg); null: not tested. */
  adjustedP: number | null;
  level: number;
  /** Paired questions for which only one of the two lists the owner; `rows` is cut off at the limit. */
  differing: { total: number; rows: { questionId: string; listedAt: 'first' | 'second' }[] };
  sources: SharedSources;
};

/** Answers of one engine, with the question of each of its cases. */
export type EngineView = { engine: string; view: AttemptWindow; questionIds: ReadonlyMap<string, string> };

type Tested = Omit<EnginePair, 'adjustedP' | 'verdict' | 'reason'> & {
  noise: number | null;
  /** True if there are enough questions in common. */
  isTested: boolean;
  obstacle: string | null;
};

/**
 * Compares every two engines on the same questions. Each p is corrected for all tests, because among many pairs some
 * differ by chance.
 */
export function enginePairs(views: readonly EngineView[], limit: number): EnginePair[] {
  const pairs = views.flatMap((first, at) => views.slice(at + 1).map((second) => testPair(first, second, limit)));
  const requests = pairs.filter(({ isTested, obstacle }) => isTested && obstacle === null);
  const adjusted = benjaminiHochberg(requests.map(({ p }) => p ?? 1));
  const adjustedOf = new Map(requests.map((pair, index) => [pair, adjusted[index] ?? 1]));
  return pairs.map((pair) => {
    const { noise: _noise, isTested: _isTested, obstacle: _obstacle, ...view } = pair;
    const adjustedP = adjustedOf.get(pair) ?? null;
    return { ...view, adjustedP, ...withTopics(judge(pair, adjustedP, requests.length), pair) };
  });
}

function testPair(first: EngineView, second: EngineView, limit: number): Tested {
  const domain = first.view.owner.domain;
  const [one, other] = [latestByQuestion(first), latestByQuestion(second)];
  const both = [...one.keys()].filter((id) => other.has(id)).sort(codeUnitOrder);
  const pairs = both.map((id) => buildPair(id, one.get(id) as QuestionHistory, other.get(id) as QuestionHistory));
  const test = testPairs(pairs, domain, first.view.declaredTopics);
  const { paired, decided } = test;
  const differing = paired.flatMap(({ caseId: questionId, current, previous }) => {
    const [now, then] = [current.positions.has(domain), previous.positions.has(domain)];
    return now === then ? [] : [{ questionId, listedAt: now ? ('first' as const) : ('second' as const) }];
  });
  return {
    first: first.engine,
    second: second.engine,
    paired: paired.length,
    unpaired: one.size + other.size - 2 * both.length,
    unknownIdentity: both.length - paired.length,
    onlyFirst: test.gained,
    onlySecond: test.lost,
    ...decided,
    level: singleLevel,
    differing: { total: differing.length, rows: differing.slice(0, limit) },
    sources: sharedSources(pairs.map(({ current, previous }) => [current, previous])),
    noise: findNoise([first, second], domain, decided.compared, test.averaged),
    isTested: decided.topics >= minChangedAt(singleLevel),
    obstacle: obstacleOf(first, second),
  };
}

/**
 * Returns the latest answer to each question. If an engine has a question with several settings, the case answered last
 * counts.
 */
function latestByQuestion({ view, questionIds }: EngineView): Map<string, QuestionHistory> {
  const latest = new Map<string, QuestionHistory>();
  for (const history of view.questions) {
    const id = questionIds.get(history.caseId);
    if (id === undefined || history.latest === null) continue;
    const other = latest.get(id)?.latest?.attempt.createdAt ?? '';
    if (history.latest.attempt.createdAt > other) latest.set(id, history);
  }
  return latest;
}

function buildPair(questionId: string, first: QuestionHistory, second: QuestionHistory): QuestionPair {
  return {
    caseId: questionId,
    current: first.latest as Listing,
    previous: second.latest as Listing,
    currentHistory: first,
    previousHistory: second,
  };
}

function obstacleOf(...views: readonly EngineView[]): string | null {
  const mixed = views.filter(({ view }) => comparabilityOf(view.answers).mixed).map(({ engine }) => engine);
  if (mixed.length === 0) return null;
  return `The model or the settings change within the answers of ${mixed.join(' and ')}. Choose dates without a change.`;
}

/** Returns the percentage points by which two reruns of the same engines typically differ; null without repeats. */
function findNoise(views: readonly EngineView[], domain: string, compared: number, averaged: number): number | null {
  const { pairs, flips } = flipsBetweenRepeats(
    views.flatMap(({ view }) => view.questions),
    domain,
  );
  return pairs === 0 || compared === 0 ? null : 100 * Math.sqrt(flips / pairs / compared / averaged);
}

function judge(
  { compared, topics, difference, p, noise, obstacle, level }: Tested,
  adjustedP: number | null,
  pairs: number,
): Pick<EnginePair, 'verdict' | 'reason'> {
  if (obstacle !== null) return { verdict: 'not_comparable', reason: obstacle };
  if (adjustedP === null || difference === null || p === null) {
    const reason = `${compared} questions can be paired; with fewer than ${minChangedAt(level)}${topics === compared ? '' : ' topics'} no exact test can find a difference.`;
    return { verdict: 'insufficient_data', reason };
  }
  if (p >= level) {
    return {
      verdict: 'no_detectable_difference',
      reason: 'No test supports this difference: one of this size is common between engines that list equally often.',
    };
  }
  if (adjustedP >= level) {
    const reason = `Tested alone it would be a difference, but among ${pairs} pairs one of this size is common by chance.`;
    return { verdict: 'no_detectable_difference', reason };
  }
  if (noise !== null && Math.abs(difference) <= noise) {
    const reason = 'Repeated answers of one engine differ as much as the two engines do.';
    return { verdict: 'no_detectable_difference', reason };
  }
  return {
    verdict: difference > 0 ? 'first_listed_more' : 'second_listed_more',
    reason: `The paired test supports it (p < ${level}, corrected for ${pairs} ${pairs === 1 ? 'pair' : 'pairs'}). Its cause is not measured.`,
  };
}
