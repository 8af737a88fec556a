/** Kind of a line of robots.txt, by its key. */
export type RobotsKey = 'user-agent' | 'allow' | 'disallow' | 'sitemap';

/** `rfc`: the keys of RFC 9309. `google`: the further keys that Google's published parser understands, too. */
export type RobotsReading = 'rfc' | 'google';

/**
 * Records of other specifications and of single search engines. They have no effect under RFC 9309, but their authors
 * meant them, so they are not reported as mistakes: Crawl-delay, Host and Clean-param of search engines, Request-rate
 * and Visit-time of an early proposal, Noindex of robots.txt, Content-Signal, Content-Usage, License of RSL, Agentmap
 * of ARD, and others.
 */
const foreignKeys: ReadonlySet<string> = new Set([
  'crawl-delay',
  'content-signal',
  'content-usage',
  'host',
  'clean-param',
  'request-rate',
  'visit-time',
  'noindex',
  'nofollow',
  'noarchive',
  'license',
  'agentmap',
  'schemamap',
  'disallowaitraining',
  'allowaitraining',
  'robot-version',
  'comment',
]);

export function isForeignKey(key: string): boolean {
  return foreignKeys.has(key) || key.startsWith('acap-');
}

/**
 * Recognises the keys of RFC 9309 section 2.2 in any case, and the sitemap record, the known example of its section
 * 2.2.4.
 */
export function rfcKey(key: string): RobotsKey | null {
  const lower = key.toLowerCase();
  if (lower === 'user-agent' || lower === 'allow' || lower === 'disallow' || lower === 'sitemap') return lower;
  return null;
}

/** Keys as Google's published parser reads them: by prefix, and with the misspellings that it accepts. */
const googlePrefixes: readonly (readonly [RobotsKey, RegExp])[] = [
  ['user-agent', /^user[- ]?agent/i],
  ['allow', /^allow/i],
  ['disallow', /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i],
  ['sitemap', /^site-?map/i],
];

export function googleKey(key: string): RobotsKey | null {
  return googlePrefixes.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}

/**
 * Splits a line into key and value. In a line of exactly two words, Google accepts white space in place of a forgotten
 * colon.
 */
export function splitLine(content: string, reading: RobotsReading): { key: string; value: string } | null {
  const colon = content.indexOf(':');
  if (colon >= 0) return { key: content.slice(0, colon), value: content.slice(colon + 1) };
  if (reading === 'rfc') return null;
  const [key, value, more] = content.split(/[ \t]+/);
  return key === undefined || value === undefined || more !== undefined ? null : { key, value };
}
