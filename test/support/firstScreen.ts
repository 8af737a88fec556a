/** The first screen of a page as a visitor sees it, in pixels and words. */
export type FirstScreen = {
  /** Top of the first figure, image or row of data; null if the first screen has none. */
  firstDatum: number | null;
  /** Visible words in sentences of five and more words: neither data nor labels. */
  proseWords: number;
  /** All words of the body above the first datum. */
  wordsAbove: number;
  /** Controls of the body above the first datum, without the page's bar and table headers. */
  controlsAbove: number;
  /** Whole rows of data in view. */
  rows: number;
  /** Height of the page in pixels. */
  height: number;
};

/**
 * Measures the first screen: an expression for the page. Sentences count in `main`, outside tables, rows and figures,
 * third-party texts, code, buttons and headings; invisible text does not count.
 */
export const measureFirstScreen = `(() => {
  const main = document.querySelector('main');
  const isSeen = (element) => {
    const { width, height, top, bottom, left } = element.getBoundingClientRect();
    return width > 1 && height > 1 && bottom > 0 && top < innerHeight && left < innerWidth && element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  };
  const wordsOf = (text) => text.split(/\\s+/).filter((word) => /[\\p{L}\\p{N}]/u.test(word)).length;
  const data = [...main.querySelectorAll('tbody tr, [data-row], [data-datum], svg[role=img]')].filter((element) => isSeen(element) && !element.matches('tr:has(> td[colspan][style])'));
  const firstDatum = data.length === 0 ? null : Math.round(Math.min(...data.map((element) => element.getBoundingClientRect().top)));
  const limit = firstDatum ?? innerHeight;
  const blocks = new Map();
  let wordsAbove = 0;
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.textContent.trim() === '' || !isSeen(parent) || parent.closest('svg, .sr-only, select, option') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { top, bottom } = range.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight) continue;
    if (top < limit && bottom <= limit) wordsAbove += wordsOf(node.textContent);
    if (parent.closest('table, [data-row], dl, bdi, pre, [data-foreign], button, a[class*=inline-flex], h1, h2, h3, label, legend') !== null) continue;
    let block = parent;
    while (block !== main && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
    blocks.set(block, (blocks.get(block) ?? '') + node.textContent);
  }
  let proseWords = 0;
  for (const text of blocks.values()) {
    for (const sentence of text.split(/[.!?;:·](?:\\s|$)/)) {
      const words = wordsOf(sentence);
      if (words >= 5) proseWords += words;
    }
  }
  const controls = [...main.querySelectorAll('button, a[href], input, select, textarea, summary')].filter((control) => isSeen(control) && control.closest('[data-bar], thead') === null);
  const rows = [...main.querySelectorAll('tbody tr, [data-row]')].filter((row) => isSeen(row) && row.getBoundingClientRect().bottom <= innerHeight && row.getBoundingClientRect().height > 12 && row.textContent.trim() !== '');
  return {
    firstDatum,
    proseWords,
    wordsAbove,
    controlsAbove: controls.filter((control) => control.getBoundingClientRect().bottom <= limit).length,
    rows: rows.length,
    height: document.documentElement.scrollHeight,
  };
})()`;
