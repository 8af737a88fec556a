/** Outcome of a reverse look-up; `unknown` if DNS failed, which proves nothing. */
export type DnsOutcome = 'confirmed' | 'refuted' | 'unknown';

/** Returns true for a name under a published pattern, such as `crawl-*.googlebot.com`, starting at a label boundary. */
export function isUnderPattern(name: string, patterns: readonly string[]): boolean {
  const bare = name.toLowerCase().replace(/\.$/, '');
  return patterns.some((pattern) => {
    const [before = '', after = ''] = pattern.split('*');
    const middle = bare.slice(before.length, bare.length - after.length);
    const isLongEnough = bare.length > before.length + after.length;
    return isLongEnough && bare.startsWith(before) && bare.endsWith(after) && /^[a-z0-9.-]+$/.test(middle);
  });
}
