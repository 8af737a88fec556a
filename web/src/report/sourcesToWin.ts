import type { QuestionRow, TopCitations } from '../../../src/contract/wireTypes.ts';

type CitedDomain = TopCitations['domains']['rows'][number];

export type SourceStanding = CitedDomain & {
  /** Latest answers that cite the domain and list the website. */
  namesYou: number;
  /** Latest answers that cite the domain, recommend others and do not list the website. */
  namesRivals: number;
  /**
   * Latest answers that cite the domain and do not list the website, including those that recommend no one: as many as
   * the list of answers shows.
   */
  notListed: number;
};

/**
 * Counts for each cited domain the latest answers that list the website and those that name rivals instead, domains
 * with most of the latter first. Own domains come last, because nothing can be won there.
 */
export function standingsOfSources(
  domains: readonly CitedDomain[],
  questions: readonly QuestionRow[],
): readonly SourceStanding[] {
  const byRun = new Map(questions.flatMap((row) => (row.runId === null ? [] : [[row.runId, row]])));
  return domains
    .map((domain) => {
      const rows = domain.runIds.flatMap((id) => byRun.get(id) ?? []);
      const notListed = rows.filter(({ targetStatus }) => targetStatus === 'not_listed');
      return {
        ...domain,
        namesYou: rows.filter(({ targetStatus }) => targetStatus === 'listed').length,
        namesRivals: notListed.filter(({ targetBasis }) => targetBasis !== 'recommends_nobody').length,
        notListed: notListed.length,
      };
    })
    .toSorted(
      (one, other) =>
        Number(one.owned) - Number(other.owned) || other.namesRivals - one.namesRivals || other.answers - one.answers,
    );
}
