import type { Node } from './answerOutline.ts';
import type { ItemContext, ItemName } from './itemNames.ts';
import { cleanName, nameLikeness } from './names.ts';
import { foldTitle } from './titleWords.ts';

const advises =
  /^(?:choose|pick|go (?:with|for|to)|get|buy|try|use|opt for|consider|check out|wahle|wahlen sie|nimm|nehmen sie|choisissez|prenez|optez pour|elige|elija|scegli|escolha|kies|wybierz|sec)\s{1,3}(?:the |den |die |das |le |la |el |il |o |a |de |het )?\*\*$/u;

/** Returns true for an item that advises to take a name in bold. */
export function isAdvised(node: Node, state: ItemContext): boolean {
  const opening = state.text.slice(node.line.start, Math.min(node.line.end, node.line.start + 32));
  const bold = opening.indexOf('**');
  return bold >= 3 && advises.test(foldTitle(opening.slice(0, bold + 2)));
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
