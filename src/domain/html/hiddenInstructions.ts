import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { hiddenTagText, matchInstruction } from './instructions.ts';
import { elementPath, type HtmlElement } from './parseHtml.ts';
import { textOfRange } from './rangeText.ts';
import { cleanText } from './scanText.ts';
import type { Walk } from './walk.ts';

export type HiddenInstruction = { matcher: string; by: string; path: string; sha256: string };

/** Reads a text that is known to be hidden; null unless it is an instruction to a model. */
export function readHiddenText(text: string, by: string, path: string): HiddenInstruction | null {
  const matcher = matchInstruction(text);
  return matcher === null ? null : { matcher, by, path, sha256: bytesToHex(sha256(new TextEncoder().encode(text))) };
}

/**
 * Finds instructions to a model in text that is hidden, read only by screen readers, or written with invisible
 * characters.
 */
export function findHiddenInstructions(walked: Walk): HiddenInstruction[] {
  const instructions: HiddenInstruction[] = [];
  const note = (text: string, by: string, element: HtmlElement) => {
    const order = instructions.length >= 20 ? null : readHiddenText(text, by, '');
    if (order === null || instructions.some((each) => each.sha256 === order.sha256)) return;
    instructions.push({ ...order, path: elementPath(element) });
  };
  for (const { element, by } of walked.hiddenRoots) note(textOfRange(walked, element, 0), by, element);
  for (const { element, name, value } of walked.spoken) if (value.length > 15) note(cleanText(value), name, element);
  const { root } = walked;
  if (root !== null) {
    for (const segment of walked.segments) {
      const message = segment.text.includes('\u{DB40}') ? hiddenTagText(segment.text) : null;
      if (message !== null) note(message, 'tag_characters', root);
    }
  }
  return instructions;
}
