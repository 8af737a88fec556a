import { googleKey, isForeignKey, type RobotsKey, type RobotsReading, rfcKey, splitLine } from './robotsKeys.ts';
import { readLines, trimBlanks } from './robotsLines.ts';
import { compilePattern, matchablePath, matchesPath, type PathPattern } from './robotsPattern.ts';

export { robotsByteLimit } from './robotsLines.ts';

export type RobotsRule = { line: number; kind: 'allow' | 'disallow'; text: string; path: string; pattern: PathPattern };

/** Any other `key: value` line: crawl-delay, content-signal, a misspelling. `group` is null before the first group. */
export type RobotsRecord = { line: number; key: string; value: string; group: number | null };

export type RobotsGroup = { index: number; line: number; tokens: readonly string[]; rules: readonly RobotsRule[] };

export type RobotsIssue = {
  /** One-based; null if it concerns the whole file. */
  line: number | null;
  kind:
    | 'too_large'
    | 'bad_utf8'
    | 'rule_before_group'
    | 'unknown_key'
    | 'no_colon'
    | 'bad_token'
    /** A rule whose path starts with neither `/` nor `*`: no address can match it. */
    | 'dead_rule'
    /** Not a rule by RFC 9309, but one to Google's parser: a misspelt key or a forgotten colon. */
    | 'google_only';
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
  /** The winning line; null if no rule matched. */
  rule: { line: number; text: string; kind: 'allow' | 'disallow' } | null;
  /** Group that decided: the token's own, the `*` group or none. */
  group: 'named' | '*' | 'none';
};

/** Reads RFC 9309's identifier, plus digits because vendors use them (AI2Bot). White space may follow `*`. */
function productToken(value: string): string | null {
  if (/^\*(\s|$)/.test(value)) return '*';
  return /^[a-z0-9_-]+/i.exec(value)?.[0].toLowerCase() ?? null;
}

/**
 * Returns true if a user-agent line names a crawler. An RFC 9309 identifier has no digits, so it ends before the first
 * one; digits are compared only for a crawler that has them in its own name.
 */
function names(token: string, target: string): boolean {
  return token === target || (!/\d/.test(target) && token.split(/\d/, 1)[0] === target);
}

type OpenGroup = { index: number; line: number; tokens: string[]; rules: RobotsRule[] };

/**
 * Parses a robots.txt body. Never throws: a line that cannot be parsed is an issue with its number.
 * @param reading strictly by RFC 9309, or as Google's published parser reads the file
 */
