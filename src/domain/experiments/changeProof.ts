import { normaliseUrl } from '../urls/normaliseUrl.ts';
import type { ChangeProof } from './protocol.ts';

export function pageKey(url: string): string {
  return normaliseUrl(url) ?? url;
}

/**
 * Compares two captures. A page that only the later one has is new, which is a change.
 * @param changed pages that must have changed @param kept pages that must not
 */
export function proveChange(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  { changed, kept }: { changed: readonly string[]; kept: readonly string[] },
): ChangeProof {
  const of = (texts: ReadonlyMap<string, string>, url: string) => texts.get(pageKey(url));
  const isSame = (url: string) => of(before, url) === of(after, url);
  const captured = changed.filter((url) => of(after, url) !== undefined);
  return {
    changed: captured.filter((url) => !isSame(url)),
    unchanged: captured.filter(isSame),
    missing: changed.filter((url) => of(after, url) === undefined),
    touched: kept.filter((url) => of(before, url) !== undefined && of(after, url) !== undefined && !isSame(url)),
  };
}
