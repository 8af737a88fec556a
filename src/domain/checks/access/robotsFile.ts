import { count } from '../../text/count.ts';
import { type Check, fail, notApplicable, pass, unmeasured, warn } from '../check.ts';
import { chainText, finalError, finalStatus, isHtml, mediaType, startsAsHtml } from '../fetchFacts.ts';
import type { RobotsIssue } from '../robots.ts';
import { sources } from '../sources.ts';

const issueWords: Readonly<Record<RobotsIssue['kind'], string>> = {
  too_large: 'larger than 500 KiB',
  bad_utf8: 'not UTF-8',
  rule_before_group: 'rule before the first user-agent line',
  unknown_key: 'unknown key',
  no_colon: 'no colon',
  bad_token: 'user-agent line without a product token',
  dead_rule: 'the rule starts with neither / nor *, so it matches no address',
  google_only: 'no rule by RFC 9309, though Google’s parser reads it as one',
};

export const robotsFetch: Check = {
  id: 'access.robots.fetch',
  class: 'gate',
  scope: 'site',
  title: 'robots.txt can be fetched',
  rule: 'The final response after at most 5 redirects. Pass: 200 with a body that is not HTML, or 404 or 410 (the file does not exist, so no rule applies). Warn: another 4xx (no rule applies), 200 with HTML (by its type or its first tag), or no response within 5 redirects. Fail: 5xx, timeout, DNS, TLS or connection error, or 429. By the RFC, 429 means that no rule applies, but Google documents that it then crawls nothing.',
  sources: [sources.rfc9309, sources.googleRobots],
  strength: 'S',
  remediation: 'Serve /robots.txt as plain text with status 200.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: ({ robots }) => {
    if (robots.fetch === null) return unmeasured('not_captured', 'robots.txt was not requested.');
    const { fetch } = robots;
    const status = finalStatus(fetch);
    const evidence = {
      chain: chainText(fetch),
      status,
      error: finalError(fetch),
      type: mediaType(fetch),
      bytes: fetch.decodedBytes,
      sha256: fetch.sha256,
    };
    if (robots.state === 'unreachable') {
      return fail(
        `robots.txt is unreachable (${status ?? finalError(fetch)}): crawlers must assume that all is disallowed.`,
        evidence,
      );
    }
    if (status === 429) {
      return fail(
        'robots.txt answers 429: no rule binds by RFC 9309, but Google treats it as a server error and crawls nothing.',
        evidence,
      );
    }
    if (status === 404 || status === 410) return pass(`No robots.txt exists (${status}): no rule binds.`, evidence);
    if (robots.state === 'unavailable') {
      return warn(`robots.txt answers ${status ?? finalError(fetch)}: no rule binds.`, evidence);
    }
    if (isHtml(fetch) || startsAsHtml(fetch)) return warn('robots.txt answers 200 with an HTML page.', evidence);
    return pass(`robots.txt answers ${status} with ${count(fetch.decodedBytes, 'byte')}.`, evidence);
  },
};

export const robotsSyntax: Check = {
  id: 'access.robots.syntax',
  class: 'hygiene',
  scope: 'site',
  title: 'robots.txt is well formed',
  rule: 'Pass: at most 500 KiB, UTF-8, every line a rule, a user-agent line, a sitemap or a known record of another specification. Such records: Crawl-delay, Host, Clean-param, Noindex, Request-rate, Visit-time, Content-Signal, Content-Usage, License, Agentmap and others. Warn: larger, an unknown key, no colon, or a rule before the first user-agent line. Also a rule that starts with neither / nor * and so matches nothing. A line that only Google’s parser takes for a rule is listed as such. Not applicable: no file.',
  sources: [sources.rfc9309, sources.googleParser],
  strength: 'S',
  remediation: 'Shorten the file, save it as UTF-8 and fix the listed lines.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: ({ robots }) => {
    if (robots.state === 'not_captured') return unmeasured('not_captured', 'robots.txt was not requested.');
    if (robots.file === null) return notApplicable('No robots.txt exists to read.');
    const { issues, bytes } = robots.file;
    // A file is used as far as it can be read, so a line that changes a decision is reported before one that does not.
    const first = issues.find(({ kind }) => kind === 'google_only') ?? issues[0];
    if (first === undefined) return pass(`robots.txt has ${count(bytes, 'byte')} and no faulty line.`, { bytes });
    const lines = issues.slice(0, 20).map(({ line, kind }) => ({ line, kind }));
    const where = first.line === null ? 'the file is' : `line ${first.line}:`;
    return warn(`robots.txt has ${count(issues.length, 'fault')}; ${where} ${issueWords[first.kind]}.`, {
      bytes,
      faults: issues.length,
      lines,
    });
  },
};
