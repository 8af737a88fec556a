import { describe, expect, it } from 'vitest';
import { cardAsMarkdown, cardAsText } from '../../src/cli/report/card.ts';
import { analyze } from '../../src/domain/checks/analyze.ts';
import {
  all,
  type Change,
  homeReply,
  noBrowser,
  nothingReadable,
  onHome,
  pageAt,
  robotsText,
} from '../domain/checks/support/change.ts';
import { at, bundleOf, healthySite, xml } from '../domain/checks/support/siteSpec.ts';

function analysed(change: (site: ReturnType<typeof healthySite>) => void) {
  const site = healthySite();
  change(site);
  return analyze(bundleOf(site));
}

const dead: Change = (site) => {
  pageAt(site, '/about').reply.status = 404;
};

function sitemapOf(body: string): Change {
  return (site) => {
    site.sitemaps = [{ url: at('/sitemap.xml'), reply: xml(body) }];
  };
}

describe('the report card', () => {
  it('shows website texts that cannot control the terminal', () => {
    const blocked = analysed(robotsText('User-agent: Bingbot', 'Disallow: /'));
    const lines = blocked.result.checks.map((check) => ({ ...check, evidenceLine: 'a\u001b[2J\u202eb|<b>' }));
    const hostile = { ...blocked, result: { ...blocked.result, checks: lines } };
    expect(cardAsText(hostile, false, 80)).toContain('a b|<b>');
    expect(cardAsMarkdown(hostile)).toContain('a b\\|\\<b>');
  });

  it('names gates without a verdict, and does not count them as passed', () => {
    const text = cardAsText(analysed(all(nothingReadable, noBrowser)), false, 100);
    expect(text).toMatch(
      /^NOT MEASURED: none of 1 planned pages was captured\. \d of 9 gates failed, \d could not\s+be measured/,
    );
    expect(text).toMatch(/○ open {2}The main text is in the HTML as served {2}render\.raw_text: page_missing/);
    expect(text).toMatch(/Not measured: .*no_renderer \(/s);
  });

  it.each<[id: string, change: Parameters<typeof analysed>[0], line: RegExp]>([
    ['access.page.status', dead, /7 of 8 pages .*; \S+\/about ends in 404\.$/],
    ['discovery.sitemap.quality', dead, /; \S+\/about does not answer 200 itself\.$/],
    ['discovery.sitemap.quality', homeReply({ headers: [['X-Robots-Tag', 'noindex']] }), /; \S+\/ carries noindex\.$/],
    [
      'discovery.sitemap.present',
      sitemapOf('<!doctype html><p>Welcome'),
      /\/sitemap\.xml is declared and is an HTML page\.$/,
    ],
    ['discovery.sitemap.present', sitemapOf('<note/>'), /is declared and is XML of another kind\.$/],
    [
      'content.image_alt',
      onHome((doc) => {
        doc.main += '<img src="/a.png">';
      }),
      /; \S+\/ has 1 without it\.$/,
    ],
    [
      'agent.names',
      (site) => {
        for (const page of site.rendered) {
          const finding = { rule: 'button-name', impact: 'critical', count: 1, selectors: ['#buy > button'] };
          page.accessibility = { engine: 'axe-core 4.14.1', findings: [finding] };
        }
      },
      /\/: 1 control has no name, such as #buy > button\.$/,
    ],
  ])('locates the fault of %s', (id, change, line) => {
    expect(analysed(change).result.checks.find((check) => check.id === id)?.evidenceLine).toMatch(line);
  });

  it('explains missing planned pages', () => {
    expect(cardAsText(analysed(dead), false, 120)).toContain('7 of 8 planned pages captured (1 failed)');
  });

  it.each([80, 120])('keeps to %i columns, except for a longer address', (columns) => {
    const lines = cardAsText(analysed(all(nothingReadable, noBrowser)), false, columns).split('\n');
    expect(lines.filter((line) => line.length > columns && /\s/.test(line.trim()))).toEqual([]);
  });
});
