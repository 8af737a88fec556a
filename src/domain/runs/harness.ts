import type { SecondSeoCall } from '../seo/seoReport.ts';
import { canonicalJson, sha256Hex } from '../text/canonicalJson.ts';
import { firstEngineId } from './engine.ts';
import type { ContextSize, Device, Locale, RunKind, SearchMode, Surface } from './run.ts';

/**
 * Everything that makes two runs comparable. Runs match only if their whole harness is equal, so that an older answer
 * never counts as current after a change of model, locale or version, nor a simulated answer as measured.
 */
export type Harness = {
  kind: RunKind;
  /** Id of the engine that answers; null for a capture. */
  engine: string | null;
  surface: Surface;
  version: string;
  searchMode: SearchMode | null;
  allowedDomains: readonly string[];
  contextSize: ContextSize | null;
  locale: Locale | null;
  model: string | null;
  device: Device | null;
  useSeoTools: boolean;
};

/**
 * Builds the harness version. Enhanced runs have their own identities, which include the kind of their lookup.
 * Runs with a second reader have their own too: they leave more answers undecided, and never replace runs with one reader.
 */
export function keywordHarnessVersion(
  harnessName: string,
  seoTool: SecondSeoCall | null,
  secondReader: string | null,
): string {
  const seo = seoTool === null ? '' : seoTool === 'ranked_keywords' ? '+seo' : '+seo.backlinks';
  return `${harnessName}${seo}${secondReader === null ? '' : `+${secondReader}`}`;
}

export function websiteHarnessVersion(analyzerVersion: string): string {
  return `website/${analyzerVersion}`;
}

/** Cache of recent digests: the canonical text and its hash cost more than the rest of a saved read. */
const digests = new Map<string, string>();
const maxDigests = 1_000;

export function harnessKey(harness: Harness): string {
  const knownText = digests.get(JSON.stringify(harness));
  if (knownText !== undefined) return knownText;
  if (digests.size >= maxDigests) digests.clear();
  const digest = sha256Hex(identityOf(harness));
  digests.set(JSON.stringify(harness), digest);
  return digest;
}

function identityOf({ engine, device, ...harness }: Harness): string {
  const rest = { ...harness, allowedDomains: [...harness.allowedDomains].sort() };
  // Runs saved before engines had names, or before devices existed, must keep their identity.
  return canonicalJson({
    ...rest,
    ...(engine === null || engine === firstEngineId ? {} : { engine }),
    ...(device === null ? {} : { device }),
  });
}
