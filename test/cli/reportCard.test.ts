import { describe, expect, it } from 'vitest';
import { cardAsMarkdown, cardAsText } from '../../src/cli/reportCard.ts';
import { analyze } from '../../src/domain/checks/analyze.ts';
import { all, noBrowser, nothingReadable, robotsText } from '../domain/checks/support/change.ts';
import { bundleOf, healthySite } from '../domain/checks/support/siteSpec.ts';

function analysed(change: (site: ReturnType<typeof healthySite>) => void) {
  const site = healthySite();
  change(site);
  return analyze(bundleOf(site));
}

describe('the report card', () => {
  it('shows what a website wrote without letting it write to the terminal', () => {
    const blocked = analysed(robotsText('User-agent: Bingbot', 'Disallow: /'));
    const lines = blocked.result.checks.map((check) => ({ ...check, evidenceLine: 'a\u001b[2J\u202eb|<b>' }));
    const hostile = { ...blocked, result: { ...blocked.result, checks: lines } };
    expect(cardAsText(hostile, false, 80)).toContain('a·[2J·b|<b>');
    expect(cardAsMarkdown(hostile)).toContain('a·\\[2J·b\\|\\<b>');
  });

  it('names the gates that no verdict was found for, and does not count them as passed', () => {
    const text = cardAsText(analysed(all(nothingReadable, noBrowser)), false, 100);
    expect(text).toMatch(/^\d of 9 gates failed, \d could not be measured/);
    expect(text).toMatch(/○ open {2}The main text is in the HTML as served {2}render\.raw_text: page_missing/);
    expect(text).toMatch(/Not measured: .*no_renderer \(/s);
  });

  it.each([80, 120])('keeps to %i columns, but for an address that is longer', (columns) => {
    const lines = cardAsText(analysed(all(nothingReadable, noBrowser)), false, columns).split('\n');
    expect(lines.filter((line) => line.length > columns && /\s/.test(line.trim()))).toEqual([]);
  });
});