export function parseRobots(body: Uint8Array, reading: RobotsReading = 'rfc'): RobotsFile {
  const { lines, tooLarge, validUtf8 } = readLines(body);
  const issues: RobotsIssue[] = [];
  if (tooLarge) issues.push({ line: null, kind: 'too_large' });
  if (!validUtf8) issues.push({ line: null, kind: 'bad_utf8' });
  const groups: OpenGroup[] = [];
  const sitemaps: { line: number; url: string }[] = [];
  const records: RobotsRecord[] = [];
  // Only a rule closes the list of user-agent lines; blank lines, comments and other records do not (section 2.2.4).
  let collectingTokens = false;
  for (const { line, content } of lines) {
    const pair = splitLine(content, reading);
    if (pair === null) {
      issues.push({ line, kind: isGoogleRule(content) ? 'google_only' : 'no_colon' });
      continue;
    }
    const output = trimBlanks(pair.key);
    const value = trimBlanks(pair.value);
    const key: RobotsKey | null = reading === 'rfc' ? rfcKey(output) : googleKey(output);
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
        continue;
      }
      collectingTokens = false;
      if (value !== '' && !/^[/*]/.test(value)) issues.push({ line, kind: 'dead_rule' });
      if (value !== '') group.rules.push(...deriveRules({ line, kind: key, text: content, path: value }, reading));
    } else if (key === 'sitemap') {
      sitemaps.push({ line, url: value });
    } else {
      const lower = output.toLowerCase();
      if (isGoogleRule(content)) issues.push({ line, kind: 'google_only' });
      else if (!isForeignKey(lower)) issues.push({ line, kind: 'unknown_key' });
      records.push({ line, key: lower, value, group: group?.index ?? null });
    }
  }
  return { groups, sitemaps, records, issues, bytes: body.length };
}

/** Returns true for a line that Google's parser reads as a rule or user-agent line. */
function isGoogleRule(content: string): boolean {
  const pair = splitLine(content, 'google');
  const key = pair === null ? null : googleKey(trimBlanks(pair.key));
  return key !== null && key !== 'sitemap';
}

/** To Google's parser, an allow line for `…/index.htm…` also allows the bare directory; RFC 9309 does not say so. */
function deriveRules(rule: Omit<RobotsRule, 'pattern'>, reading: RobotsReading): RobotsRule[] {
  const own = { ...rule, pattern: compilePattern(rule.path) };
  const slash = rule.path.lastIndexOf('/');
  if (reading === 'rfc' || rule.kind === 'disallow' || !rule.path.startsWith('/index.htm', slash)) return [own];
  return [own, { ...rule, pattern: compilePattern(`${rule.path.slice(0, slash + 1)}$`) }];
}

type Bound = {
  kind: 'named' | '*' | 'none';
  groups: readonly RobotsGroup[];
  /** Rules in order of precedence: by octets, `allow` before `disallow`, then by line. */
  rules: readonly RobotsRule[];
  /** Cache by path: one group binds most crawlers, and the same addresses are checked for each. */
  decided: Map<string, RobotsDecision>;
};

const boundGroups = new WeakMap<RobotsFile, Map<string, Bound>>();
const generalToken = '*';

/** Returns the groups that bind a token, merged (section 2.2.1): its own if it has any, otherwise those of `*`. */
export function groupsFor(file: RobotsFile, token: string): Bound {
  const lowerCase = token.toLowerCase();
  const knownByKey = boundGroups.get(file) ?? new Map<string, Bound>();
  boundGroups.set(file, knownByKey);
  const own = knownByKey.get(lowerCase) ?? ownGroups(file, lowerCase);
  const groups = own ?? knownByKey.get(generalToken) ?? generalGroups(file);
  knownByKey.set(own === null ? generalToken : lowerCase, groups).set(lowerCase, groups);
  return groups;
}

function ownGroups(file: RobotsFile, wantedText: string): Bound | null {
  if (wantedText === '' || wantedText === generalToken) return null;
  const named = file.groups.filter((group) => group.tokens.some((token) => names(token, wantedText)));
  return named.length === 0 ? null : bind('named', named);
}

function generalGroups(file: RobotsFile): Bound {
  const general = file.groups.filter((group) => group.tokens.includes(generalToken));
  return bind(general.length > 0 ? '*' : 'none', general);
}

function bind(kind: Bound['kind'], groups: readonly RobotsGroup[]): Bound {
  const rules = groups
    .flatMap((group) => group.rules)
    .sort((a, b) => b.pattern.octets - a.pattern.octets || rank(a) - rank(b) || a.line - b.line);
  return { kind, groups, rules, decided: new Map() };
}

function rank({ kind }: RobotsRule): number {
  return kind === 'allow' ? 0 : 1;
}

/**
 * Decides whether the crawler with this product token (`OAI-SearchBot`, not its full agent string) may read this URL or
 * path. The match with the most octets wins, `allow` wins a tie, and of two equal rules the earlier line is named.
 */
export function decideRobots(file: RobotsFile, token: string, urlOrPath: string): RobotsDecision {
  const { kind, rules, decided } = groupsFor(file, token);
  const path = matchablePath(urlOrPath);
  if (path === null || path.raw === '/robots.txt') return { allowed: true, rule: null, group: kind };
  const robotsDecision = decided.get(path.raw);
  if (robotsDecision !== undefined) return robotsDecision;
  const best = rules.find((rule) => matchesPath(rule.pattern, path)) ?? null;
  const decision: RobotsDecision = {
    allowed: best === null || best.kind === 'allow',
    rule: best === null ? null : { line: best.line, text: best.text, kind: best.kind },
    group: kind,
  };
  decided.set(path.raw, decision);
  return decision;
}

/**
 * Returns the slowest `Crawl-delay` in seconds of the groups that bind a token; null without one. RFC 9309 does not
 * define it.
 */
export function crawlDelaySeconds(file: RobotsFile, token: string): number | null {
  const bound = new Set(groupsFor(file, token).groups.map((group) => group.index));
  const delays = file.records
    .filter(({ key, group, value }) => key === 'crawl-delay' && group !== null && bound.has(group) && isNumber(value))
    .map(({ value }) => Number(value));
  return delays.length === 0 ? null : Math.max(...delays);
}

function isNumber(value: string): boolean {
  return /^\d{1,9}(\.\d+)?$/.test(value);
}
