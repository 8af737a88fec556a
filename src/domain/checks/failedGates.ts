import type { JsonValue } from '../text/canonicalJson.ts';
import { normaliseUrl } from '../urls/normaliseUrl.ts';
import type { WebsiteResult } from './analyze.ts';

/** A gate that the website failed, and the failing pages named in its evidence. */
export type FailedGate = { checkId: string; urls: readonly string[] };

/**
 * Lists the failed gates of a website result, in its order. Addresses use the spelling in which answers cite pages
 * (normaliseUrl), so that the two can be compared. Leaves out addresses that are not public, and pages that the
 * evidence lists as passing.
 */
export function failedGates(result: Pick<WebsiteResult, 'checks' | 'pages'>): FailedGate[] {
  const home = result.pages.find((page) => page.source === 'home')?.url ?? null;
  return result.checks
    .filter((check) => check.class === 'gate' && check.outcome === 'fail')
    .map((check) => {
      const urls = new Set<string>();
      for (const named of namedUrls(check.evidence, home)) {
        const url = normaliseUrl(named);
        if (url !== null) urls.add(url);
      }
      return { checkId: check.id, urls: [...urls].sort() };
    });
}

/** Collects page addresses from evidence: `url` members, and `path` members of entries without an address. */
function namedUrls(value: JsonValue, home: string | null): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => namedUrls(item, home));
  const entry = value as { readonly [name: string]: JsonValue };
  if (typeof entry.outcome === 'string' && entry.outcome !== 'fail') return [];
  const own = ownAddress(entry, home);
  return [...own, ...Object.values(entry).flatMap((inner) => namedUrls(inner, home))];
}

function ownAddress({ url, path }: { readonly [name: string]: JsonValue }, home: string | null): string[] {
  if (typeof url === 'string') return [url];
  if (typeof path !== 'string' || !path.startsWith('/') || home === null) return [];
  const resolved = URL.parse(path, home)?.href;
  return resolved === undefined ? [] : [resolved];
}
