import type { Line } from './lines.ts';
import { isTitle } from './phrases.ts';

/**
 * Finds the start of the list of sources at the end of an answer: a line of the second half that is "Sources", alone or
 * before a colon. The text's length without one. Names in it are cited, not recommended.
 */
export function startOfSources(text: string, lines: readonly Line[]): number {
  const numbered = startOfNumberedSources(text);
  for (const line of lines) {
    if (line.start * 5 < text.length * 2 || line.kind === 'bullet' || line.kind === 'ordered') continue;
    const opening = text
      .slice(line.start, Math.min(line.end, line.start + 60))
      .replace(/[*_#`]/g, '')
      .trim();
    const label = /^([^:：]{2,40})[:：]/.exec(opening)?.[1] ?? (line.end - line.start < 40 ? opening : '');
    if (label !== '' && label.trim().split(/\s+/).length <= 4 && isTitle('source', label))
      return Math.min(line.start, numbered);
  }
  return numbered;
}

const maxCandidates = 20;
const maxTitle = 240;
const maxAddress = 400;

/**
 * Finds "(1) Title. https://… (2) …" at the end of a copied chat: the pages it read, with or without a word that
 * announces them.
 */
function startOfNumberedSources(text: string): number {
  let at = text.indexOf('(1) ', Math.floor((text.length * 2) / 5));
  for (let round = 0; at >= 0 && round < maxCandidates; round += 1) {
    const address = text.slice(at, at + maxTitle).search(/https?:\/\//);
    if (address > 0 && text.slice(at + address, at + address + maxAddress).includes('(2) ')) return at;
    at = text.indexOf('(1) ', at + 1);
  }
  return text.length;
}
