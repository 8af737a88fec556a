import type { Node } from './answerOutline.ts';
import { rankOf } from './answerOutline.ts';
import type { ItemContext, ItemName } from './itemNames.ts';
import { findName } from './itemNames.ts';
import { isFunctionWord } from './names.ts';
import { isCategory } from './titles.ts';

/** Last words of titles and categories, whatever appears before them. */
const generic =
  /(?:^|\s)(?:overall|values?|deals?|picks?|choices?|options?|budgets?|friendly|winners?|runners?-up|performers?|favou?rites?|brands?|tools?|apps?|services?|products?|models?|providers?|places?|sites?|platforms?|software|alternatives?|mentions?|tips?|notes?|advice|considerations?|considering|for|features?|reviews?|summary|verdict|conclusion|recommendations?|recommended|thoughts|choose|guide|know|use|users?|beginners|families|students|professionals|teams?|business(?:es)?|quality|prices?|pricing|support|design|performance|experience|everyone|everything|steps?|questions|beste|preis|auswahl|wahl|choix|prix|eleccion|opcion|scelta|opzione|escolha|opcao|keuze|wybor|secim)$/i;
const asksOrTells =
  /^(?:how|what|why|when|where|which|who|tips?|things|factors?|key|buying|final|our|my|your|additional|other|next|more|also|if|do|does|is|are|should|can)(?:\s|$)/i;
const nearest = 6;

/**
 * Returns true for two to five capitalised words, numbered, linked or bold before a dash, that do not end like a title.
 */
function couldBeName({ head, span, number, rank }: Node): boolean {
  const isSetApart = head.form === 'link' || (head.bold && head.dash) || (number !== null && (head.bold || head.dash));
  if ((!isSetApart && rank >= rankOf.paragraphItem) || head.colon) return false;
  const words = span.name.split(' ');
  if (words.length < 2 || words.length > 5 || generic.test(span.name) || asksOrTells.test(span.name)) return false;
  if (!words.every((word) => /^\P{L}*[\p{Lu}\d]|^&$/u.test(word) || isFunctionWord(word))) return false;
  return rank >= rankOf.paragraphItem || (number !== null && isCategory(span.name));
}

/**
 * Returns the name of an item or a numbered title. "Best Buy", "Great Clips" or "Para Todos" open like a category or a
 * title: among items that are set apart alike and are names, they are names too.
 */
export function itemName(node: Node, context: ItemContext): ItemName | null {
  const own = findName(node, context);
  const isBehindDash = own !== null && own.span.start !== node.span.start && node.head.dash;
  if ((own !== null && !isBehindDash) || node.parent === null || !couldBeName(node)) return own;
  const near = node.parent.children
    .slice(Math.max(0, node.at - nearest), node.at + nearest + 1)
    .filter((one) => one !== node && one.rank === node.rank && one.head.form === node.head.form);
  const named = near.filter((one) => findName(one, context)?.span.start === one.span.start);
  const neither = near.filter((one) => !named.includes(one) && !couldBeName(one));
  if (named.length < 2 || neither.length * 2 > named.length) return own;
  return { span: node.span, link: node.head.link, colon: false };
}
