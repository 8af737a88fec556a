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

/** A spaced slash or an enumeration comma always separates; other separators may also be part of one name. */
const surely = /^(?:\s\/\s|、)$/;
const labelJoint = new RegExp(
  String.raw`\s\/\s|、|\s(?:${conjunction})\s|(?<=[A-Za-z\d])\s?(?:や|と|和|或|与|與|및|와|과)\s?(?=[A-Za-z])`,
  'gu',
);
/** Spellings that show a word to be a name: an inner capital, dot or digit. */
const ownSpelling = /\p{Ll}\p{Lu}|\p{L}\.\p{L}{2}|\p{L}\d/u;

/** Splits a label that joins names, such as "A / B" or "A or B", if each part is itself a name. */
export function splitJoinedName(text: string, span: NameSpan): NameSpan[] {
  const raw = text.slice(span.start, span.end);
  if (raw.length > 200) return [span];
  const tail = trailingWords.exec(raw)?.index ?? raw.length;
  const whole = tail === 0 || tail === raw.length ? span : cleanName(text, span.start, span.start + tail);
  const visible = raw
    .slice(0, whole.end - span.start)
    .replace(/[(（][^()（）]*[)）]?/g, (aside) => '_'.repeat(aside.length));
  const joints = [...visible.matchAll(labelJoint)];
  const parts = [...joints, null].map((joint, index) => {
    const before = joints[index - 1];
    const from = before === undefined ? 0 : before.index + before[0].length;
    return cleanName(text, whole.start + from, whole.start + (joint?.index ?? visible.length));
  });
  const likely = parts.every(({ name }) => nameLikeness(name) >= 0.5 && name.split(/\s/).length <= 5);
  if (joints.length === 0 || !likely || parts.length > maxJoinedNames) return [whole];
  const [first = whole] = parts;
  // In "Acme by Bolt / Cargo" the slash separates makers, not things to choose.
  if (isByMaker(first.name)) return [first];
  const firstWord = ({ name }: NameSpan): string => name.split(/\s/)[0]?.toLowerCase() ?? '';
  const isAlike = parts.some((part, index) => index > 0 && firstWord(part) === firstWord(first));
  if (joints.every(([joint]) => surely.test(joint))) {
    // "Acme Voice / Acme app" spells one name twice.
    return isAlike ? [first] : parts;
  }
  const isComplete = isAlike && parts.every(({ name }) => /^\S{3,} \S/.test(name));
  return isComplete || parts.every((part) => isNameAlone(part, text)) ? parts : [whole];
}

/** Returns true for a part of a label that is spelled as only names are, or that the text writes elsewhere. */
function isNameAlone({ name, start }: NameSpan, text: string): boolean {
  const bare = name.replace(/\s?[(（][^()（）]*[)）]?/g, '').trim();
  if (bare.length < 3 || !/\p{Lu}/u.test(bare)) return false;
  if (ownSpelling.test(bare)) return true;
  const isOther = (at: number): boolean =>
    at >= 0 && at !== start && !/\p{Lu}[\p{L}-]{0,18}\s$/u.test(text.slice(Math.max(0, at - 20), at));
  return isOther(text.indexOf(bare)) || isOther(text.indexOf(bare, start + bare.length));
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
