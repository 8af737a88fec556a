import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds, of whatever impact: its usual rules, and that targets have the size or the room that they need. */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // By the debugger's own way, since the policy of the pages lets no such script in.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    preload: false,
    rules: { 'target-size': { enabled: true } },
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  };
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => id + ' (' + impact + '): ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`);
}
