import type { Node } from './answerOutline.ts';
import { rankOf } from './answerOutline.ts';
import { foldName } from './foldName.ts';
import type { Place, Role } from './nameRoles.ts';
import { cues, isOriginWord, joiners } from './phrases.ts';
import { endsInPreposition, nearestCue, plainWords, sentenceAround } from './sentenceCues.ts';
import type { Structure } from './structure.ts';

export type Verdict = { role: Role | null; firm: boolean; by: string };
export const verdict = (role: Role | null, by: string, firm = false): Verdict => ({ role, by, firm });

export type Within = { node: Node };

/** Returns true for one of the two names of "A vs B", of which only words of advice recommend one. */
export function isOpposed({ start, end }: Place, { shown, opposed }: Structure): boolean {
  return opposed.size > 0 && opposed.has(foldName(shown.slice(start, end)));
}

/** Returns true for a head that the line sets apart from its text. */
function isSetApart({ head, line }: Node): boolean {
  return head.form !== 'plain' || ((head.colon || head.dash) && head.rest < line.end);
}

/** A capitalised word and a joiner at the end: "Nordal or ", "Nordal, ". */
const followsName = /\p{Lu}[\p{L}\p{N}.-]{1,30}[*_`"”]{0,3}\s?(?:[,、，]|\s\p{Ll}{1,4})\s[*_`"“]{0,3}$/u;

/** Names and one word that joins them. */
const beside = /^[^\p{Ll}\d]*(?:\p{Lu}[\p{L}&’'-]*[^\p{L}\d]+){1,4}(?:\p{Ll}{1,6}\s[^\p{L}\d]*)?$/u;

const asksBehind = /[?？؟]["”)*\]_ ]{0,6}$/;

/** Decides the role of a name in a sentence, by the words around it. @param within the item that names another brand */
export function sentenceRole(
  place: Place,
  node: Node,
  structure: Structure,
  within: Within | null,
  fragment: boolean,
): Verdict {
  const { shown, language } = structure;
  const [ahead, behind] = sentenceAround(shown, place, node.line.start, node.line.end);
  const before = plainWords(ahead).trimEnd();
  const after = plainWords(behind);
  const stop = place.end + behind.length;
  const asks = /^[?？؟]/.test(shown.slice(stop, stop + 1)) || asksBehind.test(behind);
  const cue = nearestCue(before, after, language);
  const listed = structure.named.size > 1;
  if (
    cue?.role === 'recommended' &&
    language !== 'de' &&
    /[\p{Ll},]\s+[*_“"]{0,3}\p{Lu}[\p{L}\p{N}]{1,20} $/u.test(ahead)
  )
    return verdict(null, 'inside a longer name');
  const isOrigin = cue?.role === 'compared' && isOriginWord(cue.by);
  if (cue !== null && cue.role !== 'recommended' && !isOrigin) return verdict(cue.role, cue.by);
  if (cue !== null && isUnsure(before, language)) return verdict('compared', 'cannot say');
  if (asks) return verdict('compared', 'in a question');
  // "By", "von" or "di" says where something comes from, not whether the sentence recommends the name.
  if (isOrigin) return verdict(null, cue.by);
  // An item without a separate name, such as a step, a bundle or a need, may have names in its text.
  const unnamed = within === null && node.line.kind !== 'text' && node.rank < rankOf.row && isSetApart(node);
  if (cue !== null) {
    if (within !== null) return verdict(cue.strong && node.line.cut ? null : 'compared', `in item, ${cue.by}`);
    if (listed && !cue.strong) return verdict(null, `outside the list, ${cue.by}`);
    if (listed && (isUse(cue.by, language) || unnamed) && !isTold(before, behind, cue.by, language))
      return verdict(null, `outside the list, ${cue.by}`);
    if (listed) return verdict('recommended', `outside the list, ${cue.by}`);
    const firm = structure.named.size === 0 && cue.strong && !followsName.test(ahead.slice(-40));
    return verdict('recommended', cue.by, firm);
  }
  if (before.slice(-80).search(cues('suchAs', language)) >= 0 && (listed || within !== null))
    return verdict(unnamed ? null : 'compared', 'an example');
  // "Equity: Acme or Bolt" may list names after a label that was read as a name.
  if (within !== null) {
    const stem = shown.slice(node.head.rest, place.start);
    const isBeside = within.node === node && fragment && place.start >= node.head.rest && beside.test(stem);
    return verdict(isBeside ? null : 'compared', 'in another item');
  }
  if (isOpposed(place, structure)) return verdict('compared', 'set against another');
  const isBold = node.line.kind === 'text' && /\*\*[^*\n]{0,40}$/.test(ahead) && /^[^*\n]{0,40}\*\*/.test(behind);
  const isInside = place.end <= node.span.end && structure.named.has(foldName(node.span.name));
  if (listed && (isBold || isInside)) return verdict(null, 'next to a listed name');
  if (listed && !fragment && !unnamed) {
    const isSure = structure.named.size > 2 && node.line.kind === 'text';
    return verdict(isSure ? 'compared' : null, 'outside the list');
  }
  if (listed && endsInPreposition(before, language) && before.search(cues('recommendBefore', language)) < 0)
    return verdict('compared', 'after a preposition');
  return verdict(null, 'running text');
}

/** "I can't say whether Acme is good": the words that recommend are part of what is left open. */
function isUnsure(before: string, language: string): boolean {
  const unsure = [...before.matchAll(cues('unsure', language))].at(-1);
  return unsure !== undefined && !/[,;:，、；：]/.test(before.slice(unsure.index));
}

function isUse(by: string, language: string): boolean {
  const uses = cues('use', language);
  uses.lastIndex = 0;
  return uses.exec(by)?.[0] === by;
}

/** "Use Acme for …" opens its clause and recommends one thing; "you can use Acme, Bolt and Cargo" lists options. */
function isTold(before: string, behind: string, by: string, language: string): boolean {
  const ahead = before.slice(0, before.lastIndexOf(by)).replace(/^[^:：]{1,60}[:：]/u, '');
  const next = joiners(language);
  next.lastIndex = 0;
  return !/\p{L}/u.test(ahead) && next.exec(behind.slice(0, 30).replace(/^[*_`"”»]+/, ''))?.index !== 0;
}
