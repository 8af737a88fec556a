import type { Listing } from '../../marks/listing.ts';
import { herfindahl } from '../../statistics/herfindahl.ts';
import { meanJaccard } from '../../statistics/pairMeans.ts';
import type { AttemptWindow } from '../attemptWindow.ts';
import { answersByModel } from '../modelSplit.ts';

type Overlap = { pairs: number; meanJaccard: number | null };

/** Mean Jaccard index of the sets of cited domains, over pairs of answers at least one of which cites something. */
export type SourceOverlap = { betweenRepeats: Overlap; betweenQuestions: Overlap; betweenModels: Overlap };

export function sourceOverlap(view: AttemptWindow): SourceOverlap {
  const models = [...answersByModel(view).values()].flat();
  const sameQuestion = [...Map.groupBy(models, (answer) => answer.attempt.caseId).values()];
  return {
    betweenRepeats: overlapWithin(view.questions.map((question) => question.repeats)),
    betweenQuestions: overlapWithin([view.answers]),
    betweenModels: overlapWithin(sameQuestion),
  };
}

/** Computes it over the pairs inside each group. */
function overlapWithin(groups: readonly (readonly Listing[])[]): Overlap {
  const { pairs, mean } = meanJaccard(
    groups.map((answers) => answers.map((answer) => new Set(answer.cited.map((source) => source.domain)))),
  );
  return { pairs, meanJaccard: mean };
}

export type SourceConcentration = {
  /** A citation is one page cited by one answer. */
  citations: number;
  domains: number;
  /** 0-1; 1: one domain supplies every citation. */
  herfindahl: number | null;
  /** Fraction of the citations that the five most cited domains supply. */
  topFiveShare: number | null;
  /** Fraction of the domains that are cited exactly once. */
  oneOffShare: number | null;
};

export function sourceConcentration(answers: readonly Listing[]): SourceConcentration {
  const counts = [...citationsByDomain(answers).values()].sort((a, b) => b - a);
  const citations = sum(counts);
  return {
    citations,
    domains: counts.length,
    herfindahl: herfindahl(counts),
    topFiveShare: citations === 0 ? null : sum(counts.slice(0, 5)) / citations,
    oneOffShare: counts.length === 0 ? null : counts.filter((count) => count === 1).length / counts.length,
  };
}

export function citationsByDomain(answers: readonly Listing[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const answer of answers) {
    for (const { domain } of answer.cited) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return counts;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
