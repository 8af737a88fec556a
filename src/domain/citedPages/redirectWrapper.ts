/** Addresses that engines use to wrap sources: the page is their redirect target, or is named in a parameter. */
const followed: readonly RegExp[] = [
  /^vertexaisearch\.cloud\.google\.com$/,
  /^(?:www\.)?bing\.com$/,
  /^(?:www\.)?perplexity\.ai$/,
  /^l\.(?:facebook|instagram)\.com$/,
];
const wrapped: readonly { host: RegExp; path: RegExp; parameter: string }[] = [
  { host: /^(?:www\.)?google\.[a-z.]{2,6}$/, path: /^\/url$/, parameter: 'q' },
  { host: /^(?:www\.)?google\.[a-z.]{2,6}$/, path: /^\/url$/, parameter: 'url' },
  { host: /^duckduckgo\.com$/, path: /^\/l\/$/, parameter: 'uddg' },
  { host: /^www\.youtube\.com$/, path: /^\/redirect$/, parameter: 'q' },
];

/** Returns true for an address that exists only to redirect to another website. */
export function isWrapper(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  const path = `${parsed.pathname}${parsed.search}`;
  return followed.some((host) => host.test(parsed.hostname)) && /redirect|\/ck\/a|\/l\.php|\/rd/.test(path);
}

/** Returns the page that a wrapper names in its address, or the address unchanged. */
export function unwrapUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  for (const { host, path, parameter } of wrapped) {
    const target = parsed.searchParams.get(parameter);
    if (host.test(parsed.hostname) && path.test(parsed.pathname) && target !== null && /^https?:\/\//.test(target))
      return target;
  }
  return url;
}
