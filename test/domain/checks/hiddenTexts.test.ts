import { describe, expect, test } from 'vitest';
import { readPageText } from '../../../src/domain/html/pageFacts.ts';
import { honestTexts, hostileTexts } from './support/hiddenTexts.ts';

function found(text: string, hide: string): string[] {
  const html = `<!doctype html><html><body><main><p>Lamps.</p></main><div ${hide}>${text}</div></body></html>`;
  return readPageText(html, 'utf-8', 'https://lanternworks.example/').hiddenInstructions.map(({ matcher }) => matcher);
}

const ways = ['style="display:none"', 'class="x" style="position:absolute;left:-9999px"', 'aria-hidden="true"'];

test.each(hostileTexts)('a hidden instruction to an assistant is found: %s', (text) => {
  for (const way of ways) expect(found(text, way)).toHaveLength(1);
  expect(found(text, ''), 'visible text is not reported as hidden').toEqual([]);
});

describe('a text that legitimate pages hide is not found', () => {
  test.each(honestTexts)('%s', (text) => {
    expect(found(text, ways[0] ?? '')).toEqual([]);
  });

  test('nor are all legitimate texts together, as in one menu', () => {
    expect(found(honestTexts.map((text) => `<li>${text}</li>`).join(''), ways[0] ?? '')).toEqual([]);
  });
});

test('there are enough of both to be meaningful', () => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(60);
  expect(honestTexts.length).toBeGreaterThanOrEqual(60);
});
