import type { Node } from './answerOutline.ts';
import type { ItemContext, ItemName } from './itemNames.ts';
import { cleanName, nameLikeness } from './names.ts';
import { foldedWords, isAdvice } from './phrases.ts';
import { languageOf } from './textLanguage.ts';
import { foldTitle } from './titleWords.ts';

/** Returns true for an item that advises to take a name in bold. */
export function isAdvised({ line }: Node, { text }: ItemContext): boolean {
  const bold = text.slice(line.start, Math.min(line.end, line.start + 32)).indexOf('**');
  if (bold < 3) return false;
  const language = languageOf(text);
  const words = text
    .slice(line.start, line.start + bold)
    .trim()
    .split(/\s+/);
  const articles = foldedWords('articles', language);
  return isAdvice((articles.has(foldTitle(words.at(-1) ?? '')) ? words.slice(0, -1) : words).join(' '), language);
}

/** Returns the name that an item recommends, as in "Choose **Acme** if …". */
export function advisedName(node: Node, state: ItemContext): ItemName | null {
  if (!isAdvised(node, state)) return null;
  const start = state.text.indexOf('**', node.line.start) + 2;
  const close = state.text.indexOf('**', start);
  if (close < 0 || close > node.line.end) return null;
  const span = cleanName(state.text, start, close);
  return nameLikeness(span.name) >= 0.6 ? { span, link: null, colon: false } : null;
}
