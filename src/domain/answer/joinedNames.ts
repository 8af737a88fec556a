import type { Link } from './answerLinks.ts';
import { linksWithin } from './answerLinks.ts';
import type { NameSpan } from './names.ts';
import { cleanName, nameLikeness } from './names.ts';

/** A name with the link around it. */
export type JoinedName = { span: NameSpan; link: Link | null };

const maxJoinedNames = 12;
/**
 * Separators between two names of one label, as in "A / B" or "A, B and C", in the languages of the readers' word
 * lists.
 */
const conjunction =
  'and|or|und|oder|et|ou|y|o|u|e|en|of|ve|veya|ile|i|lub|oraz|и|или|と|や|または|和|或|及|与|與|및|와|과|또는|و|أو|ו|או|और|या|และ|หรือ';
const between = new RegExp(
  String.raw`^[*_]{0,3}\s{0,3}(?:[,/&+、،]|,?\s{0,3}(?:${conjunction})(?=\s|\*|\[))\s{0,3}(?=\*\*|\[)`,
  'u',
);
const trailingWords =
  /\s*(?:等(?:平台|工具|软件|軟體|应用|服务|品牌|产品)?|など(?:の.*)?|etc\.?|u\.\s?a\.|usw\.?|vb\.?|итд|등)$/iu;

const makerBehind = /\p{L}\s(?:by|from|of|von|de|da|do|di|par|van|av|af|od|от|від)\s\p{Lu}/u;

/** A name with its maker, as in "Acme by Bolt". */
export function isByMaker(name: string): boolean {
  return makerBehind.test(name);
}

/** Splits a label joined by spaced slashes, "A / B / C", if each part may be a separate name. */
export function splitJoinedName(text: string, span: NameSpan): NameSpan[] {
  const raw = text.slice(span.start, span.end);
  const tail = trailingWords.exec(raw);
  const whole = tail === null || tail.index === 0 ? span : cleanName(text, span.start, span.start + tail.index);
  const siblings = splitSiblings(text, whole);
  if (siblings.length > 0) return siblings;
  const bracketed = raw.indexOf('(');
  if (!/\s\/\s|、/.test(bracketed < 0 ? raw : raw.slice(0, bracketed)) || raw.length > 200) return [whole];
  const parts: NameSpan[] = [];
  let from = whole.start;
  for (const match of text.slice(whole.start, whole.end).matchAll(/\s\/\s|、/g)) {
    if (bracketed >= 0 && match.index > bracketed) break;
    parts.push(cleanName(text, from, whole.start + match.index));
    from = whole.start + match.index + match[0].length;
  }
  parts.push(cleanName(text, from, whole.end));
  const firstWord = (part: NameSpan): string => part.name.split(/\s/)[0]?.toLowerCase() ?? '';
  const likely = parts.every((part) => nameLikeness(part.name) >= 0.5 && part.name.split(/\s/).length <= 5);
  if (!likely || parts.length > maxJoinedNames) return [whole];
  // In "Acme by Bolt / Cargo" the slash separates makers, not things to choose.
  if (isByMaker(parts[0]?.name ?? '')) return [parts[0] ?? whole];
  // "Acme Voice / Acme app" spells one name twice.
  if (parts.some((part, index) => index > 0 && firstWord(part) === firstWord(parts[0] ?? part)))
    return [parts[0] ?? whole];
  return parts;
}

/** "Acme Pad and Acme Tab": two names that begin with one word, each complete. */
function splitSiblings(text: string, { start, end, name }: NameSpan): NameSpan[] {
  const joint = /\s(?:and|or|&|und|oder|et|ou|y|e|en|ve|i)\s/u.exec(name);
  const first = name.split(' ', 1)[0] ?? '';
  if (joint === null || first.length < 3 || !name.slice(joint.index + joint[0].length).startsWith(`${first} `))
    return [];
  const at = text.slice(start, end).indexOf(joint[0]);
  if (at < 0) return [];
  const parts = [cleanName(text, start, start + at), cleanName(text, start + at + joint[0].length, end)];
  const whole = parts.every((part) => /^\S+ \S/.test(part.name) && part.name.split(' ').length <= 5);
  return whole && parts.every((part) => nameLikeness(part.name) >= 0.75) ? parts : [];
}

/**
 * Returns the names joined to the first by a conjunction and set apart like it, in order: "**A** or **B**", "[A](…) &
 * [B](…)".
 */
export function namesJoinedTo(text: string, from: number, end: number, links: readonly Link[]): JoinedName[] {
  const joinedNames: JoinedName[] = [];
  let at = from;
  while (joinedNames.length < maxJoinedNames) {
    const joint = between.exec(text.slice(at, Math.min(end, at + 40)));
    if (joint === null) break;
    const start = at + joint[0].length;
    const bold = text.startsWith('**', start);
    const inside = bold ? start + 2 : start;
    const link = linksWithin(links, inside, Math.min(end, inside + 5000)).find((one) => one.start === inside) ?? null;
    const close = bold ? text.indexOf('**', inside) : (link?.end ?? -1);
    if (close < 0 || close > end || close - inside > 5000) break;
    const span = link === null ? cleanName(text, inside, close) : cleanName(text, link.textStart, link.textEnd);
    if (span.name.length > 80 || nameLikeness(span.name) < 0.5) break;
    joinedNames.push({ span, link });
    at = bold ? close + 2 : close;
  }
  return joinedNames;
}

const enumerationEnd =
  /[.;!?。！？](?=\s|$|[[【])|\s[–—-]\s|\s\(|\n|,\s(?=(?:if|when|although|though|but|which|who|because|especially|wenn|falls|aber|si|mais|pero|se|ma|mas|als|maar|jesli|ale|eger|ama)\s)/u;
const enumerationJoint = new RegExp(
  String.raw`\s?[,、،]\s?(?:(?:${conjunction})\s)?|\s(?:${conjunction}|&|\/)\s`,
  'gu',
);

/** Returns the names of "A, B and C" up to the end of the clause, or nothing if one part is not a name. */
export function enumeratedNames(text: string, start: number, end: number): NameSpan[] {
  const window = text.slice(start, Math.min(end, start + 600));
  const stop = enumerationEnd.exec(window)?.index ?? window.length;
  const names: NameSpan[] = [];
  let from = 0;
  const joints = [...window.slice(0, stop).matchAll(enumerationJoint)].slice(0, maxJoinedNames);
  for (const joint of [...joints, null]) {
    const to = joint?.index ?? stop;
    const name = cleanName(text, start + from, start + to);
    from = to + (joint?.[0].length ?? 0);
    if (name.name === '' || /^(?:etc|others|more|usw|u\. a)\.?$/i.test(name.name)) continue;
    if (nameLikeness(name.name) < 0.6 || name.name.split(/\s/).length > 6) return [];
    names.push(name);
  }
  return names;
}
