/**
 * Resolves an absolute http(s) URL without fragment; null for anything else. A URL with credentials is not a page
 * address.
 */
export function absoluteUrl(reference: string, base?: string): string | null {
  const url = URL.canParse(reference, base) ? new URL(reference, base) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
}
