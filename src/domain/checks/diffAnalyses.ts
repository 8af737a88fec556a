import type { WebsiteAnalysis } from './analyze.ts';
import type { Outcome } from './check.ts';

type VerdictChange = {
  id: string;
  /** null: the check was not defined in that analysis. */
  before: Outcome | 'unmeasured' | null;
  after: Outcome | 'unmeasured' | null;
};

export type AnalysisDiff = {
  /** Verdicts that differ, by id. */
  changed: readonly VerdictChange[];
  unchanged: number;
  /** False if the rules or the crawler table changed in between, so that a change may not be the website's. */
  sameAnalyzer: boolean;
  sameBotTable: boolean;
  sameEvidenceTime: boolean;
  sameDigest: boolean;
};

function verdicts(analysis: WebsiteAnalysis): Map<string, Outcome | 'unmeasured'> {
  const out = new Map<string, Outcome | 'unmeasured'>();
  for (const { id, outcome } of analysis.result.checks) out.set(id, outcome);
  for (const { id } of analysis.result.coverage.unmeasured) out.set(id, 'unmeasured');
  return out;
}

/** Lists the verdicts that changed from one analysis to another. */
export function diffAnalyses(before: WebsiteAnalysis, after: WebsiteAnalysis): AnalysisDiff {
  const old = verdicts(before);
  const now = verdicts(after);
  const ids = [...new Set([...old.keys(), ...now.keys()])].sort();
  const changed = ids
    .map((id) => ({ id, before: old.get(id) ?? null, after: now.get(id) ?? null }))
    .filter((change) => change.before !== change.after);
  return {
    changed,
    unchanged: ids.length - changed.length,
    sameAnalyzer: before.analyzerVersion === after.analyzerVersion,
    sameBotTable: before.botTableVersion === after.botTableVersion,
    sameEvidenceTime: before.result.coverage.capturedAt === after.result.coverage.capturedAt,
    sameDigest: before.resultDigest === after.resultDigest,
  };
}
