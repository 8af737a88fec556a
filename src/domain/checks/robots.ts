import { compilePattern, matchablePath, matchesPath, type PathPattern } from './robotsPattern.ts';

/** Parsers need read only this much (RFC 9309 section 2.5); what lies behind it is ignored, and said to be. */
export const robotsByteLimit = 500 * 1024;

export type RobotsRule = { line: number; kind: 'allow' | 'disallow'; text: string; path: string; pattern: PathPattern };

/** Any other `key: value` line: crawl-delay, content-signal, a misspelling. `group` is null before the first group. */
export type RobotsRecord = { line: number; key: string; value: string; group: number | null };

export type RobotsGroup = { index: number; line: number; tokens: readonly string[]; rules: readonly RobotsRule[] };

export type RobotsIssue = {
  /** One-based; null when the whole file is meant. */
  line: number | null;
  kind: 'too_large' | 'bad_utf8' | 'rule_before_group' | 'unknown_key' | 'no_colon' | 'bad_token';
};

export type RobotsFile = {
  groups: readonly RobotsGroup[];
  sitemaps: readonly { line: number; url: string }[];
  records: readonly RobotsRecord[];
  issues: readonly RobotsIssue[];
  bytes: number;
};

export type RobotsDecision = {
  allowed: boolean;
  /** The winning line; null when no rule matched. */
  rule: { line: number; text: string; kind: 'allow' | 'disallow' } | null;
  /** Whether the token's own group, the `*` group or no group at all decided. */
  group: 'named' | '*' | 'none';
};

const knownKeys = new Set(['sitemap', 'crawl-delay', 'content-signal', 'content-usage']);

/** RFC 9309's identifier, widened by digits because vendors use them (AI2Bot). `*` may be followed by white space. */
function productToken(value: string): string | null {
  if (/^\*(\s|$)/.test(value)) return '*';
  return /^[a-z0-9_-]+/i.exec(value)?.[0].toLowerCase() ?? null;
}

function decode(body: Uint8Array): { text: string; valid: boolean } {
  // A whole or cut byte order mark is no part of the first key.
  let start = 0;
  for (const byte of [0xef, 0xbb, 0xbf]) if (body[start] === byte) start += 1;
  const bytes = body.subarray(start, Math.max(start, robotsByteLimit));
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), valid: true };
  } catch {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    // The limit may have cut the last character in two, which is our doing and not the file's.
    const cut = body.length > robotsByteLimit && !text.slice(0, -1).includes('\uFFFD');
    return { text, valid: cut };
  }
}

/** Parses a robots.txt body by RFC 9309. Never throws: what cannot be parsed is an issue with its line number. */
export function parseRobots(body: Uint8Array): RobotsFile {
  const { text, valid } = decode(body);
  const issues: RobotsIssue[] = [];
  if (body.length > robotsByteLimit) issues.push({ line: null, kind: 'too_large' });
  if (!valid) issues.push({ line: null, kind: 'bad_utf8' });
  const groups: { index: number; line: number; tokens: string[]; rules: RobotsRule[] }[] = [];
  const sitemaps: { line: number; url: string }[] = [];
  const records: RobotsRecord[] = [];
  // Only a rule closes the list of user-agent lines: blank lines, comments and other records do not (section 2.2.4).
  let collectingTokens = false;
  const lines = text.split(/\r\n|\r|\n/);
  if (body.length > robotsByteLimit) lines.pop();
  lines.forEach((whole, index) => {
    const line = index + 1;
    const content = (whole.split('#', 1)[0] ?? '').trim();
    if (content === '') return;
    const colon = content.indexOf(':');
    if (colon < 0) {
      issues.push({ line, kind: 'no_colon' });
      return;
    }
    const key = content.slice(0, colon).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    const group = groups.at(-1);
    if (key === 'user-agent') {
      const token = productToken(value);
      if (token === null) issues.push({ line, kind: 'bad_token' });
      const name = token ?? '';
      if (group !== undefined && collectingTokens) group.tokens.push(name);
      else groups.push({ index: groups.length, line, tokens: [name], rules: [] });
      collectingTokens = true;
    } else if (key === 'allow' || key === 'disallow') {
      if (group === undefined) {
        issues.push({ line, kind: 'rule_before_group' });
        return;
      }
      collectingTokens = false;
      if (value !== '') {
        group.rules.push({ line, kind: key, text: content, path: value, pattern: compilePattern(value) });
      }
    } else if (key === 'sitemap') {
      sitemaps.push({ line, url: value });
    } else {
      if (!knownKeys.has(key)) issues.push({ line, kind: 'unknown_key' });
      records.push({ line, key, value, group: group?.index ?? null });
    }
  });
  return { groups, sitemaps, records, issues, bytes: body.length };
}

/** The groups that bind a token, merged (section 2.2.1): its own if it has any, else those of `*`. */
export function groupsFor(
  file: RobotsFile,
  token: string,
): { kind: 'named' | '*' | 'none'; groups: readonly RobotsGroup[] } {
  const wanted = token.toLowerCase();
  const named = wanted === '' || wanted === '*' ? [] : file.groups.filter((group) => group.tokens.includes(wanted));
  if (named.length > 0) return { kind: 'named', groups: named };
  const general = file.groups.filter((group) => group.tokens.includes('*'));
  return general.length > 0 ? { kind: '*', groups: general } : { kind: 'none', groups: [] };
}

/**
 * May the crawler with this product token (`OAI-SearchBot`, not its full agent string) read this URL or path?
 * The match with the most octets wins, `allow` wins a tie, and the earlier line is named when both are of one kind.
 */
export function decideRobots(file: RobotsFile, token: string, urlOrPath: string): RobotsDecision {
  const { kind, groups } = groupsFor(file, token);
  const path = matchablePath(urlOrPath);
  if (path === null || path.raw === '/robots.txt') return { allowed: true, rule: null, group: kind };
  let best: RobotsRule | null = null;
  for (const group of groups) {
    for (const rule of group.rules) {
      if (best !== null) {
        const shorter = rule.pattern.octets < best.pattern.octets;
        const tie = rule.pattern.octets === best.pattern.octets;
        if (shorter || (tie && (rule.kind === best.kind || best.kind === 'allow'))) continue;
      }
      if (matchesPath(rule.pattern, path)) best = rule;
    }
  }
  if (best === null) return { allowed: true, rule: null, group: kind };
  return {
    allowed: best.kind === 'allow',
    rule: { line: best.line, text: best.text, kind: best.kind },
    group: kind,
  };
}

/** `Crawl-delay` in seconds for a token; null when absent or not a number. It is no part of RFC 9309. */
export function crawlDelaySeconds(file: RobotsFile, token: string): number | null {
  const bound = new Set(groupsFor(file, token).groups.map((group) => group.index));
  const record = file.records.find(
    (each) => each.key === 'crawl-delay' && each.group !== null && bound.has(each.group),
  );
  if (record === undefined || !/^\d+(\.\d+)?$/.test(record.value)) return null;
  return Number(record.value);
}
