import type { Listing } from '../../marks/listing.ts';
import { mean } from '../../statistics/median.ts';
import { codeUnitOrder } from '../../text/codeUnitOrder.ts';

export type DomainStanding = {
  domain: string;
  own: boolean;
  /** Number of answers that list the domain. */
  appearances: number;
  /** Fraction of all identified appearances. */
  share: number;
  averagePosition: number;
  runIds: string[];
};

/** Lists every identified domain: most appearances first, then by average position, then by name. */
export function domainLeaderboard(answers: readonly Listing[], ownDomain: string): DomainStanding[] {
  const standings = new Map<string, { positions: number[]; runIds: string[] }>();
  for (const answer of answers) {
    for (const [domain, position] of answer.positions) {
      const entry = standings.get(domain) ?? { positions: [], runIds: [] };
      entry.positions.push(position);
      entry.runIds.push(answer.attempt.runId);
      standings.set(domain, entry);
    }
  }
  const all = answers.reduce((sum, answer) => sum + answer.positions.size, 0);
  return [...standings]
    .map(([domain, { positions, runIds }]) => ({
      domain,
      own: domain === ownDomain,
      appearances: positions.length,
      share: positions.length / all,
      averagePosition: mean(positions) ?? 0,
      runIds: runIds.sort(codeUnitOrder),
    }))
    .sort(
      (a, b) =>
        b.appearances - a.appearances || a.averagePosition - b.averagePosition || codeUnitOrder(a.domain, b.domain),
    );
}
