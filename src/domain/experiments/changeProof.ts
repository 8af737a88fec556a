import { normaliseUrl } from '../urls/normaliseUrl.ts';
import type { ChangeProof } from './protocol.ts';

export function pageKey(url: string): string {
  return normaliseUrl(url) ?? url;
}

/**
 * Compares two captures by the pages that both read. A page that one of them did not read proves nothing.
 * @param changed pages that must have changed @param kept pages that must not
 */
export function proveChange(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  { changed, kept }: { changed: readonly string[]; kept: readonly string[] },
): ChangeProof {
  const isRead = (url: string) => before.has(pageKey(url)) && after.has(pageKey(url));
  const isSame = (url: string) => before.get(pageKey(url)) === after.get(pageKey(url));
  const captured = changed.filter(isRead);
  return {
    changed: captured.filter((url) => !isSame(url)),
    unchanged: captured.filter(isSame),
    missing: [...changed, ...kept].filter((url) => !isRead(url)),
    touched: kept.filter((url) => isRead(url) && !isSame(url)),
  };
}
