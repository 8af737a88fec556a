/** Addresses by which engines hand out sources: the page is where they lead, or named in a parameter. */
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

/** True for an address whose redirect to another website is its only use. */
export function isWrapper(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  const path = `${parsed.pathname}${parsed.search}`;
  return followed.some((host) => host.test(parsed.hostname)) && /redirect|\/ck\/a|\/l\.php|\/rd/.test(path);
}

/** The page that a wrapper names itself; the address as it is where it names none. */
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
