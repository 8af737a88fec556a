import type { LogCounts } from '../../domain/crawlers/logImport.ts';

const outcomeTexts = {
  claims: 'of crawlers',
  visits: 'visits from assistants',
  duplicates: 'counted before',
  otherHosts: 'of other hosts, not counted',
  outOfRange: 'more than 400 days old or an hour ahead, not counted',
  unreadable: 'unreadable',
} as const;

/** Describes how the lines of a log were counted. Of people's requests and other records there is nothing to say. */
export function describeCounts(counts: LogCounts): string {
  const outcomes = Object.entries(outcomeTexts) as [keyof typeof outcomeTexts, string][];
  const lines = outcomes.filter(([name]) => counts[name] > 0 || name === 'claims' || name === 'visits');
  return [`${counts.lines} lines`, ...lines.map(([name, text]) => `${counts[name]} ${text}`)].join(', ');
}
