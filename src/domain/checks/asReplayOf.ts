import type { WebsiteAnalysis } from './analyze.ts';

/** Makes the result of a replay name the run it replays. Its digest stays that of the evidence. */
export function asReplay(analysis: WebsiteAnalysis, runId: string): WebsiteAnalysis {
  const { result } = analysis;
  return { ...analysis, result: { ...result, coverage: { ...result.coverage, replayOf: runId } } };
}
