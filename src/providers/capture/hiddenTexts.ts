import type { Page } from 'playwright-core';
import type { HiddenText } from '../../domain/checks/evidenceBundle.ts';

const maxElements = 20_000;
const maxTexts = 300;
const maxTextLength = 4_000;
const allTexts = 300_000;

/**
 * Texts hidden by an element's computed style, including external style sheets: the outermost element of each, with
 * method, path and text.
 */
const reading = `(() => {
  const channels = (colour) => {
    const numbers = (colour.match(/[\\d.]+/g) ?? []).map(Number);
    return numbers.length < 3 ? null : { rgb: numbers.slice(0, 3), alpha: numbers[3] ?? 1 };
  };
  const groundOf = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== 'none') return null;
      const own = channels(style.backgroundColor);
      if (own !== null && own.alpha > 0.9) return own.rgb;
    }
    return [255, 255, 255];
  };
  const hiddenBy = (element) => {
    const style = getComputedStyle(element);
    if (style.display === 'none') return 'display';
    if (style.visibility !== 'visible') return 'display';
    if (Number(style.opacity) <= 0.01) return 'opacity';
    if (parseFloat(style.fontSize) < 2) return 'size';
    if (/^rect\\((0|1)px/.test(style.clip) || /^inset\\((50|100)%/.test(style.clipPath)) return 'clip';
    if (parseFloat(style.textIndent) <= -900) return 'offscreen';
    const box = element.getBoundingClientRect();
    if (style.overflow === 'hidden' && box.width * box.height <= 1 && style.display !== 'inline') return 'clip';
    if (box.width > 0 && (box.right + scrollX < -500 || box.bottom + scrollY < -500)) return 'offscreen';
    const ink = channels(style.color);
    if (ink === null) return null;
    if (ink.alpha === 0) return 'colour';
    const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim().length > 15);
    const ground = ownText ? groundOf(element) : null;
    return ground !== null && ground.every((step, at) => Math.abs(step - ink.rgb[at]) <= 10) ? 'colour' : null;
  };
  const placeOf = (element) => {
    const steps = [];
    for (let at = element; at !== null && steps.length < 12; at = at.parentElement) {
      const same = at.parentElement === null ? [] : [...at.parentElement.children].filter((each) => each.tagName === at.tagName);
      steps.unshift(at.tagName.toLowerCase() + (same.length > 1 ? '[' + (same.indexOf(at) + 1) + ']' : ''));
    }
    return steps.join('>');
  };
  const silent = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'SVG', 'svg', 'OPTION']);
  const found = [];
  let left = ${allTexts};
  let looked = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT, (element) =>
    silent.has(element.tagName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  for (let element = walker.nextNode(); element !== null && looked < ${maxElements} && found.length < ${maxTexts} && left > 0; ) {
    looked += 1;
    const by = hiddenBy(element);
    if (by === null) { element = walker.nextNode(); continue; }
    const clone = element.cloneNode(true);
    for (const each of clone.querySelectorAll('script, style, noscript, template')) each.remove();
    const text = clone.textContent.replace(/\\s+/g, ' ').trim().slice(0, Math.min(left, ${maxTextLength}));
    if (text.length > 15) { found.push({ by, path: placeOf(element), text: text.toWellFormed() }); left -= text.length; }
    let next = walker.nextSibling();
    while (next === null && walker.parentNode() !== null) next = walker.nextSibling();
    element = next;
  }
  return found;
})()`;

/** Empty if the page no longer responds. */
export async function readHiddenTexts(page: Page): Promise<HiddenText[]> {
  return await page.evaluate<HiddenText[]>(reading).catch(() => []);
}
