import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Colours and places take a moment to reach those of a new theme or width: read meanwhile, a text has a contrast that it
 * never keeps. Ready when a frame begins with nothing on its way but what never ends, such as a skeleton's breath.
 */
const whenStill = `(async () => {
  const moving = () => document.getAnimations().filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  for (let all = moving(); all.length > 0; all = moving()) {
    // What is taken away meanwhile rejects, and has ended as well.
    await Promise.allSettled(all.map(({ finished }) => finished));
    await frame();
  }
})()`;

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
  return page.evaluate<
    string[]
  >(`${whenStill}.then(() => axe.run(document, ${JSON.stringify(options)})).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => id + ' (' + impact + '): ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`);
}
