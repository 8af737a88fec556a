import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { AccessibilityReading } from '../../domain/checks/evidenceBundle.ts';

/** Rules of WCAG 2 A and AA, and best practices that change what an assistant finds in the accessibility tree. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const practices = [
  'accesskeys',
  'aria-allowed-role',
  'aria-dialog-name',
  'aria-text',
  'aria-treeitem-name',
  'empty-heading',
  'heading-order',
  'identical-links-same-purpose',
  'image-redundant-alt',
  'label-content-name-mismatch',
  'landmark-one-main',
  'presentation-role-conflict',
  'skip-link',
  'tabindex',
  'table-duplicate-name',
  'table-fake-caption',
  'target-size',
  'td-has-header',
];

/** Time limit of an audit, which takes seconds on a page with thousands of elements. */
const timeoutMs = 8_000;
const maxSelectors = 5;
const maxSelectorLength = 200;

/**
 * Runs after the rules. A control whose only name is a glyph of an icon font, or a word that such a font draws as a
 * glyph, has a name for the rules but none for a reader.
 */
const audit = `(async () => {
  const selectorOf = (target) => target.flat(9).join(' ').slice(0, ${maxSelectorLength});
  const run = await axe.run(document, {
    runOnly: { type: 'tag', values: ${JSON.stringify(tags)} },
    rules: ${JSON.stringify(Object.fromEntries(practices.map((rule) => [rule, { enabled: true }])))},
    resultTypes: ['violations'],
    iframes: false,
    elementRef: false,
    preload: false,
  });
  const findings = run.violations.map(({ id, impact, nodes }) => ({
    rule: id,
    impact: String(impact),
    count: nodes.length,
    selectors: nodes.slice(0, ${maxSelectors}).map(({ target }) => selectorOf(target)),
  }));
  axe.setup(document);
  const icons = '[class*="material-icons"], [class*="material-symbols"]';
  const glyphs = [...document.querySelectorAll('button, a[href], [role="button"], [role="link"], [role="tab"], [role="menuitem"]')]
    .slice(0, 3000)
    .filter((element) => {
      if (!axe.commons.dom.isVisibleToScreenReaders(element)) return false;
      const name = axe.commons.text.accessibleText(element).trim();
      if (name === '') return false;
      if (name.replace(/[\\p{Co}\\s]/gu, '') === '') return true;
      const words = [...element.querySelectorAll(icons)].map((icon) => icon.textContent.trim()).join(' ').trim();
      const isIcon = element.matches(icons) ? element.textContent.trim() : words;
      return isIcon !== '' && name === isIcon;
    });
  const selectors = glyphs.slice(0, ${maxSelectors}).map((element) => String(axe.utils.getSelector(element)).slice(0, ${maxSelectorLength}));
  axe.teardown();
  if (glyphs.length > 0) findings.push({ rule: 'icon-glyph-name', impact: 'serious', count: glyphs.length, selectors });
  return { engine: 'axe-core ' + axe.version, findings };
})()`;

let source: Promise<string> | null = null;

/** Read on first use: it is large, and most processes never render a page. */
function axeSource(): Promise<string> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return source;
}

/** Audits a rendered page with axe-core; null if it could not run, or not in time. */
export async function auditAccessibility(page: Page): Promise<AccessibilityReading | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  const work = (async () => {
    await page.evaluate(await axeSource());
    return await page.evaluate<AccessibilityReading>(audit);
  })().catch(() => null);
  const reading = await Promise.race([work, late]);
  clearTimeout(timer);
  return reading;
}
