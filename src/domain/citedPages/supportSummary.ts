import type { Interval } from '../statistics/interval.ts';
import { shareInterval } from '../statistics/shareInterval.ts';
import { type SupportVerdict, supportVerdicts } from '../support/supportVerdict.ts';

export type SupportCounts = {
  engine: string;
  /** Pairs of a sentence and a page that the latest answers cite for it, and the number judged. */
  pairs: number;
  judged: number;
  verdicts: { [Verdict in SupportVerdict]: number };
  /**
   * Share of judged pairs whose words appear on the page (`quoted`, `close_wording`), with an interval over answers.
   */
  found: { share: number | null; interval95: Interval | null };
};

/** Counts verdicts per engine. Engines are never summed, because each cites in its own way. */
export function supportSummary(
  rows: readonly { engine: string; runId: string; verdict: SupportVerdict }[],
): SupportCounts[] {
  return [...Map.groupBy(rows, ({ engine }) => engine)].map(([engine, ofEngine]) => {
    const judged = ofEngine.filter(({ verdict }) => verdict !== 'not_judged');
    const isFound = ({ verdict }: { verdict: SupportVerdict }) => verdict === 'quoted' || verdict === 'close_wording';
    const byAnswer = [...Map.groupBy(judged, ({ runId }) => runId).values()];
    const parts = byAnswer.map((ofAnswer) => ({ part: ofAnswer.filter(isFound).length, whole: ofAnswer.length }));
    return {
      engine,
      pairs: ofEngine.length,
      judged: judged.length,
      verdicts: Object.fromEntries(
        supportVerdicts.map((one) => [one, ofEngine.filter(({ verdict }) => verdict === one).length]),
      ) as SupportCounts['verdicts'],
      found: {
        share: judged.length === 0 ? null : judged.filter(isFound).length / judged.length,
        interval95: parts.length < 2 ? null : shareInterval(parts),
      },
    };
  });
}

/** States what was compared and what was not, in place of "a citation is not verified". */
export function supportLimitation({ cited, judged, found }: { cited: number; judged: number; found: number }): string {
  return `citation_not_verified: Of ${cited} cited sentences ${judged} were compared with the words of their page, and ${found} of those appear there in the same or close wording. Wording only: negation, units and truth were not judged.`;
}
