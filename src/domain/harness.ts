import { digestOf } from './canonicalJson.ts';
import type { ContextSize, Locale, RunKind, SearchMode, Surface } from './run.ts';
import type { SecondSeoCall } from './seoReport.ts';

/**
 * Everything that makes two runs comparable. Runs match only when their whole harness is equal, so a changed model,
 * locale or version never passes an older answer off as a current one, and a simulated answer never as a measured one.
 */
export type Harness = {
  kind: RunKind;
  surface: Surface;
  version: string;
  searchMode: SearchMode | null;
  allowedDomains: readonly string[];
  contextSize: ContextSize | null;
  locale: Locale | null;
  model: string | null;
  useSeoTools: boolean;
};

/** Enhanced runs have harness identities of their own; what their lookup tells the agent is part of it. */
export function keywordHarnessVersion(harnessName: string, seoTool: SecondSeoCall | null): string {
  if (seoTool === null) return harnessName;
  return seoTool === 'ranked_keywords' ? `${harnessName}+seo` : `${harnessName}+seo.backlinks`;
}

export function websiteHarnessVersion(analyzerVersion: string): string {
  return `website/${analyzerVersion}`;
}

export function harnessKey(harness: Harness): string {
  return digestOf({ ...harness, allowedDomains: [...harness.allowedDomains].sort() });
}
