/** Kind of a line of robots.txt, by its key. */
export type RobotsKey = 'user-agent' | 'allow' | 'disallow' | 'sitemap';

/** `rfc`: the keys of RFC 9309. `google`: the further keys that Google's published parser understands, too. */
export type RobotsReading = 'rfc' | 'google';

/**
 * Records of other specifications and of single search engines. They have no effect under RFC 9309, and their authors
 * meant them, so they do not count as faults: Crawl-delay, Host and Clean-param of search engines, Request-rate and
 * Visit-time of an early proposal, Noindex of robots.txt, Content-Signal, Content-Usage, License of RSL, Agentmap of
 * ARD, and others.
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

/** The keys of RFC 9309 section 2.2, any case; the sitemap record is the known example of its section 2.2.4. */
export function rfcKey(key: string): RobotsKey | null {
  const lower = key.toLowerCase();
  if (lower === 'user-agent' || lower === 'allow' || lower === 'disallow' || lower === 'sitemap') return lower;
  return null;
}

/** As Google's published parser reads keys: by their start, and with spelling mistakes that it knows. */
const googlePrefixes: readonly (readonly [RobotsKey, RegExp])[] = [
  ['user-agent', /^user[- ]?agent/i],
  ['allow', /^allow/i],
  ['disallow', /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i],
  ['sitemap', /^site-?map/i],
];

export function googleKey(key: string): RobotsKey | null {
  return googlePrefixes.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}

/** Key and value of a line. Google takes white space for a forgotten colon, in a line of exactly two words. */
export function splitLine(content: string, reading: RobotsReading): { key: string; value: string } | null {
  const colon = content.indexOf(':');
  if (colon >= 0) return { key: content.slice(0, colon), value: content.slice(colon + 1) };
  if (reading === 'rfc') return null;
  const [key, value, more] = content.split(/[ \t]+/);
  return key === undefined || value === undefined || more !== undefined ? null : { key, value };
}
