import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * After a change of theme or width, colours and positions move for a moment: measured then, a text would have a
 * contrast that it never keeps. Resolves when a frame begins without running animations, except endless ones such as a
 * skeleton's pulse.
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

/** Returns axe's findings of any impact: its default rules, and the size or spacing of targets. */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Injected through the debugger, since the policy of the pages allows no such script.
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
